//! Connections through the Thrift gateway.

use std::sync::Arc;

use hbase_schema::{Connection, Limits};
use hbase_schema_thrift::{Gateway, Options, Thrift};

use crate::ClusterError;
use crate::cluster::PATIENCE;

/// Limits with a timeout that only a hung call exceeds, even on a busy machine: two minutes.
pub fn patient() -> Limits {
    Limits::default().timeout(PATIENCE)
}

/// The gateway, or a proxy of it, at `host:port`.
///
/// # Errors
/// [`ClusterError::Failed`] for an invalid address.
pub fn thrift(address: &str, options: &Options) -> Result<Thrift, ClusterError> {
    let wrong = || ClusterError::Failed(format!("`{address}`: expected HOST:PORT"));
    let (host, port) = address.rsplit_once(':').ok_or_else(wrong)?;
    let gateway = Gateway::new(host, port.parse().map_err(|_| wrong())?);
    Thrift::new([gateway], options).map_err(|error| ClusterError::Failed(error.to_string()))
}

/// A connection to the gateway at `host:port`.
///
/// # Errors
/// As for [`thrift`].
pub fn connect(
    address: &str,
    limits: Limits,
    options: &Options,
) -> Result<Connection, ClusterError> {
    let thrift = thrift(address, options)?;
    Ok(Connection::with_limits(Arc::new(thrift), limits))
}
