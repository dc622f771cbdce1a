//! Connects by a url, or by settings from code and from files.

mod builder;
mod gateway_options;
#[cfg(feature = "kerberos")]
mod identity;
#[cfg(feature = "kerberos")]
mod login;
mod native;
mod open;
mod url;

pub use builder::Builder;
#[cfg(feature = "kerberos")]
pub use identity::WhoAmI;

use crate::db::{Connection, Error};
pub use crate::settings::{Setting, Settings, SettingsError};

/// Connects to the backend that a url names.
///
/// | url | backend |
/// |---|---|
/// | `memory:` | a store in this process, dropped with its last connection (feature `embedded`) |
/// | `embedded:DIR` | a store in a directory, opened by one process at a time; [`Settings`] lists its settings (feature `embedded`) |
/// | `thrift://HOST:PORT,…` | a cluster through its Thrift1 gateways, used in turn (feature
/// `thrift`) |
/// | `hbase://HOST:PORT,…` | a cluster through `HBase`'s own RPC: these masters or region servers report the active master and `hbase:meta`
/// (feature `native`) |
/// | `hbase+rpc://HOST:PORT,…` | the same |
/// | `hbase+zk://HOST:PORT,…/ZNODE` | the same, located through `ZooKeeper`, as for clusters before 2.3 (feature `zookeeper`) |
///
/// The default ports are 9090, 16000 (a region server's is 16020) and 2181. An IPv6 address before a port is in brackets:
/// `thrift://[::1]:9090`. Urls are not percent-decoded.
///
/// The parameters of the other urls of clusters are settings: `hbase://HOST:16000?hbase.rpc.protection=privacy`. They take
/// precedence over files and code.
///
/// The options of a `thrift://` url match those of the gateways: `?framed` is the framed transport
/// (default: buffered), `?compact` the compact protocol (default: binary); `?pool=N` limits the
/// connections (default 8). `&` joins several: `thrift://gw1:9090,gw2:9090?framed&compact&pool=4`.
/// The gateway does not support all of `HBase`'s operations; the others return an `Unsupported`
/// error with an alternative.
///
/// A program that only connects to a cluster can exclude the embedded engine and the parsers of
/// settings' files from its build: `default-features = false, features = ["derive", "native"]`.
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
/// [`Error::Settings`] if the url names no backend of this build; [`Error::Backend`] if the
/// backend cannot be reached, and outside of a tokio runtime with timers.
pub async fn connect(url: &str) -> Result<Connection, Error> {
    Builder::default().url(url).connect().await
}
