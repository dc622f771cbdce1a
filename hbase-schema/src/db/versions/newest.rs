//! The selection of rows' newest versions.

use hbase_backend::{Filter, ReadOptions, Row, TimeRange};
use hbase_model::time::Period;

use super::times::times;
use super::versioned::Versioned;
use crate::cell::{RowCells, RowError};
use crate::db::read::select::{SelectedColumns, Selection, check_versions};
use crate::schema::TableSchema;
use crate::table::Table;

/// Rows as their newest versions, one `Vec` per row, newest first; `S` decodes each.
#[derive(Clone, Copy, Debug)]
pub struct Versions<S> {
    pub(in crate::db) of: S,
    pub(in crate::db) most: u32,
}

impl<R: Table, S: SelectedColumns<R>> SelectedColumns<R> for Versions<S> {
    fn row_name(&self) -> &'static str {
        self.of.row_name()
    }

    fn schema(&self) -> Option<&'static TableSchema> {
        self.of.schema()
    }

    fn max_versions(&self) -> u32 {
        self.most
    }

    fn add_columns(&self, read: &mut ReadOptions) {
        self.of.add_columns(read);
    }

    fn own_filter(&self, max_versions: u32) -> Option<Filter> {
        self.of.own_filter(max_versions)
    }
}

impl<R: Table, S: Selection<R>> Selection<R> for Versions<S> {
    type Output = Vec<S::Output>;

    fn read(&self, row: &Row, period: Option<Period>) -> Result<Self::Output, RowError> {
        self.read_within(row, TimeRange::ALL, period)
    }

    fn read_within(
        &self,
        row: &Row,
        range: TimeRange,
        period: Option<Period>,
    ) -> Result<Self::Output, RowError> {
        check_versions::<R, S>(&self.of, row, self.most)?;
        let mut times = times(R::SCHEMA, [row]);
        // Rarely written columns may be older than the newest `most` versions of the row.
        times.truncate(usize::try_from(self.most).unwrap_or(usize::MAX));
        let versions = Versioned::<R, S>::new(&self.of, range, times).of_period(period);
        versions.map(|(_, version)| version).collect()
    }

    fn read_cells(&self, cells: &RowCells<'_>) -> Result<Self::Output, RowError> {
        Ok(vec![self.of.read_cells(cells)?])
    }
}
