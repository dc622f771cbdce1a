//! Errors of statements.

use hbase_model::splits::SplitError;

/// Errors from [`TableSchema::ddl`](super::TableSchema::ddl).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DdlError {
    /// Splits that cannot be computed.
    #[error(transparent)]
    Splits(SplitError),
    /// A name that contains a date: each period has a table.
    #[error(
        "the name of the table {table} contains a date, so no single statement creates it: \
         `db.dated::<{row}>().create(date)` creates the table of a date, and `hbase-schema ddl --dates 20151226` \
         prints its statement"
    )]
    Dated {
        /// The struct.
        row: &'static str,
        /// The name as declared.
        table: String,
    },
}
