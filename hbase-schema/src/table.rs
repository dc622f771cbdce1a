//! What a struct with `#[derive(HTable)]` can do.

use hbase_model::cell::given_timestamp;
use hbase_model::{CellBlock, LATEST_TIMESTAMP, Row};

use crate::cell::{CellWriter, RowCells, RowError, RowErrorKind};
use crate::key::{KeyError, KeyWriter, RowKey, WholeKey, encode_with};
use crate::schema::{ColumnSchema, TableSchema};

/// A struct that stands for the rows of a table.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no table",
    label = "no `#[derive(HTable)]` on this type",
    note = "derive `HTable` on the struct, with `#[table(\"NS:NAME\")]` and a `#[rowkey]` on the fields of its key"
)]
pub trait Table: Sized {
    /// The row key as a struct of its own.
    type Key: RowKey;

    /// The table as data.
    const SCHEMA: &'static TableSchema;

    /// The table as a statement of `HBase`'s shell.
    const DDL: &'static str;

    /// Whether a field holds the cells' timestamp: `#[timestamp]`.
    #[doc(hidden)]
    const VERSIONED: bool = false;

    /// Writes the key's parts, in order.
    #[doc(hidden)]
    fn write_key<W: WholeKey>(&self, out: &mut KeyWriter<Self::Key, W>) -> Result<(), KeyError>;

    /// Writes the cells.
    #[doc(hidden)]
    fn write_cells(&self, out: &mut CellWriter<'_>) -> Result<(), RowError>;

    /// The cells' timestamp; `None` for the server's clock.
    #[doc(hidden)]
    fn timestamp(&self) -> Option<i64> {
        None
    }
}

/// A reference is as good as the row itself, so that many rows can be given either way.
impl<T: Table> Table for &T {
    type Key = T::Key;
    const SCHEMA: &'static TableSchema = T::SCHEMA;
    const DDL: &'static str = T::DDL;
    const VERSIONED: bool = T::VERSIONED;

    #[inline]
    fn write_key<W: WholeKey>(&self, out: &mut KeyWriter<Self::Key, W>) -> Result<(), KeyError> {
        T::write_key(self, out)
    }

    #[inline]
    fn write_cells(&self, out: &mut CellWriter<'_>) -> Result<(), RowError> {
        T::write_cells(self, out)
    }

    #[inline]
    fn timestamp(&self) -> Option<i64> {
        T::timestamp(self)
    }
}

/// A key of rows of type `R`: `CallKey` is a `KeyFor<Call>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no row key of `{R}`",
    label = "expected the key struct that `#[derive(HTable)]` makes beside `{R}`"
)]
pub trait KeyFor<R>: RowKey {}

/// The row key of a table: `KeyOf<Call>` is `CallKey`.
pub type KeyOf<T> = <T as Table>::Key;

/// A row that can be read; `'r` is the row's lifetime, for fields that borrow.
pub trait FromRow<'r>: Sized {
    /// Reads a row.
    ///
    /// # Errors
    /// [`RowError`], which names the column that does not fit.
    fn from_row(row: &RowCells<'r>) -> Result<Self, RowError>;
}

/// A row that can be read and kept without what it was read from.
pub trait FromRowOwned: for<'r> FromRow<'r> {}

impl<T: for<'r> FromRow<'r>> FromRowOwned for T {}

/// A group of columns that several tables share: `#[derive(Columns)]`, and `flatten` in `#[column]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be flattened into a table",
    label = "no `#[derive(Columns)]` on this type",
    note = "derive `Columns` on the struct whose fields are the columns of the group"
)]
pub trait Columns: Sized {
    /// The columns.
    const COLUMNS: &'static [ColumnSchema];

    /// Writes the cells.
    #[doc(hidden)]
    fn write_columns(&self, out: &mut CellWriter<'_>) -> Result<(), RowError>;
}

/// A group of columns that can be read.
pub trait FromColumns<'r>: Sized {
    /// Reads the group's columns.
    #[doc(hidden)]
    fn from_columns(row: &RowCells<'r>) -> Result<Self, RowError>;
}

/// A group of which every column may be absent.
///
/// It is `None` where the row has none of its columns: a group of nothing but `None`s is read back
/// as `None`.
impl<T: Columns> Columns for Option<T> {
    const COLUMNS: &'static [ColumnSchema] = T::COLUMNS;

    fn write_columns(&self, out: &mut CellWriter<'_>) -> Result<(), RowError> {
        match self {
            Some(columns) => columns.write_columns(out),
            None => Ok(()),
        }
    }
}

impl<'r, T: Columns + FromColumns<'r>> FromColumns<'r> for Option<T> {
    fn from_columns(row: &RowCells<'r>) -> Result<Self, RowError> {
        if row.has_any(T::COLUMNS) {
            return T::from_columns(row).map(Some);
        }
        Ok(None)
    }
}

/// The row key of a struct.
///
/// # Errors
/// [`KeyError`], which names the part and the value that do not fit.
#[inline]
pub fn encode_key<T: Table>(row: &T) -> Result<<T::Key as RowKey>::Bytes, KeyError> {
    encode_with::<T::Key>(|out| row.write_key(out))
}

/// Writes a struct's key and cells; `block` takes the cells, the key is given back. Nothing is
/// allocated where `block` has room and the key is short.
///
/// # Errors
/// [`RowError`]; `block` may hold some of the row's cells then.
#[inline]
pub fn encode_row<T: Table>(
    row: &T,
    block: &mut CellBlock,
) -> Result<<T::Key as RowKey>::Bytes, RowError> {
    let key = encode_key(row)?;
    let before = block.len();
    let timestamp = row.timestamp().map_or(Ok(LATEST_TIMESTAMP), |timestamp| {
        given_timestamp(timestamp).map_err(|source| {
            RowError::from(RowErrorKind::Model {
                row: T::SCHEMA.row,
                key: crate::key::printable(key.as_ref()),
                source,
            })
        })
    })?;
    row.write_cells(&mut CellWriter::new(
        block,
        T::SCHEMA.row,
        key.as_ref(),
        timestamp,
    ))?;
    if block.len() == before {
        return Err(RowError::from(RowErrorKind::Empty {
            row: T::SCHEMA.row,
            key: crate::key::printable(key.as_ref()),
        }));
    }
    Ok(key)
}

/// Reads a struct from a row.
///
/// # Errors
/// [`RowError`], which names the column that does not fit.
#[inline]
pub fn decode_row<'r, T: Table + FromRow<'r>>(row: &'r Row) -> Result<T, RowError> {
    T::from_row(&RowCells::new(row, T::SCHEMA.row))
}
