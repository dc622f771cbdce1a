//! Selections: a whole struct, a struct with fewer columns, or single columns.

use std::marker::PhantomData;

use hbase_backend::{Filter, ReadOptions, Row, TimeRange};
use hbase_model::time::Period;

use crate::cell::{DecodeCell, RowCells, RowError};
use crate::column::Column;
use crate::debug::debug_text;
use crate::dynamic::values;
use crate::schema::{ColumnQualifier, TableSchema};
use crate::table::{FromRowOwned, Table};

use crate::db::error::{CallContext, Error};

/// The columns to read of each row of the table of `R`, even if rows are not decoded.
///
/// Implemented by [`Whole`] of any table, even of a struct that borrows, and by every [`Selection`].
pub trait SelectedColumns<R>: Send + Sync {
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

    /// The filter that the columns need, in addition to that of the request.
    #[doc(hidden)]
    fn own_filter(&self, max_versions: u32) -> Option<Filter> {
        let _ = max_versions;
        None
    }
}

/// The columns to read of each row of the table of `R`, and their types.
///
/// Implemented by [`Whole`], and by [`Cells`] of column tokens.
pub trait Selection<R>: SelectedColumns<R> + 'static {
    /// The type of a row.
    type Output;

    /// Decodes a row.
    #[doc(hidden)]
    fn read_cells(&self, cells: &RowCells<'_>) -> Result<Self::Output, RowError>;

    /// Decodes a row of the table of this period, if the table's name contains a date.
    #[doc(hidden)]
    #[inline]
    fn read(&self, row: &Row, period: Option<Period>) -> Result<Self::Output, RowError> {
        self.read_cells(&RowCells::new(row, self.row_name()).of_period(period))
    }

    /// Decodes a row whose cells within `range` were read.
    #[doc(hidden)]
    #[inline]
    fn read_within(
        &self,
        row: &Row,
        range: TimeRange,
        period: Option<Period>,
    ) -> Result<Self::Output, RowError> {
        let _ = range;
        self.read(row, period)
    }
}

/// What is read for a selection: its columns, the number of versions, and the filter that the columns need.
pub(in crate::db) fn read_of<R, S: SelectedColumns<R>>(
    selection: &S,
    max_versions: u32,
) -> ReadOptions {
    // The number of versions first: columns may depend on it.
    let mut read = ReadOptions {
        max_versions,
        ..ReadOptions::default()
    };
    selection.add_columns(&mut read);
    read.filter = selection.own_filter(max_versions);
    read
}

/// Checks that another struct belongs to the same table, with the same key.
pub(in crate::db) fn check(
    whole: &TableSchema,
    selected: Option<&TableSchema>,
    about: CallContext<'_>,
) -> Result<(), Error> {
    let Some(narrower) = selected else {
        return Ok(());
    };
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

/// Checks that a row that was read with its versions has all of its columns.
pub(in crate::db) fn check_versions<R, S: Selection<R>>(
    selection: &S,
    row: &Row,
    max_versions: u32,
) -> Result<(), RowError> {
    match selection.schema() {
        Some(schema) => values::check_versions(schema, row, max_versions),
        None => Ok(()),
    }
}

/// Rows as structs of type `T`: reads exactly the columns that `T` declares.
pub struct Whole<T>(PhantomData<fn() -> T>);

impl<T> Whole<T> {
    pub(in crate::db) const fn new() -> Self {
        Self(PhantomData)
    }
}

debug_text!(Whole[T] "Whole");

impl<R, T: Table> SelectedColumns<R> for Whole<T> {
    fn row_name(&self) -> &'static str {
        T::SCHEMA.row
    }

    fn schema(&self) -> Option<&'static TableSchema> {
        Some(T::SCHEMA)
    }

    fn add_columns(&self, read: &mut ReadOptions) {
        T::SCHEMA.add_columns(read);
    }

    fn own_filter(&self, max_versions: u32) -> Option<Filter> {
        T::SCHEMA.own_filter(max_versions)
    }
}

impl<R, T: Table + FromRowOwned + 'static> Selection<R> for Whole<T> {
    type Output = T;

    #[inline]
    fn read_cells(&self, cells: &RowCells<'_>) -> Result<T, RowError> {
        T::from_row(cells).map_err(|error| values::cut_off(T::SCHEMA, cells).unwrap_or(error))
    }
}

/// Rows as values of single columns: a token, or a tuple of tokens.
#[derive(Clone, Copy, Debug)]
pub struct Cells<C>(pub(in crate::db) C);

impl<R: Table, C: ColumnSet<R>> SelectedColumns<R> for Cells<C> {
    fn row_name(&self) -> &'static str {
        R::SCHEMA.row
    }

    fn add_columns(&self, read: &mut ReadOptions) {
        self.0.add_columns(read);
    }
}

impl<R: Table, C: ColumnSet<R>> Selection<R> for Cells<C> {
    type Output = C::Output;

    #[inline]
    fn read_cells(&self, cells: &RowCells<'_>) -> Result<C::Output, RowError> {
        self.0.read(cells)
    }
}

/// Columns of the table of `R`: a token yields its field's type, a tuple of tokens a tuple.
#[diagnostic::on_unimplemented(
    message = "`{Self}` names no columns of `{R}`",
    label = "expected a column token of `{R}`, such as `{R}::NAME`, or a tuple of up to 12 of them"
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
    fn for_each(self, each: &mut dyn FnMut(&'static str, ColumnQualifier));

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

    fn for_each(self, each: &mut dyn FnMut(&'static str, ColumnQualifier)) {
        each(self.family(), self.qualifier());
    }

    #[inline]
    fn read(&self, cells: &RowCells<'_>) -> Result<F, RowError> {
        match self.default() {
            Some(default) => cells.cell_or::<F, C>(self.schema(), default),
            None => cells.cell::<F, C>(self.schema()),
        }
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

            fn for_each(self, each: &mut dyn FnMut(&'static str, ColumnQualifier)) {
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
