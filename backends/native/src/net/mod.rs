//! Connections to servers.

#[cfg(feature = "kerberos")]
mod authenticate;
mod broken;
mod connection;
mod connector;
mod delivered;
mod dialer;
mod failure;
mod gate;
mod handshake;
mod late;
#[cfg(feature = "kerberos")]
mod login;
mod pending;
#[cfg(feature = "kerberos")]
mod preamble_call;
mod reading;
mod room;
#[cfg(feature = "kerberos")]
mod sasl_frames;
#[cfg(feature = "kerberos")]
mod secured;
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
