//! Connecting: by a url, by settings from code and from files.

mod builder;
mod gateway_options;
mod native;
mod open;
mod url;

pub use builder::Builder;

use crate::db::{Connection, Error};
pub use crate::settings::{Setting, Settings, SettingsError};

/// Connects to the backend that a url names.
///
/// | url | backend |
/// |---|---|
/// | `memory:` | a store in this process, gone with its last connection (feature `embedded`) |
/// | `embedded:DIR` | a store in a directory, which this process holds alone; its memory and upkeep are [`Settings`] (feature `embedded`) |
/// | `thrift://HOST:PORT,…` | a cluster, by its Thrift1 gateways, in turn (feature `thrift`) |
/// | `hbase://HOST:PORT,…` | a cluster, by `HBase`'s own RPC: these masters or region servers are asked for the others (feature `native`) |
/// | `hbase+rpc://HOST:PORT,…` | the same |
/// | `hbase+zk://HOST:PORT,…/ZNODE` | the same, where `ZooKeeper` is asked instead, as for clusters before 2.3 (feature `zookeeper`) |
///
/// The default ports are 9090, 16000 (a region server's is 16020) and 2181. An IPv6 address before a port stands in brackets:
/// `thrift://[::1]:9090`. Nothing is percent-decoded.
///
/// A `thrift://` url ends with the options by which the gateways were started: `?framed` is the
/// framed transport (default: buffered), `?compact` the compact protocol (default: binary); and
/// `?pool=N` limits the connections (8 by default). `&` joins several:
/// `thrift://gw1:9090,gw2:9090?framed&compact&pool=4`. The gateway does not support all of `HBase`'s
/// operations; the others return an `Unsupported` error with an alternative.
///
/// A program that only connects to a cluster can leave the embedded engine and the parsers of
/// settings' files out of its build: `default-features = false, features = ["derive", "native"]`.
///
/// Connecting pings the backend.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), hbase_schema::Error> {
/// let db = hbase_schema::connect("memory:").await?;
/// println!("{}", db.ping().await?);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::Settings`] where the url names no backend of this build; [`Error::Backend`] where the
/// backend cannot be reached, and outside of a tokio runtime with timers.
pub async fn connect(url: &str) -> Result<Connection, Error> {
    Builder::default().url(url).connect().await
}
