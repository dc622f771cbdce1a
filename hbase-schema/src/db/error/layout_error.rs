//! The error of a struct that does not fit the rows of its live table.

use std::fmt;

use hbase_model::TableName;

use super::context::{CallContext, ErrorContext};
use super::differs_error::DiffersError;
use super::types::Error;

/// A struct does not fit the rows of its live table, according to the layout record in the table's attributes. The message names
/// each change: the value in the table, the value in the struct, and the effect on rows.
#[derive(Clone, Debug)]
pub struct LayoutError {
    pub(super) context: ErrorContext,
    row: Box<str>,
    why: Why,
    /// The other differences of the live table.
    differs: Option<Box<DiffersError>>,
}

#[derive(Clone, Debug)]
enum Why {
    Differs(Box<LiveLayout>),
    /// The layout is required, and unknown.
    Unknown(Box<str>),
}

/// The layout of a live table that differs.
#[derive(Clone, Debug)]
pub(in crate::db) struct LiveLayout {
    /// The struct of the record.
    pub(in crate::db) of: String,
    pub(in crate::db) layout: u32,
    /// That of the table, and that of the struct.
    pub(in crate::db) fingerprints: [u64; 2],
    pub(in crate::db) changes: Vec<String>,
    /// The number of further changes.
    pub(in crate::db) more: usize,
}

impl LayoutError {
    pub(in crate::db) fn differs(
        about: CallContext<'_>,
        row: &str,
        layout: Box<LiveLayout>,
    ) -> Self {
        let context: Box<ErrorContext> = about.into();
        Self {
            context: *context,
            row: row.into(),
            why: Why::Differs(layout),
            differs: None,
        }
    }

    pub(in crate::db) fn unknown(about: CallContext<'_>, row: &str, why: &str) -> Self {
        let context: Box<ErrorContext> = about.into();
        Self {
            context: *context,
            row: row.into(),
            why: Why::Unknown(why.into()),
            differs: None,
        }
    }

    /// The error of a table that differs too.
    pub(in crate::db) fn with(self, differs: DiffersError) -> Self {
        Self {
            differs: Some(Box::new(differs)),
            ..self
        }
    }

    /// The table.
    pub fn table(&self) -> Option<&TableName> {
        self.context.table()
    }

    /// The changes from the table's layout to that of the struct, the worst first, at most three. Empty if the layout is unknown.
    pub fn changes(&self) -> &[String] {
        match &self.why {
            Why::Differs(layout) => &layout.changes,
            Why::Unknown(_) => &[],
        }
    }
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            context,
            row,
            why,
            differs,
        } = self;
        write!(f, "{context}: ")?;
        match why {
            Why::Unknown(why) => write!(
                f,
                "the layout of the table is unknown, and `hbase.schema.layout.check` is `required`: {why}: give this user the \
                 permission ADMIN or CREATE for the table, or set it to `known`"
            )?,
            Why::Differs(layout) => layout.write(f, row)?,
        }
        match differs {
            Some(differs) => write!(f, ". Also, {differs}"),
            None => Ok(()),
        }
    }
}

impl LiveLayout {
    fn write(&self, f: &mut fmt::Formatter<'_>, row: &str) -> fmt::Result {
        let Self {
            of,
            layout,
            fingerprints: [live, own],
            changes,
            more,
        } = self;
        let changes = changes.join("; ");
        write!(
            f,
            "`{row}` does not fit the rows of the table, which has layout {layout} of `{of}`: {changes}"
        )?;
        if *more > 0 {
            write!(f, "; and {more} more")?;
        }
        write!(
            f,
            ". If the table is right, build this program with the struct of the table. If the struct is right, and all rows fit \
             it, record it in the table by `hbase-schema lock --adopt` or `Connection::adopt_layout` \
             (fingerprint of the table {live:016x}, of the struct {own:016x})"
        )
    }
}

impl std::error::Error for LayoutError {}

impl From<LayoutError> for Error {
    fn from(error: LayoutError) -> Self {
        Self::Layout(Box::new(error))
    }
}
