//! Rows that do not decode, and their handling.

use hbase_backend::Row;
use hbase_model::time::Period;

use crate::cell::RowError;

/// The handling of rows that do not decode, for example in a table that other programs write to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OnUndecodable {
    /// The stream ends with the error.
    #[default]
    Fail,
    /// They are skipped, with a `tracing` event each.
    Skip,
    /// They are skipped and kept: [`Rows::undecodable`](crate::Rows::undecodable). All of them are in memory until they are
    /// [taken](crate::Rows::take_undecodable).
    Collect,
}

/// A row that did not decode.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct UndecodableRow {
    /// The row.
    pub row: Row,
    /// The reason why it does not decode.
    pub error: RowError,
    /// The period of its table, if the table's name contains a date.
    pub period: Option<Period>,
}
