//! A client of `HBase`'s own RPC.
//!
//! [`Native`] is a [`Backend`](hbase_model::Backend): it finds the servers of each row, keeps one connection to each of
//! them, and repeats what failed by one table of rules.

#![forbid(unsafe_code)]

mod admin;
mod backend;
mod batch;
mod client;
mod clock;
mod convert;
mod counts;
mod endpoint;
mod failure;
mod net;
mod options;
mod region;
mod retry;
mod rows;
mod scan;
#[cfg(feature = "zookeeper")]
mod zookeeper;

pub use backend::Native;
pub use counts::Counts;
pub use endpoint::Endpoint;
pub use net::{Connector, Stream, TcpConnector};
#[cfg(feature = "tls")]
pub use net::{Tls, TlsConnector, TlsError};
pub use options::Options;

/// The backend's name, in errors and traces.
const NAME: &str = "native";
