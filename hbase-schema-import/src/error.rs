//! Errors that end an import.

use std::io;
use std::sync::Arc;

use hbase_model::TableName;

/// An error that ends an import. Rows that cannot be imported are [`Reject`](crate::Reject)s instead.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// A file could not be read or written.
    #[error("{doing} `{path}`: {cause}")]
    File {
        /// The operation.
        doing: &'static str,
        /// The file.
        path: String,
        /// The cause.
        cause: Arc<io::Error>,
    },
    /// The source is invalid as a whole.
    #[error("source `{name}`{}: {what}", at_line(*.line))]
    Source {
        /// The source.
        name: String,
        /// The line, from 1, if it is known.
        line: Option<u64>,
        /// What was found, what was expected, and a remedy.
        what: String,
    },
    /// The mapping is not valid TOML, or has unknown members.
    #[error("mapping `{path}`: {what}")]
    Mapping {
        /// The file.
        path: String,
        /// What was found, what was expected, and a remedy.
        what: String,
    },
    /// Columns and cells do not match; nothing was written. All errors at once.
    #[error("{} of the mapping: {}", counted(.errors.len()), listed(.errors, "; "))]
    Plan {
        /// One message for each error.
        errors: Vec<String>,
    },
    /// The store returned an error.
    #[error("{}", of_table(.table, .error))]
    Store {
        /// The table.
        table: TableName,
        /// The cause.
        error: Box<hbase_backend::Error>,
    },
    /// Running numbers from the store.
    #[error("table {table}: {what}")]
    Numbers {
        /// The table of the counters.
        table: TableName,
        /// What was found.
        what: String,
    },
    /// More rows than allowed were rejected.
    #[error(
        "{found} rows were rejected, more than {most}, the last one {last}: correct the source or the mapping, or \
         allow as many with a larger maximum of errors"
    )]
    TooManyRejects {
        /// The maximum.
        most: u64,
        /// The rejected rows of the batches so far; all are in the rejects file.
        found: u64,
        /// The last rejected row.
        last: String,
    },
    /// A checkpoint that does not belong to this import.
    #[error("checkpoint `{path}`: {what}")]
    Checkpoint {
        /// The file.
        path: String,
        /// What was found, what was expected, and a remedy.
        what: String,
    },
    /// The counts do not add up, which is an error of this program.
    #[error(
        "{rows} rows were read, but {written} written, {rejected} rejected and {duplicates} duplicates: the import is \
         not complete; please report this"
    )]
    Incomplete {
        /// Rows read.
        rows: u64,
        /// Keys written.
        written: u64,
        /// Rows rejected.
        rejected: u64,
        /// Duplicates.
        duplicates: u64,
    },
    /// A thread of the import ended early.
    #[error("{stage} ended before the source: {why}")]
    Ended {
        /// The stage.
        stage: &'static str,
        /// Why.
        why: String,
    },
}

/// An error of the store, with the table unless the error names it.
pub(crate) fn of_table(table: &TableName, error: &hbase_backend::Error) -> String {
    let (table, error) = (table.to_string(), error.to_string());
    if error.contains(&table) {
        return error;
    }
    format!("table {table}: {error}")
}

fn at_line(line: Option<u64>) -> String {
    line.map_or_else(String::new, |line| format!(", line {line}"))
}

/// Maximum items of a list in a message: a file that is not a table may have thousands of columns.
const MOST_LISTED: usize = 20;

/// The first items, and the number of the others.
pub(crate) fn listed(items: &[String], between: &str) -> String {
    let (first, more) = items.split_at(items.len().min(MOST_LISTED));
    match more.len() {
        0 => first.join(between),
        more => format!("{}{between}and {more} more", first.join(between)),
    }
}

fn counted(count: usize) -> String {
    match count {
        1 => "1 error".to_owned(),
        count => format!("{count} errors"),
    }
}

impl ImportError {
    /// An error of a file.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "callers pass displays and texts that are made for it"
    )]
    pub fn file(doing: &'static str, path: impl ToString, cause: io::Error) -> Self {
        Self::File {
            doing,
            path: path.to_string(),
            cause: Arc::new(cause),
        }
    }

    pub(crate) fn store(table: &TableName, error: hbase_backend::Error) -> Self {
        Self::Store {
            table: table.clone(),
            error: Box::new(error),
        }
    }

    /// An error of a source as a whole.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "callers pass displays and texts that are made for it"
    )]
    pub fn source(name: impl ToString, line: Option<u64>, what: impl ToString) -> Self {
        Self::Source {
            name: name.to_string(),
            line,
            what: what.to_string(),
        }
    }
}

/// The result of a step of an import.
pub type Result<T, E = ImportError> = std::result::Result<T, E>;
