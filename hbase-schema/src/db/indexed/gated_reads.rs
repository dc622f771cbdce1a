//! The reads of the indexes' calls: retried, traced and counted like the connection's own reads.

use std::sync::Arc;

use hbase_backend::{BoxFuture, Deadline, Get, Result, Row, Scan, ScanStep, Scanner};
use hbase_model::TableName;

use crate::db::connection::link::Link;
use crate::db::error::CallContext;

pub(super) async fn get(
    link: &Link,
    table: &TableName,
    get: &Get,
    deadline: Deadline,
) -> Result<Option<Row>> {
    let about = CallContext::table("get", table).row(&get.row);
    let call = link.retrying(&about, deadline, |backend, deadline| async move {
        let row = backend.get(table, get, deadline).await?;
        link.count_read(&row);
        Ok(row)
    });
    call.await
}

pub(super) async fn get_many(
    link: &Link,
    table: &TableName,
    gets: &[Get],
    deadline: Deadline,
) -> Result<Vec<Option<Row>>> {
    let about = CallContext::table("get_many", table);
    let call = link.retrying(&about, deadline, |backend, deadline| async move {
        let rows = backend.get_many(table, gets, deadline).await?;
        link.count_read(rows.iter().flatten());
        Ok(rows)
    });
    call.await
}

pub(super) async fn scan(
    link: &Arc<Link>,
    table: &TableName,
    scan: Scan,
    deadline: Deadline,
) -> Result<Box<dyn Scanner>> {
    let about = CallContext::table("scan", table);
    let call = link.retrying(&about, deadline, |backend, deadline| {
        let scan = scan.clone();
        async move { backend.scan(table, scan, deadline).await }
    });
    let scanner: Box<dyn Scanner> = Box::new(Gated {
        link: Arc::clone(link),
        table: table.clone(),
        scanner: call.await?,
    });
    Ok(scanner)
}

/// A scanner whose steps are calls of the connection. A step is not retried: its rows may have been read.
#[derive(Debug)]
struct Gated {
    link: Arc<Link>,
    table: TableName,
    scanner: Box<dyn Scanner>,
}

impl Scanner for Gated {
    fn next_step(&mut self, deadline: Deadline) -> BoxFuture<'_, Result<ScanStep>> {
        Box::pin(async move {
            let Self {
                link,
                table,
                scanner,
            } = self;
            let _pass = link.gate.go_on()?;
            let about = CallContext::table("scan", table);
            let step = async {
                let step = scanner.next_step(deadline).await?;
                link.count_read(step.rows());
                Ok(step)
            };
            link.within(&about, deadline, step).await
        })
    }
}
