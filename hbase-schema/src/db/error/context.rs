//! The target of a call, as errors and traces name it.

use std::fmt;

use hbase_model::TableName;
use hbase_model::printable::Printable;
use hbase_model::time::Period;

use crate::db::target::table_ref::TableRef;
use crate::debug::debug_as_display;
use crate::schema::TableSchema;
use crate::table::Table;

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

debug_as_display!(ErrorContext);

/// The target of a call, borrowed: an error converts it into an [`ErrorContext`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct CallContext<'a> {
    pub(crate) call: &'static str,
    pub(crate) table: Option<&'a TableName>,
    pub(crate) row: Option<&'a [u8]>,
    pub(crate) column: Option<(&'a str, &'a [u8])>,
    /// Number of rows and bytes of cells to write, for the trace.
    pub(crate) writing: Option<(usize, usize)>,
    /// The struct whose layout is compared with that of the table, and the period of the table.
    pub(crate) layout: Option<(&'static TableSchema, Option<Period>)>,
}

/// The table of a call: that of a struct, or only a name, such as that of a table that is created or dropped.
pub(crate) trait CallTarget {
    fn name(&self) -> &TableName;

    /// The struct, and the period of the table.
    fn layout(&self) -> Option<(&'static TableSchema, Option<Period>)> {
        None
    }
}

impl CallTarget for TableName {
    fn name(&self) -> &TableName {
        self
    }
}

impl CallTarget for TableRef {
    fn name(&self) -> &TableName {
        self
    }

    fn layout(&self) -> Option<(&'static TableSchema, Option<Period>)> {
        Some((self.schema(), self.period()))
    }
}

impl<'a> CallContext<'a> {
    pub(crate) fn call(call: &'static str) -> Self {
        Self {
            call,
            table: None,
            row: None,
            column: None,
            writing: None,
            layout: None,
        }
    }

    /// With the name that the struct declares, which may contain a date.
    pub(crate) fn of<R: Table>(call: &'static str) -> CallContext<'static> {
        CallContext::table(call, &R::SCHEMA.table.name)
    }

    pub(crate) fn table(call: &'static str, table: &'a impl CallTarget) -> Self {
        Self {
            table: Some(table.name()),
            layout: table.layout(),
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
