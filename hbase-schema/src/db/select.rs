//! Selections: a whole struct, a struct with fewer columns, or single columns.

use std::fmt;
use std::marker::PhantomData;

use hbase_model::{ReadOptions, Row, TimeRange};

use crate::cell::{DecodeCell, RowCells, RowError};
use crate::column::Column;
use crate::schema::TableSchema;
use crate::table::{FromRowOwned, Table};

use super::error::{CallContext, Error};
use super::versions::{Versioned, times};

/// The columns to read of each row of the table of `R`, and their types.
///
/// Implemented by [`Whole`], and by [`Cells`] of column tokens.
pub trait Selection<R>: Send + Sync + 'static {
    /// The type of a row.
    type Output;

    /// The name of the row's type, for errors.
    #[doc(hidden)]
    fn row_name(&self) -> &'static str;

    /// The struct that is read, if rows are structs.
    #[doc(hidden)]
    fn schema(&self) -> Option<&'static TableSchema> {
        None
    }

    /// Maximum versions per column.
    #[doc(hidden)]
    fn max_versions(&self) -> u32 {
        1
    }

    /// Adds the required columns.
    #[doc(hidden)]
    fn add_columns(&self, read: &mut ReadOptions);

    /// Decodes a row.
    #[doc(hidden)]
    fn read_cells(&self, cells: &RowCells<'_>) -> Result<Self::Output, RowError>;

    /// Decodes a row.
    #[doc(hidden)]
    #[inline]
    fn read(&self, row: &Row) -> Result<Self::Output, RowError> {
        self.read_cells(&RowCells::new(row, self.row_name()))
    }

    /// Decodes a row whose cells within `range` were read.
    #[doc(hidden)]
    #[inline]
    fn read_within(&self, row: &Row, range: TimeRange) -> Result<Self::Output, RowError> {
        let _ = range;
        self.read(row)
    }
}

/// Checks that another struct is of the same table, with the same key.
pub(super) fn check<R: Table, S: Selection<R>>(
    selection: &S,
    about: CallContext<'_>,
) -> Result<(), Error> {
    let Some(narrower) = selection.schema() else {
        return Ok(());
    };
    let whole = R::SCHEMA;
    if std::ptr::eq(narrower, whole) {
        return Ok(());
    }
    if narrower.table.name != whole.table.name {
        return Err(about.request(format_args!(
            "{} is a struct of the table {}, expected one of {}: select a struct that derives the same table",
            narrower.row, narrower.table.name, whole.table.name
        )));
    }
    if narrower.key != whole.key {
        return Err(about.request(format_args!(
            "the row keys of {} and {} differ: give both the same key parts",
            narrower.row, whole.row
        )));
    }
    Ok(())
}

/// Rows as structs of type `T`: reads exactly the columns that `T` declares.
pub struct Whole<T>(PhantomData<fn() -> T>);

impl<T> Whole<T> {
    pub(super) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T> fmt::Debug for Whole<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Whole")
    }
}

impl<R, T: Table + FromRowOwned + 'static> Selection<R> for Whole<T> {
    type Output = T;

    fn row_name(&self) -> &'static str {
        T::SCHEMA.row
    }

    fn schema(&self) -> Option<&'static TableSchema> {
        Some(T::SCHEMA)
    }

    fn add_columns(&self, read: &mut ReadOptions) {
        read.add_declared(T::SCHEMA.column_names());
    }

    #[inline]
    fn read_cells(&self, cells: &RowCells<'_>) -> Result<T, RowError> {
        T::from_row(cells)
    }
}

/// Rows as values of single columns: a token, or a tuple of tokens.
#[derive(Clone, Copy, Debug)]
pub struct Cells<C>(pub(super) C);

impl<R: Table, C: ColumnSet<R>> Selection<R> for Cells<C> {
    type Output = C::Output;

    fn row_name(&self) -> &'static str {
        R::SCHEMA.row
    }

    fn add_columns(&self, read: &mut ReadOptions) {
        self.0.add_columns(read);
    }

    #[inline]
    fn read_cells(&self, cells: &RowCells<'_>) -> Result<C::Output, RowError> {
        self.0.read(cells)
    }
}

/// Rows as their newest versions, one `Vec` per row, newest first; `S` decodes each.
#[derive(Clone, Copy, Debug)]
pub struct Versions<S> {
    pub(super) of: S,
    pub(super) most: u32,
}

impl<R: Table, S: Selection<R>> Selection<R> for Versions<S> {
    type Output = Vec<S::Output>;

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

    fn read(&self, row: &Row) -> Result<Self::Output, RowError> {
        self.read_within(row, TimeRange::ALL)
    }

