//! What to connect to: urls, settings from code and from files.

mod builder;
mod embedded_settings;
mod error;
mod gateway_options;
mod meaning;
mod open;
mod properties;
mod settings;
mod site;
mod url;

pub use builder::Builder;
pub use error::SettingsError;
pub use settings::{Setting, Settings};

use crate::db::{Connection, Error};

/// Connects to what a url names.
///
/// | url | what |
/// |---|---|
/// | `memory:` | a store in this process, gone with its last connection |
/// | `embedded:DIR` | a store in a directory, which this process holds alone; its memory and upkeep are [`Settings`] |
/// | `thrift://HOST:PORT,…` | a cluster, by its Thrift1 gateways, which are used in turn (feature `thrift`) |
/// | `hbase://HOST:PORT,…` | a cluster, by its masters: not supported yet |
/// | `hbase+zk://HOST:PORT,…/ZNODE` | a cluster, by its `ZooKeeper`: not supported yet |
///
/// Ports may be left out: they are then 9090, 16000 and 2181. An IPv6 address before a port stands in
/// brackets: `thrift://[::1]:9090`. Nothing is percent-decoded.
///
/// Behind a `thrift://` url stands how the gateways were started, for they cannot be asked:
/// `?framed` for the framed transport rather than the buffered one, `?compact` for the compact
/// protocol rather than the binary one; and `?pool=N` for at most N connections, 8 unless said.
/// Several are joined by `&`: `thrift://gw1:9090,gw2:9090?framed&compact&pool=4`. The gateway cannot
/// do all that `HBase` can; what it cannot is an error that names the way out.
///
/// The backend is asked whether it can be reached before the connection is given out.
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
/// [`Error::Settings`] where the url names nothing that this build can reach, [`Error::Backend`]
/// where it cannot be reached now, or where no tokio runtime with timers is there to wait in.
pub async fn connect(url: &str) -> Result<Connection, Error> {
    Builder::default().url(url).connect().await
}
