//! Columns that are read with their cells' timestamps.

use std::fmt;

use hbase_backend::ReadOptions;

use super::select::{Cells, ColumnSet};
use crate::cell::{DecodeCell, RowCells, RowError};
use crate::column::Column;
use crate::debug::copyable;
use crate::schema::ColumnQualifier;
use crate::table::Table;

/// A column with the timestamp of its cell: created by [`Column::with_timestamp`].
pub struct WithTimestamp<R, F, C>(Column<R, F, C>);

impl<R, F, C> Column<R, F, C> {
    /// The column with its cell's timestamp, for `.columns(…)`: `(F, Option<i64>)`, with `None` for
    /// an absent cell. By default timestamps are milliseconds since 1970; a table may define its own versions.
    ///
    /// ```
    /// # use hbase_schema::{Error, HTable};
    /// # #[derive(HTable)]
    /// # #[table("DLQX:USER_RECORDS")]
    /// # #[family("INFO", versions = 400)]
    /// # struct Record { #[rowkey] user: String, #[timestamp] day: i64, logins: u32, note: Option<u8> }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// # db.create_table::<Record>().await?;
    /// let record = |day, logins| Record { user: "10086".into(), day, logins, note: None };
    /// db.put_many([record(20151201, 7), record(20151202, 9)]).await?;
    /// let key = RecordKey { user: "10086".into() };
    /// let columns = (Record::LOGINS.with_timestamp(), Record::NOTE);
    /// let newest = db.get(&key).columns(columns).await?;
    /// assert_eq!(newest, Some(((9, Some(20151202)), None)));
    /// let all = db.history(&key).columns(Record::LOGINS.with_timestamp()).await?;
    /// assert_eq!(all, [(9, Some(20151202)), (7, Some(20151201))]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn with_timestamp(self) -> WithTimestamp<R, F, C> {
        WithTimestamp(self)
    }
}

copyable!(WithTimestamp[R, F, C]);

impl<R, F, C> fmt::Debug for WithTimestamp<R, F, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("WithTimestamp").field(&self.0).finish()
    }
}

impl<R, F, C> ColumnSet<R> for WithTimestamp<R, F, C>
where
    R: Table + 'static,
    F: for<'r> DecodeCell<'r, C> + 'static,
    C: 'static,
{
    type Output = (F, Option<i64>);
    type Cells = Cells<Self>;

    fn cells(self) -> Cells<Self> {
        Cells(self)
    }

    fn add_columns(&self, read: &mut ReadOptions) {
        self.0.add_columns(read);
    }

    fn for_each(self, each: &mut dyn FnMut(&'static str, ColumnQualifier)) {
        self.0.for_each(each);
    }

    #[inline]
    fn read(&self, cells: &RowCells<'_>) -> Result<Self::Output, RowError> {
        let value = self.0.read(cells)?;
        Ok((value, cells.timestamp_of(self.0.schema())))
    }
}
