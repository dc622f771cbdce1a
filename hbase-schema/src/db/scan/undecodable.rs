//! Rows that do not decode, and their handling.

use hbase_backend::Row;
use hbase_model::time::Period;

use crate::cell::RowError;
use crate::db::error::CallContext;

/// The handling of rows that do not decode, for example in a table that other programs write to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OnUndecodable {
    /// The stream ends with the error.
    #[default]
    Fail,
    /// They are skipped, with a `tracing` event each.
    Skip,
    /// They are skipped and kept: [`Rows::undecodable`](crate::Rows::undecodable), [`Page::skipped`](crate::db::Page). All of them are in memory until they are
    /// [taken](crate::Rows::take_undecodable).
    Collect,
}

/// Reports a row that is skipped.
#[cold]
pub(in crate::db) fn log_skipped(about: CallContext<'_>, error: &RowError) {
    let (call, table) = (about.call, about.table.map(tracing::field::display));
    tracing::debug!(target: "hbase_schema", call, table, %error, "passed over a row that does not decode");
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
