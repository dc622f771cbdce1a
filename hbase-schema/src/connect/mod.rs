//! What to connect to: urls, settings from code and from files.

mod builder;
mod error;
mod meaning;
mod open;
mod properties;
mod settings;
mod site;
mod url;

pub use builder::Builder;
pub use error::SettingsError;
pub use settings::Settings;

use crate::db::{Connection, Error};

/// Connects to what a url names.
///
/// | url | what |
/// |---|---|
/// | `memory:` | a store in this process, gone with its last connection |
/// | `embedded:DIR` | a store in a directory, which this process holds alone |
/// | `thrift://HOST:PORT` | a cluster, by its Thrift gateway |
/// | `hbase://HOST:PORT,…` | a cluster, by its masters |
/// | `hbase+zk://HOST:PORT,…/ZNODE` | a cluster, by its `ZooKeeper` |
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
/// where it cannot be reached now.
pub async fn connect(url: &str) -> Result<Connection, Error> {
    Builder::default().url(url).connect().await
}
