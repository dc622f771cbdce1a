//! Connections to servers.

mod connection;
mod connector;
mod failure;
mod pending;
mod servers;

pub use connector::{Connector, Stream, TcpConnector};
pub(crate) use failure::CallFailure;
pub(crate) use servers::Servers;
