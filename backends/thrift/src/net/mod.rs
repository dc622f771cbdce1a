//! Connections: opened when they are needed, bounded, never used again after a call that did not
//! end well.

mod clock;
mod connect;
mod connection;
mod failure;
mod gateways;
mod pool;

pub(crate) use clock::SystemClock;
pub use clock::{Clock, ManualClock};
pub(crate) use connection::Answer;
pub(crate) use failure::{Failure, Phase};
pub(crate) use pool::{Home, Lease, Pool, Want};
