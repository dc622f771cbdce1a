//! Rows of a struct's table to files: the inverse of an import.

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

use hbase_model::{Backend, Capability, Deadline, Row, Scan, TableName};
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
    /// A row that is none of the struct.
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
        error: Box<hbase_model::Error>,
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
    /// The fields of the struct that a file has no columns for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_exported: Vec<String>,
}

/// Exports the rows of a query, at most `limit`. The next batch is requested while the last one is decoded only by
/// backends that read ahead; one batch is in memory.
///
/// # Errors
/// The first error: a row that cannot be decoded ends the export, since a file without it would not be the table.
pub async fn export(
    plan: &ExportPlan,
    backend: &dyn Backend,
    query: &ExportQuery,
    limit: Option<u64>,
    timeout: Duration,
    out: &mut (dyn RowWriter + Send),
) -> Result<ExportSummary, ExportError> {
    let fail = |error| ExportError::Store {
        table: plan.table.clone(),
        error: Box::new(error),
    };
    let most = limit.unwrap_or(u64::MAX);
    out.start(&plan.columns())?;
    let mut summary = ExportSummary {
        rows: 0,
        not_exported: plan.not_exported().to_vec(),
    };
    for scan in &query.scans {
        let left = most - summary.rows;
        if left == 0 {
            break;
        }
        let scan = prepared(plan, backend, query, scan, limit.map(|_| left));
        let deadline = Deadline::after(timeout);
        let opened = backend.scan(&plan.table, scan, deadline).await;
        let mut scanner = opened.map_err(fail)?;
        while summary.rows < most {
            let batch = scanner.next_batch(Deadline::after(timeout)).await;
            let batch: Vec<Row> = batch.map_err(fail)?;
            if batch.is_empty() {
                break;
            }
            summary.rows += write_batch(plan, query, &batch, most - summary.rows, out)?;
        }
    }
    out.finish()?;
    Ok(summary)
}

/// A scan as it is sent: of the exported columns, with a limit unless rows are checked here, and with the filter if the backend
/// has filters.
fn prepared(
    plan: &ExportPlan,
    backend: &dyn Backend,
    query: &ExportQuery,
    scan: &Scan,
    limit: Option<u64>,
) -> Scan {
    let mut scan = scan.clone();
    scan.limit = limit.filter(|_| query.checks.is_empty());
    if !backend.capabilities().has(Capability::Filters) {
        scan.read.filter = None;
    }
    plan.select(&mut scan.read);
    scan
}

/// Writes those rows of a batch that pass, at most `most`; returns how many.
fn write_batch(
    plan: &ExportPlan,
    query: &ExportQuery,
    batch: &[Row],
    most: u64,
    out: &mut (dyn RowWriter + Send),
) -> Result<u64, ExportError> {
    let mut written = 0;
    let mut values = Vec::new();
    for row in batch {
        if written == most {
            break;
        }
        plan.decode(row, &mut values)?;
        if query.checks.iter().all(|check| check.passes(&values)) {
            out.write(&values)?;
            written += 1;
        }
    }
    Ok(written)
}
