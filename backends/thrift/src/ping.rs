//! Whether a gateway can be reached, and what it is.

use hbase_model::{Deadline, Error, Result};

use crate::call::{Again, Call, Link, Trouble};
use crate::ddl;
use crate::wire;

/// `TThriftServerType` of a gateway of the other interface.
const THRIFT2: i32 = 2;

fn call(name: &'static str) -> Call<'static> {
    Call {
        name,
        doing: "asking a gateway what it is",
        again: Again::Read,
        args: &|_| Ok(()),
    }
}

/// A line that says what was reached. The gateway tells neither `HBase`'s version nor its servers.
pub(crate) async fn ping(link: &Link, deadline: Deadline) -> Result<String> {
    let place = link.pool.gateways.any();
    let wire = link.wire.describe();
    match link
        .call(call("getThriftServerType"), wire::number, deadline)
        .await
    {
        Ok(THRIFT2) => {
            return Err(Error::Backend {
                backend: crate::NAME,
                what: format!(
                    "{place} is a Thrift2 gateway: start `hbase thrift`, not `hbase thrift2`"
                ),
            });
        }
        Ok(_) => {}
        // Gateways before 2.3 do not know the call.
        Err(Trouble::Fault(fault)) if fault.is_unknown_call() => {}
        Err(trouble) => return Err(trouble.into()),
    }
    let cluster = match link.call(call("getClusterId"), wire::text, deadline).await {
        Ok(cluster) => cluster,
        Err(Trouble::Fault(fault)) if fault.is_unknown_call() => {
            ddl::list(link, deadline).await?;
            "of an unknown id".to_owned()
        }
        Err(trouble) => return Err(trouble.into()),
    };
    Ok(format!(
        "Thrift1 gateway {place} ({wire}), cluster {cluster}"
    ))
}
