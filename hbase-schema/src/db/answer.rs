//! How much an answer holds, for the trace.

use hbase_model::{Row, Scanner, TableDescriptor, TableName};

/// What a backend answers.
pub(crate) trait Answer {
    /// How many rows it holds, and how many bytes of cells; `None` for what is not rows.
    fn size(&self) -> Option<(usize, usize)> {
        None
    }
}

/// How many rows there are, and how many bytes of cells.
pub(crate) fn size_of<'r>(rows: impl IntoIterator<Item = &'r Row>) -> (usize, usize) {
    let add = |(rows, bytes), row: &Row| (rows + 1, bytes + row.as_block().len());
    rows.into_iter().fold((0, 0), add)
}

impl Answer for Row {
    fn size(&self) -> Option<(usize, usize)> {
        Some(size_of([self]))
    }
}

impl Answer for Option<Row> {
    fn size(&self) -> Option<(usize, usize)> {
        Some(size_of(self))
    }
}

impl Answer for Vec<Row> {
    fn size(&self) -> Option<(usize, usize)> {
        Some(size_of(self))
    }
}

impl Answer for Vec<Option<Row>> {
    fn size(&self) -> Option<(usize, usize)> {
        Some(size_of(self.iter().flatten()))
    }
}

impl Answer for () {}
impl Answer for bool {}
impl Answer for String {}
impl Answer for TableDescriptor {}
impl Answer for Vec<TableName> {}
impl Answer for Vec<String> {}
impl Answer for Vec<hbase_model::Result<()>> {}
impl Answer for Box<dyn Scanner> {}
