//! Connections to servers.

mod broken;
mod connection;
mod connector;
mod delivered;
mod dialer;
mod failure;
mod gate;
mod handshake;
mod late;
mod pending;
mod reading;
mod room;
mod servers;
mod silence;
#[cfg(feature = "tls")]
mod tls;
mod warnings;
mod writing;

pub use connector::{Connector, Stream, TcpConnector};
pub(crate) use failure::{CallFailure, of_response};
pub(crate) use late::OnLate;
pub(crate) use servers::Servers;
#[cfg(feature = "tls")]
pub use tls::{Tls, TlsConnector, TlsError};