    fn read_within(&self, row: &Row, range: TimeRange) -> Result<Self::Output, RowError> {
        let mut times = times::<R>([row]);
        // Rarely written columns may be older than the newest `most` versions of the row.
        times.truncate(usize::try_from(self.most).unwrap_or(usize::MAX));
        let versions = Versioned::<R, S>::new(&self.of, range, times);
        versions.map(|(_, version)| version).collect()
    }

    fn read_cells(&self, cells: &RowCells<'_>) -> Result<Self::Output, RowError> {
        Ok(vec![self.of.read_cells(cells)?])
    }
}

/// Columns of the table of `R`: a token yields its field's type, a tuple of tokens a tuple.
#[diagnostic::on_unimplemented(
    message = "`{Self}` names no columns of `{R}`",
    label = "expected a column token of `{R}`, as `{R}::NAME`, or a tuple of up to 12 of them"
)]
pub trait ColumnSet<R>: Sized + Send + Sync + 'static {
    /// The fields' types.
    type Output;

    /// The selection of these columns: [`Cells`] of `Self`. An associated type, so that the compiler
    /// reports columns of another table once.
    #[doc(hidden)]
    type Cells: Selection<R, Output = Self::Output>;

    /// Their selection.
    #[doc(hidden)]
    fn cells(self) -> Self::Cells;

    /// Adds the columns to read.
    #[doc(hidden)]
    fn add_columns(&self, read: &mut ReadOptions);

    /// Calls `each` with the family and the qualifier of every column.
    #[doc(hidden)]
    fn for_each(self, each: &mut dyn FnMut(&'static str, &'static str));

    /// Decodes the columns.
    #[doc(hidden)]
    fn read(&self, cells: &RowCells<'_>) -> Result<Self::Output, RowError>;
}

impl<R, F, C> ColumnSet<R> for Column<R, F, C>
where
    R: Table + 'static,
    F: for<'r> DecodeCell<'r, C> + 'static,
    C: 'static,
{
    type Output = F;
    type Cells = Cells<Self>;

    fn cells(self) -> Cells<Self> {
        Cells(self)
    }

    fn add_columns(&self, read: &mut ReadOptions) {
        read.add_column(self.family().as_bytes(), self.qualifier().as_bytes());
    }

    fn for_each(self, each: &mut dyn FnMut(&'static str, &'static str)) {
        each(self.family(), self.qualifier());
    }

    #[inline]
    fn read(&self, cells: &RowCells<'_>) -> Result<F, RowError> {
        cells.cell::<F, C>(self.schema())
    }
}

/// A column with the timestamp of its cell: created by [`Column::with_timestamp`].
pub struct WithTimestamp<R, F, C>(Column<R, F, C>);

impl<R, F, C> Column<R, F, C> {
    /// The column with its cell's timestamp, for `.columns(…)`: `(F, Option<i64>)`, with `None` for
    /// an absent cell. By default timestamps are milliseconds since 1970; a table may have versions
    /// of its own.
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

impl<R, F, C> Clone for WithTimestamp<R, F, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R, F, C> Copy for WithTimestamp<R, F, C> {}

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

    fn for_each(self, each: &mut dyn FnMut(&'static str, &'static str)) {
        self.0.for_each(each);
    }

    #[inline]
    fn read(&self, cells: &RowCells<'_>) -> Result<Self::Output, RowError> {
        let value = cells.cell::<F, C>(self.0.schema())?;
        Ok((value, cells.timestamp_of(self.0.schema())))
    }
}

macro_rules! tuples {
    ($($($name:ident $at:tt),+;)+) => {$(
        impl<R: Table + 'static, $($name: ColumnSet<R>),+> ColumnSet<R> for ($($name,)+) {
            type Output = ($($name::Output,)+);
            type Cells = Cells<Self>;

            fn cells(self) -> Cells<Self> {
                Cells(self)
            }

            fn add_columns(&self, read: &mut ReadOptions) {
                $(self.$at.add_columns(read);)+
            }

            fn for_each(self, each: &mut dyn FnMut(&'static str, &'static str)) {
                $(self.$at.for_each(each);)+
            }

            #[inline]
            fn read(&self, cells: &RowCells<'_>) -> Result<Self::Output, RowError> {
                Ok(($(self.$at.read(cells)?,)+))
            }
        }
    )+};
}

tuples! {
    A 0;
    A 0, B 1;
    A 0, B 1, C 2;
    A 0, B 1, C 2, D 3;
    A 0, B 1, C 2, D 3, E 4;
    A 0, B 1, C 2, D 3, E 4, F 5;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11;
}
