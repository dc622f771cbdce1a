//! The traits of structs that derive `HTable`.

use hbase_model::cell::given_timestamp;
use hbase_model::{CellBlock, LATEST_TIMESTAMP, Row};

use crate::cell::{CellWriter, RowCells, RowError, RowErrorKind};
use crate::key::{DecodeKey, KeyError, KeyWriter, RowKey, WholeKey, encode_with};
use crate::query::ScanStart;
use crate::schema::{ColumnSchema, TableSchema};

/// A struct that is a row of a table.
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

    /// Whether a time in the key orders the rows: a [`Flag`].
    #[doc(hidden)]
    type Time;

    /// Encodes the key's parts, in order.
    #[doc(hidden)]
    fn write_key<W: WholeKey>(&self, out: &mut KeyWriter<Self::Key, W>) -> Result<(), KeyError>;

    /// Encodes the cells.
    #[doc(hidden)]
    fn write_cells(&self, out: &mut CellWriter<'_>) -> Result<(), RowError>;

    /// The cells' timestamp; `None` for the server's clock.
    #[doc(hidden)]
    fn timestamp(&self) -> Option<i64> {
        None
    }
}

/// References to rows are rows, so that calls on many rows take either.
#[diagnostic::do_not_recommend]
impl<T: Table> Table for &T {
    type Key = T::Key;
    type Time = T::Time;
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

/// A compile-time property of a table, as a type.
#[doc(hidden)]
#[derive(Debug)]
pub enum Flag<const YES: bool> {}

/// A flag that is set.
#[doc(hidden)]
pub trait IsSet {}

impl IsSet for Flag<true> {}

/// A table whose rows can be read newest first, by a time in their key.
///
/// `#[derive(HTable)]` implements it by the encodings of the key parts: a time's bytes sort by it
/// in every encoding except `reverse`.
#[diagnostic::on_unimplemented(
    message = "the rows of `{Self}` cannot be read newest first",
    label = "its row key has no time by which rows are ordered",
    note = "a time that is written backwards (`reverse`) orders nothing: its last digits come first",
    note = "where versions are the times, read them by `history`; to go against the order of the keys, use `reversed`"
)]
pub trait NewestFirst: Table {}

#[diagnostic::do_not_recommend]
impl<T: Table> NewestFirst for T where T::Time: IsSet {}

/// A key of rows of type `R`: `CallKey` is a `KeyFor<Call>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no row key of `{R}`",
    label = "expected the key struct that `#[derive(HTable)]` makes beside `{R}`"
)]
pub trait KeyFor<R>: RowKey {}

/// The row key of a table: `KeyOf<Call>` is `CallKey`.
pub type KeyOf<T> = <T as Table>::Key;

/// A row that can be decoded; `'r` is the row's lifetime, for fields that borrow.
pub trait FromRow<'r>: Sized {
    /// Decodes a row.
    ///
    /// # Errors
    /// [`RowError`], which names the column that cannot be decoded.
    fn from_row(row: &RowCells<'r>) -> Result<Self, RowError>;
}

/// A row that can be decoded and owns its data.
///
/// `#[derive(HTable)]` implements it for structs without lifetimes; a hand-written [`FromRow`] also
/// needs `impl FromRowOwned for MyRow {}`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read into a value that is kept",
    label = "a struct that derives `HTable` and owns all of its fields is expected here",
    note = "a struct with a lifetime borrows from the row that it is read from: take rows by `raw_rows()` or `raw()`, which outlive it, and read them by `hbase_schema::table::decode_row`",
    note = "or give the struct owned fields: `String` for `&str` and `Cow<str>`",
    note = "generic code bounds its rows by `TableRow`, which is this and `Table`"
)]
pub trait FromRowOwned: for<'r> FromRow<'r> {}

