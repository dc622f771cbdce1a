//! The calls of a scan.

use hbase_model::{Deadline, Row, TableName};
use thrift::protocol::TType;

use super::Ask;
use crate::bounds::Bounds;
use crate::call::{Again, Call, Failed, Link};
use crate::ddl::table_name;
use crate::net::{Home, Want};
use crate::wire::{self, Out, field};

/// A scanner at the gateway.
#[derive(Debug)]
pub(super) struct Remote {
    id: i32,
    pub(super) home: Home,
}

/// `scannerOpenWithScan`
pub(super) async fn open(
    link: &Link,
    table: &TableName,
    ask: &Ask,
    bounds: &Bounds,
    caching: i32,
    deadline: Deadline,
) -> Result<Remote, Failed> {
    let name = table_name(table);
    let args = |out: &mut Out<'_>| {
        field(out, TType::String, 1, |out| out.write_bytes(&name))?;
        ask.write(out, 2, bounds, caching)
    };
    let call = Call {
        name: "scannerOpenWithScan",
        doing: "opening a scan",
        again: Again::Read,
        args: &args,
    };
    let (id, lease) = link
        .once(call, Want::ForScanner, &wire::number, deadline)
        .await?;
    let home = lease.home();
    lease.give_back();
    Ok(Remote { id, home })
}

/// `scannerGetList`; `None` where the scanner is lost with its connection.
pub(super) async fn next(
    link: &Link,
    remote: &Remote,
    rows: i32,
    deadline: Deadline,
) -> Result<Option<Vec<Row>>, Failed> {
    let id = remote.id;
    let args = move |out: &mut Out<'_>| {
        field(out, TType::I32, 1, |out| out.write_i32(id))?;
        field(out, TType::I32, 2, |out| out.write_i32(rows))
    };
    let call = Call {
        name: "scannerGetList",
        doing: "reading a scan's rows",
        again: Again::Read,
        args: &args,
    };
    link.at_home(&remote.home, call, &wire::rows, deadline)
        .await
}

/// `scannerClose`. Where it fails, the gateway forgets the scanner by itself after two minutes.
pub(super) async fn close(link: &Link, remote: Remote, deadline: Deadline) {
    let id = remote.id;
    let args = move |out: &mut Out<'_>| field(out, TType::I32, 1, |out| out.write_i32(id));
    let call = Call {
        name: "scannerClose",
        doing: "closing a scan",
        again: Again::Never,
        args: &args,
    };
    let closed = link
        .at_home(&remote.home, call, &wire::nothing, deadline)
        .await;
    if let Err(failed) = closed {
        tracing::debug!(target: "hbase_schema", backend = crate::NAME, error = %failed.trouble, "a scanner was not closed");
    }
}
