//! Connections: opened on demand, bounded in number, and never reused after a failed call.

mod connection;
mod error;
mod gateways;
mod pool;

pub(crate) use error::{Phase, TransportError};
pub(crate) use pool::{Lease, Pool, Purpose, ScannerConnection};
