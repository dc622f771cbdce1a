//! The target of a call, as errors and traces name it.

use std::fmt;

use hbase_model::TableName;
use hbase_model::printable::Printable;

use super::error::Error;
use crate::cell::{RowError, RowErrorKind};
use crate::key::KeyError;

/// The call that failed, with its target.
#[derive(Clone, PartialEq, Eq)]
pub struct ErrorContext {
    call: &'static str,
    table: Option<TableName>,
    row: Option<Box<[u8]>>,
    column: Option<Box<str>>,
}

impl ErrorContext {
    /// The call: `put`, `get`, `scan`, …
    pub fn call(&self) -> &'static str {
        self.call
    }

    /// The table.
    pub fn table(&self) -> Option<&TableName> {
        self.table.as_ref()
    }

    /// The row key's bytes.
    pub fn row(&self) -> Option<&[u8]> {
        self.row.as_deref()
    }

    /// The column, as `FAMILY:QUALIFIER`.
    pub fn column(&self) -> Option<&str> {
        self.column.as_deref()
    }
}

impl fmt::Display for ErrorContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.call)?;
        if let Some(table) = &self.table {
            write!(f, ", table {table}")?;
        }
        if let Some(row) = &self.row {
            write!(f, ", row `{}`", Printable(row))?;
        }
        if let Some(column) = &self.column {
            write!(f, ", column {column}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for ErrorContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The target of a call, borrowed: an error converts it into an [`ErrorContext`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct CallContext<'a> {
    pub(crate) call: &'static str,
    pub(crate) table: Option<&'a TableName>,
    pub(crate) row: Option<&'a [u8]>,
    pub(crate) column: Option<(&'a str, &'a [u8])>,
    /// Number of rows and bytes of cells to write, for the trace.
    pub(crate) writing: Option<(usize, usize)>,
}

impl<'a> CallContext<'a> {
    pub(crate) fn call(call: &'static str) -> Self {
        Self {
            call,
            table: None,
            row: None,
            column: None,
            writing: None,
        }
    }

    pub(crate) fn table(call: &'static str, table: &'a TableName) -> Self {
        Self {
            table: Some(table),
            ..Self::call(call)
        }
    }

    pub(crate) fn row(self, row: &'a [u8]) -> Self {
        Self {
            row: Some(row),
            ..self
        }
    }

    pub(crate) fn column(self, family: &'a str, qualifier: &'a [u8]) -> Self {
        Self {
            column: Some((family, qualifier)),
            ..self
        }
    }

    pub(crate) fn writing(self, rows: usize, bytes: usize) -> Self {
        Self {
            writing: Some((rows, bytes)),
            ..self
        }
    }

    #[cold]
    pub(crate) fn backend(self, cause: hbase_model::Error) -> Error {
        Error::Backend {
            context: self.into(),
            cause: Box::new(cause),
        }
    }

    #[cfg(feature = "index")]
    #[cold]
    pub(crate) fn index(self, cause: hbase_index::IndexError) -> Error {
        match cause {
            hbase_index::IndexError::Backend(cause) => self.backend(cause),
            cause => Error::Index {
                context: self.into(),
                cause: Box::new(cause),
            },
        }
    }

    #[cold]
    pub(crate) fn row_error(self, source: RowError) -> Error {
        match source.into_kind() {
            RowErrorKind::Key(source) => self.key_error(source),
            kind => Error::Row {
                context: self.into(),
                cause: kind.into(),
            },
        }
    }

    #[cold]
    pub(crate) fn key_error(self, cause: KeyError) -> Error {
        Error::Key {
            context: self.into(),
            cause: Box::new(cause),
        }
    }

    #[cold]
    pub(crate) fn exists(self) -> Error {
        Error::Exists {
            context: self.into(),
        }
    }

    #[cold]
    pub(crate) fn request(self, what: impl fmt::Display) -> Error {
        Error::Request {
            context: self.into(),
            what: what.to_string().into(),
        }
    }

    #[cold]
    pub(crate) fn cursor(self, what: impl fmt::Display) -> Error {
        Error::Cursor {
            context: self.into(),
            what: what.to_string().into(),
        }
    }
}

impl From<CallContext<'_>> for Box<ErrorContext> {
    fn from(about: CallContext<'_>) -> Self {
        let column = about.column;
        Self::new(ErrorContext {
            call: about.call,
            table: about.table.cloned(),
            row: about.row.map(Into::into),
            column: column
                .map(|(family, qualifier)| format!("{family}:{}", Printable(qualifier)).into()),
        })
    }
}
