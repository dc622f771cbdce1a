//! The errors of calls: [`Error`], and the errors of partly completed calls, which contain it.

use std::ops::Range;

use hbase_model::TableName;
use hbase_model::diff::Step;

use super::changed_row::ChangedRow;
use super::context::{CallContext, ErrorContext};
use super::differs_error::DiffersError;
use super::layout_error::LayoutError;
use crate::cell::RowError;
use crate::debug::debug_as_display;
use crate::key::KeyError;
use crate::settings::SettingsError;

/// An error of a call. Every message names the call and the table; if known, the row (as `HBase`'s
/// shell prints it) and the column; and help.
///
/// A message contains its cause's message, and [`source`](std::error::Error::source) returns `None`, so
/// that printing the chain repeats nothing. The cause is a field. [`kind`](Self::kind) returns an enum
/// to match on.
///
/// The type is small: its contents are boxed. Its `Debug` text is also the message, which a `main` that returns the
/// error prints.
#[derive(Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The backend returned an error, or did not respond in time.
    #[error("{context}: {cause}")]
    Backend {
        /// The call that failed, with the table, the row and the column.
        context: Box<ErrorContext>,
        /// The backend's error.
        cause: Box<hbase_backend::Error>,
    },
    /// A row could not be encoded as cells, or decoded from them.
    #[error("{context}: {cause}")]
    Row {
        /// The call that failed, with the table, the row and the column.
        context: Box<ErrorContext>,
        /// The field and its column, the value found and the value expected.
        cause: RowError,
    },
    /// A key could not be encoded, or the key parts of a query contradict each other.
    #[error("{context}: {cause}")]
    Key {
        /// The call that failed, with the table, the row and the column.
        context: Box<ErrorContext>,
        /// The key part, the value found and the value expected.
        cause: Box<KeyError>,
    },
    /// The request is invalid.
    #[error("{context}: {what}")]
    Request {
        /// The call that failed, with the table, the row and the column.
        context: Box<ErrorContext>,
        /// The value found and the value expected, and help.
        what: Box<str>,
    },
    /// The cursor of a page is damaged, or belongs to another query.
    #[error("{context}: {what}")]
    Cursor {
        /// The call that failed, with the table.
        context: Box<ErrorContext>,
        /// What is wrong with the cursor, and help.
        what: Box<str>,
    },
    /// The row already exists.
    #[error(
        "{context}: the row already exists: `update` changes it; if it has no `#[version]`, `put` overwrites it, and \
         `check` changes it on a condition"
    )]
    Exists {
        /// The call that failed, with the table, the row and the column.
        context: Box<ErrorContext>,
    },
    /// Other writers changed the row first, each time. The row was not written by this call.
    #[error("{context}: other writers changed the row first, {attempts} times: retry later")]
    Conflict {
        /// The call that failed, with the table and the row.
        context: Box<ErrorContext>,
        /// The number of attempts.
        attempts: u32,
    },
    /// A row with a `#[version]` was changed after it was read. It was not written by this call.
    #[error(transparent)]
    Changed(Box<ChangedRow>),
    /// Some of many rows failed; the others are done.
    #[error(transparent)]
    Batch(Box<BatchError>),
    /// Some of many columns of a row failed; those before them are done.
    #[error(transparent)]
    Columns(Box<ColumnsError>),
    /// A live table differs from its struct.
    #[error(transparent)]
    Differs(Box<DiffersError>),
    /// The rows of a live table have another layout than the struct of the call, which was not sent.
    #[error(transparent)]
    Layout(Box<LayoutError>),
    /// Steps of a plan failed.
    #[error(transparent)]
    Apply(Box<ApplyError>),
    /// A call on a table with indexes failed, for another reason than those above.
    #[cfg(feature = "index")]
    #[error("{context}: {cause}")]
    Index {
        /// The call that failed, with the table, the row and the column.
        context: Box<ErrorContext>,
        /// The reason.
        cause: Box<hbase_index::IndexError>,
    },
    /// The settings name no backend, or are invalid.
    #[error(transparent)]
    Settings(Box<SettingsError>),
}

debug_as_display!(Error);

/// Some rows of a call on many rows failed. The others are done: written, deleted or counted, depending on the call.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct BatchError {
    /// The call: `put_many`, `delete_many`, …
    pub call: &'static str,
    /// The table.
    pub table: TableName,
    /// The number of rows that are done.
    pub written: u64,
    /// The rows that failed, in order, each with its error.
    pub failed: Vec<FailedRow>,
    /// The reason why the call ended before all rows were tried, if it did.
    pub stopped: Option<Stopped>,
}

/// A row that failed.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FailedRow {
    /// The row's index in the input, from 0.
    pub index: u64,
    /// The row key, as `HBase`'s shell prints it; `None` if the key cannot be encoded.
    pub row: Option<Box<str>>,
    /// The error. After a timeout or a lost connection it is unknown whether the row is done.
    pub error: Error,
}

/// The reason why a call ended before all rows were tried.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Stopped {
    /// The rows of a batch without a response: it is unknown whether they are done.
    pub unknown: Range<u64>,
    /// The index of the first row that was not tried; nor were those after it.
    pub not_tried_from: u64,
    /// The error; `None` if too many rows failed, each with its own error.
    pub error: Option<Error>,
    /// The failed row with the same error, if a row caused it.
    pub failed_row: Option<u64>,
}

/// A call that changes many columns of one row failed part of the way.
///
/// The columns are changed in groups, each of which is atomic; all together are not.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ColumnsError {
    /// The number of columns that are done: the first ones of the input, or of the range.
    pub done: u64,
    /// The columns of the group that failed, by their index in the input. None of them is done, unless
    /// [`is_uncertain`](Self::is_uncertain) returns `true`; those after it were not tried.
    pub failed: Range<u64>,
    /// The error of that group.
    pub cause: Error,
}

/// Failed steps of a plan. The steps of other tables were applied.
#[derive(Clone, Debug)]
pub struct ApplyError {
    pub(in crate::db) done: Vec<Step>,
    pub(in crate::db) failures: Vec<FailedStep>,
    pub(in crate::db) undone: Vec<Step>,
    pub(in crate::db) by_hand: Vec<Step>,
}

/// A step of a plan that failed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FailedStep {
    /// The step.
    pub step: Step,
    /// The error.
    pub error: Error,
}

impl From<BatchError> for Error {
    fn from(error: BatchError) -> Self {
        Self::Batch(Box::new(error))
    }
}

/// The error of a key's own `encode` and `decode`, and of the ranges of a query.
impl From<KeyError> for Error {
    fn from(error: KeyError) -> Self {
        CallContext::call("key").key_error(error)
    }
}

impl From<SettingsError> for Error {
    fn from(error: SettingsError) -> Self {
        Self::Settings(Box::new(error))
    }
}
