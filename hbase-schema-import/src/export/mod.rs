//! Exports rows of a struct's table to files: the inverse of an import.

mod compressed;
mod condition;
mod decode;
#[cfg(feature = "parquet")]
mod parquet;
mod plan;
mod query;
mod writer;

#[cfg(feature = "parquet")]
pub use self::parquet::{ParquetCompression, ParquetWriter};
pub use compressed::CompressedFile;
pub use condition::{Condition, InvalidCondition, Test};
pub use decode::{ExportColumn, ExportType, Exported};
pub use plan::ExportPlan;
pub use query::ExportQuery;
pub use writer::{CsvWriter, JsonLinesWriter, RowWriter};

use std::time::Duration;

use hbase_backend::{Backend, Capability, Deadline, Row, Scan, ScanStep};
use hbase_model::TableName;
use serde::Serialize;

/// An error that ends an export.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The struct has a column or key part that only the program decodes, or a condition is invalid.
    #[error("{what}")]
    Plan {
        /// The column, and a remedy.
        what: String,
    },
    /// A row that cannot be decoded as the struct.
    #[error("table {table}, row `{row}`{}: {why}", in_column(.column.as_deref()))]
    Row {
        /// The table.
        table: TableName,
        /// The row key as `HBase`'s shell prints it.
        row: String,
        /// The column; `None` for the row key.
        column: Option<String>,
        /// What was found, and what was expected.
        why: String,
    },
    /// The store returned an error.
    #[error("{}", crate::error::of_table(.table, .error))]
    Store {
        /// The table.
        table: TableName,
        /// The cause.
        error: Box<hbase_backend::Error>,
    },
    /// The file cannot be written.
    #[error("cannot write: {cause}")]
    File {
        /// The cause.
        cause: std::sync::Arc<std::io::Error>,
    },
}

fn in_column(column: Option<&str>) -> String {
    column.map_or_else(String::new, |column| format!(", column {column}"))
}

impl From<std::io::Error> for ExportError {
    fn from(cause: std::io::Error) -> Self {
        Self::File {
            cause: std::sync::Arc::new(cause),
        }
    }
}

/// The counts of an export.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ExportSummary {
    /// The rows.
    pub rows: u64,
    /// The fields of the struct for which a file has no columns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_exported: Vec<String>,
    /// The rows that were left out because they cannot be decoded.
    pub undecodable: u64,
    /// The errors of the first of them, at most ten.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
}

impl ExportSummary {
    /// Counts a row that cannot be decoded, unless it exceeds the maximum.
    fn leave_out(&mut self, error: ExportError, max_errors: u64) -> Result<(), ExportError> {
        if self.undecodable == max_errors || !matches!(error, ExportError::Row { .. }) {
            return Err(error);
        }
        self.undecodable += 1;
        if self.errors.len() < SHOWN_ERRORS {
            self.errors.push(error.to_string());
        }
        Ok(())
    }
}

/// Maximum errors in a summary.
const SHOWN_ERRORS: usize = 10;

/// The options of an export.
#[derive(Clone, Debug)]
pub struct ExportOptions {
    /// Maximum rows; `None` for all.
    pub limit: Option<u64>,
    /// Maximum rows that are left out because they cannot be decoded (default 0); one more ends the export.
    pub max_errors: u64,
    /// The timeout of one call to the store (default 60 s); for a scan, of each wait for rows or for a
    /// report of how far the store has read.
    pub timeout: Duration,
}

impl Default for ExportOptions {
    fn default() -> Self {
        Self {
            limit: None,
            max_errors: 0,
            timeout: Duration::from_mins(1),
        }
    }
}

/// Exports the rows of a query. One batch is in memory. Only backends that read ahead request the next batch
/// while the last one is decoded.
///
/// # Errors
/// The first error. If more rows than [`ExportOptions::max_errors`] cannot be decoded, that is an error too,
/// because a file without them is not the table.
pub async fn export(
    plan: &ExportPlan,
    backend: &dyn Backend,
    query: &ExportQuery,
    options: &ExportOptions,
    out: &mut (dyn RowWriter + Send),
) -> Result<ExportSummary, ExportError> {
    let fail = |error| ExportError::Store {
        table: plan.table.clone(),
        error: Box::new(error),
    };
    let timeout = options.timeout;
    let most = options.limit.unwrap_or(u64::MAX);
    out.start(&plan.columns())?;
    let mut summary = ExportSummary {
        not_exported: plan.not_exported().to_vec(),
        ..ExportSummary::default()
    };
    for scan in &query.scans {
        let left = most - summary.rows;
        if left == 0 {
            break;
        }
        // No row of the scan is left out here.
        let is_exact = query.checks.is_empty() && options.max_errors == 0;
        let limit = options.limit.filter(|_| is_exact).map(|_| left);
        let scan = prepared(plan, backend, scan, limit);
        let deadline = Deadline::after(timeout);
        let opened = backend.scan(&plan.table, scan, deadline).await;
        let mut scanner = opened.map_err(fail)?;
        while summary.rows < most {
            let step = scanner.next_step(Deadline::after(timeout)).await;
            match step.map_err(fail)? {
                ScanStep::Rows(batch) => {
                    write_batch(plan, query, &batch, options, &mut summary, out)?;
                }
                // The store continues to read although no row passes the filter; each step has the timeout.
                ScanStep::Passed(_) => {}
                ScanStep::End => break,
            }
        }
    }
    out.finish()?;
    Ok(summary)
}

/// The scan to send: with the exported columns, and with the filter if the backend has filters.
fn prepared(plan: &ExportPlan, backend: &dyn Backend, scan: &Scan, limit: Option<u64>) -> Scan {
    let mut scan = scan.clone();
    scan.limit = limit;
    if !backend.capabilities().has(Capability::Filters) {
        scan.read.filter = None;
    }
    plan.select(&mut scan.read);
    scan
}

/// Writes the rows of a batch that pass, up to the limit.
fn write_batch(
    plan: &ExportPlan,
    query: &ExportQuery,
    batch: &[Row],
    options: &ExportOptions,
    summary: &mut ExportSummary,
    out: &mut (dyn RowWriter + Send),
) -> Result<(), ExportError> {
    let mut values = Vec::new();
    for row in batch {
        if options.limit == Some(summary.rows) {
            break;
        }
        if let Err(error) = plan.decode(row, &mut values) {
            summary.leave_out(error, options.max_errors)?;
            continue;
        }
        if query.checks.iter().all(|check| check.passes(&values)) {
            out.write(&values)?;
            summary.rows += 1;
        }
    }
    Ok(())
}
