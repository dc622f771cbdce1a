//! The calls of a scan.

use hbase_backend::{Deadline, Row};

use super::ScanRequest;
use crate::bounds::Bounds;
use crate::call::{Call, FailedCall, Link, Method, Target};
use crate::error::NAME;
use crate::net::{Purpose, ScannerConnection};
use crate::wire::{self, Out, bytes_field, i32_field};

const OPEN: Method = Method::read("scannerOpenWithScan", "opening a scan");
const NEXT: Method = Method::read("scannerGetList", "reading a scan's rows");
const CLOSE: Method = Method::write("scannerClose", "closing a scan");

/// A scanner at the gateway.
#[derive(Debug)]
pub(super) struct RemoteScanner {
    id: i32,
    connection: ScannerConnection,
}

/// Opens a scanner on the connection with the fewest scanners.
pub(super) async fn open(
    on: Target<'_>,
    request: &ScanRequest,
    bounds: &Bounds,
    caching: i32,
) -> Result<RemoteScanner, FailedCall> {
    let name = on.name();
    let args = |out: &mut Out<'_>| {
        bytes_field(out, 1, &name)?;
        request.write(out, 2, bounds, caching)
    };
    let call = Call {
        method: OPEN,
        args: &args,
    };
    let opened = on
        .link
        .once(call, Purpose::Scanner, &wire::number, on.deadline);
    let (id, lease) = opened.await?;
    let connection = lease.bind_scanner();
    lease.give_back();
    Ok(RemoteScanner { id, connection })
}

/// Reads the next rows; `None` if the scanner is lost with its connection.
pub(super) async fn next(
    link: &Link,
    scanner: &RemoteScanner,
    rows: i32,
    deadline: Deadline,
) -> Result<Option<Vec<Row>>, FailedCall> {
    let id = scanner.id;
    let args = move |out: &mut Out<'_>| {
        i32_field(out, 1, id)?;
        i32_field(out, 2, rows)
    };
    let call = Call {
        method: NEXT,
        args: &args,
    };
    link.on_bound(&scanner.connection, call, &wire::rows, deadline)
        .await
}

/// Closes a scanner. If that fails, the gateway drops the scanner by itself after two minutes.
pub(super) async fn close(link: &Link, scanner: RemoteScanner, deadline: Deadline) {
    let id = scanner.id;
    let args = move |out: &mut Out<'_>| i32_field(out, 1, id);
    let call = Call {
        method: CLOSE,
        args: &args,
    };
    let closed = link.on_bound(&scanner.connection, call, &wire::nothing, deadline);
    if let Err(failed) = closed.await {
        tracing::debug!(target: "hbase_schema", backend = NAME, error = %failed.error, "a scanner was not closed");
    }
}
