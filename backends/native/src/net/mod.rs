//! Connections to servers.

mod connection;
mod connector;
mod dialer;
mod failure;
mod gate;
mod handshake;
mod pending;
mod reading;
mod room;
mod servers;
mod silence;
#[cfg(feature = "tls")]
mod tls;
mod writing;

pub use connector::{Connector, Stream, TcpConnector};
pub(crate) use failure::CallFailure;
pub(crate) use servers::Servers;
#[cfg(feature = "tls")]
pub use tls::{Tls, TlsConnector, TlsError};
