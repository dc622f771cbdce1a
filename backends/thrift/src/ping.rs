//! Checks whether a gateway is reachable, and describes it.

use hbase_backend::{Deadline, Result};

use crate::call::{Call, CallError, Link, Method, NO_ARGS};
use crate::ddl;
use crate::error::backend_error;
use crate::wire;

/// `TThriftServerType` of a gateway of the other interface.
const THRIFT2: i32 = 2;

fn call(name: &'static str) -> Call<'static> {
    Call {
        method: Method::read(name, "asking a gateway what it is"),
        args: &NO_ARGS,
    }
}

/// A line that describes the gateway, which reports neither `HBase`'s version nor its servers.
pub(crate) async fn ping(link: &Link, deadline: Deadline) -> Result<String> {
    let gateways = link.pool.gateways.join(" or ");
    let server_type = call("getThriftServerType");
    match link.call(server_type, wire::number, deadline).await {
        Ok(THRIFT2) => {
            return Err(backend_error(format!(
                "{gateways} is a Thrift2 gateway: start `hbase thrift`, not `hbase thrift2`"
            )));
        }
        Ok(_) => {}
        // Gateways before 2.3 do not have the method.
        Err(CallError::Exception(exception)) if exception.is_unknown_method() => {}
        Err(error) => return Err(error.into()),
    }
    let cluster = cluster_id(link, deadline).await?;
    let wire = link.wire.describe();
    Ok(format!(
        "Thrift1 gateway {gateways} ({wire}), cluster {cluster}"
    ))
}

async fn cluster_id(link: &Link, deadline: Deadline) -> Result<String> {
    match link.call(call("getClusterId"), wire::text, deadline).await {
        Err(CallError::Exception(exception)) if exception.is_unknown_method() => {
            ddl::list(link, deadline).await?;
            Ok("of an unknown id".to_owned())
        }
        id => Ok(id?),
    }
}
