//! Scans on the oracle.

use hbase_backend::{BoxFuture, Deadline, Result, ScanStep, Scanner};
use hbase_model::TableName;
use serde_json::{Value, json};

use super::bytes::{list, odd, row};
use super::{Oracle, call};

/// A scan that is open in the oracle's process.
#[derive(Debug)]
pub(super) struct OracleScanner {
    oracle: Oracle,
    table: TableName,
    number: u64,
    is_closed: bool,
}

impl OracleScanner {
    pub(super) fn new(oracle: Oracle, table: TableName, number: u64) -> Self {
        Self {
            oracle,
            table,
            number,
            is_closed: false,
        }
    }

    fn request(&self) -> Value {
        json!({"scanner": self.number})
    }

    /// Waits until it is closed, because compactions keep the cells that an open scan may read.
    async fn close(&mut self, deadline: Deadline) -> Result<()> {
        self.is_closed = true;
        let call = call("scan_close", "closing a scan", deadline);
        let closed = self.oracle.of(&self.table, call, self.request());
        closed.await.map(drop)
    }
}

impl Scanner for OracleScanner {
    fn next_step(&mut self, deadline: Deadline) -> BoxFuture<'_, Result<ScanStep>> {
        Box::pin(async move {
            if self.is_closed {
                return Ok(ScanStep::End);
            }
            let call = call("scan_next", "reading the next rows", deadline);
            let answer = self.oracle.of(&self.table, call, self.request()).await?;
            let whole = |value| row(value)?.ok_or_else(|| odd("a row", value));
            let rows: Result<Vec<_>> = list(&answer)?.iter().map(whole).collect();
            let rows = rows?;
            if rows.is_empty() {
                self.close(deadline).await?;
            }
            Ok(ScanStep::of_batch(rows))
        })
    }
}

impl Drop for OracleScanner {
    fn drop(&mut self) {
        if !self.is_closed {
            self.oracle.process.send_only("scan_close", self.request());
        }
    }
}