/// A row of a table that owns its data: the only bound that generic code needs.
///
/// `#[derive(HTable)]` implements it for every struct without lifetimes.
///
/// ```
/// use hbase_schema::query::ScanStart;
/// use hbase_schema::{Connection, Error, HTable, TableRow};
///
/// /// Writes a row, and reads the whole table back.
/// async fn put_and_list<T: TableRow>(db: &Connection, row: &T) -> Result<Vec<T>, Error> {
///     db.create_table::<T>().await?;
///     db.put(row).await?;
///     assert!(db.get(&row.key()).await?.is_some());
///     db.scan(T::scan().all()).rows().collect().await
/// }
///
/// #[derive(HTable)]
/// #[table("DLQX:WEATHER_DATA")]
/// #[family("D1")]
/// struct Weather {
///     #[rowkey]
///     city: String,
///     rain_mm: u32,
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Error> {
/// let db = hbase_schema::connect("memory:").await?;
/// let rows = put_and_list(&db, &Weather { city: "Seattle".into(), rain_mm: 47 }).await?;
/// assert_eq!(rows.len(), 1);
/// # Ok(())
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no row of a table that owns its data",
    label = "a struct that derives `HTable` and owns all of its fields is expected here",
    note = "derive `HTable` on it; a struct with a lifetime has `Table` and `FromRow` alone"
)]
pub trait TableRow:
    Table<Key: KeyFor<Self> + Clone + for<'k> DecodeKey<'k>> + FromRowOwned + 'static
{
    /// The scan builder without any key part.
    type Scan: ScanStart<Row = Self>;

    /// The row's key.
    fn key(&self) -> Self::Key;

    /// Starts a scan by the parts of the row key.
    fn scan() -> Self::Scan;
}

/// A group of columns that several tables share: `#[derive(Columns)]`, and `flatten` in `#[column]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be flattened into a table",
    label = "no `#[derive(Columns)]` on this type",
    note = "derive `Columns` on the struct whose fields are the columns of the group"
)]
pub trait Columns: Sized {
    /// The columns.
    const COLUMNS: &'static [ColumnSchema];

    /// Encodes the cells.
    #[doc(hidden)]
    fn write_columns(&self, out: &mut CellWriter<'_>) -> Result<(), RowError>;
}

/// A group of columns that can be decoded.
pub trait FromColumns<'r>: Sized {
    /// Decodes the group's columns.
    #[doc(hidden)]
    fn from_columns(row: &RowCells<'r>) -> Result<Self, RowError>;
}

/// A group whose columns may all be absent.
///
/// It is `None` if the row has none of its columns; a group of only `None`s is decoded as `None`.
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

/// Encodes the row key of a struct.
///
/// # Errors
/// [`KeyError`], which names the part and the value that cannot be encoded.
#[inline]
pub fn encode_key<T: Table>(row: &T) -> Result<<T::Key as RowKey>::Bytes, KeyError> {
    encode_with::<T::Key>(|out| row.write_key(out))
}

/// Encodes a struct: writes its cells to `block`, and returns its key. It does not allocate if
/// `block` has room and the key is short.
///
/// # Errors
/// [`RowError`]; `block` may then contain some of the row's cells.
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
                cause: source,
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
        return Err(nothing_written(T::SCHEMA, key.as_ref()));
    }
    Ok(key)
}

#[cold]
fn nothing_written(schema: &TableSchema, key: &[u8]) -> RowError {
    let (row, key) = (schema.row, crate::key::printable(key));
    let kind = if schema.has_counters() {
        RowErrorKind::OnlyCounters { row, key }
    } else {
        RowErrorKind::Empty { row, key }
    };
    kind.into()
}

/// Decodes a struct from a row.
///
/// # Errors
/// [`RowError`], which names the column that cannot be decoded.
#[inline]
pub fn decode_row<'r, T: Table + FromRow<'r>>(row: &'r Row) -> Result<T, RowError> {
    T::from_row(&RowCells::new(row, T::SCHEMA.row))
}
