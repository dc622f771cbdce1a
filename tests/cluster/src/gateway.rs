//! Connections by the Thrift gateway.

use std::sync::Arc;

use hbase_schema::{Connection, Limits};
use hbase_schema_thrift::{Gateway, Options, Thrift};

use crate::Problem;

/// A connection to a gateway, or to what stands before it, at `host:port`.
///
/// # Errors
/// [`Problem::Failed`] where that is no address.
pub fn connect(address: &str, limits: Limits, options: &Options) -> Result<Connection, Problem> {
    let wrong = || Problem::Failed(format!("`{address}`: expected HOST:PORT"));
    let (host, port) = address.rsplit_once(':').ok_or_else(wrong)?;
    let gateway = Gateway::new(host, port.parse().map_err(|_| wrong())?);
    let thrift = Thrift::new([gateway], options).map_err(|e| Problem::Failed(e.to_string()))?;
    Ok(Connection::with_limits(Arc::new(thrift), limits))
}
