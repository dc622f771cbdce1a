//! Connections by the Thrift gateway.

use std::sync::Arc;

use hbase_schema::{Connection, Limits};
use hbase_schema_thrift::{Gateway, Options, Thrift};

use crate::Problem;

/// The gateway at `host:port`, or what stands before it there.
///
/// # Errors
/// [`Problem::Failed`] where that is no address.
pub fn thrift(address: &str, options: &Options) -> Result<Thrift, Problem> {
    let wrong = || Problem::Failed(format!("`{address}`: expected HOST:PORT"));
    let (host, port) = address.rsplit_once(':').ok_or_else(wrong)?;
    let gateway = Gateway::new(host, port.parse().map_err(|_| wrong())?);
    Thrift::new([gateway], options).map_err(|error| Problem::Failed(error.to_string()))
}

/// A connection by it.
///
/// # Errors
/// As for [`thrift`].
pub fn connect(address: &str, limits: Limits, options: &Options) -> Result<Connection, Problem> {
    let thrift = thrift(address, options)?;
    Ok(Connection::with_limits(Arc::new(thrift), limits))
}
