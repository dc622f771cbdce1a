//! The traits of structs that derive `HTable`.

use hbase_backend::cell::given_timestamp;
use hbase_backend::{CellBlock, LATEST_TIMESTAMP, Row};
use hbase_model::time::{Period, PeriodUnit};

use crate::cell::{CellWriter, RowCells, RowError, RowErrorKind};
use crate::key::{KeyError, KeyWriter, RowKey, TableDate, Turns, WholeKey, encode_with};
use crate::lock::Locked;
use crate::properties::{HasFixedName, HasNoIndex, OwnsItsData};
use crate::schema::{ColumnSchema, TableSchema};

/// A struct that is a row of a table.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a table",
    label = "no `#[derive(HTable)]` on this type",
    note = "derive `HTable` on the struct, with `#[table(\"NS:NAME\")]` and a `#[rowkey]` on the fields of its key"
)]
pub trait Table: Sized {
    /// The row key as a separate struct.
    type Key: RowKey;

    /// The table as data.
    const SCHEMA: &'static TableSchema;

    /// The table as a statement of `HBase`'s shell, without the tables of its indexes, whose splits depend
    /// on types: [`TableSchema::ddl`] has them.
    const DDL: &'static str;

    /// The hashes by which `lock!` compares the struct with the lock.
    #[doc(hidden)]
    const LOCKED: Locked = Locked::of(Self::SCHEMA);

    /// Whether a field holds the cells' timestamp: `#[timestamp]`.
    #[doc(hidden)]
    const VERSIONED: bool = false;

    /// Whether a time in the key orders the rows: a [`Flag`].
    #[doc(hidden)]
    type Time;

    /// Other facts about the table at compile time: `Properties`.
    #[doc(hidden)]
    type Properties;

    /// Encodes the key's parts, in order.
    #[doc(hidden)]
    fn write_key<W: WholeKey>(&self, out: &mut KeyWriter<Self::Key, W>) -> Result<(), KeyError>;

    /// Encodes the cells.
    #[doc(hidden)]
    fn write_cells(&self, out: &mut CellWriter<'_>);

    /// The cells' timestamp; `None` for the server's clock.
    #[doc(hidden)]
    fn timestamp(&self) -> Option<i64> {
        None
    }

    /// The period of the row's table, if the table's name contains a date.
    #[doc(hidden)]
    #[inline]
    fn period(&self) -> Result<Option<Period>, KeyError> {
        Ok(None)
    }

    /// Counts a write in the field with `#[version]`.
    #[doc(hidden)]
    #[inline]
    fn count_write(&mut self) {}
}

/// References to rows are rows, so that calls on many rows take either.
#[diagnostic::do_not_recommend]
impl<T: Table> Table for &T {
    type Key = T::Key;
    type Time = T::Time;
    type Properties = T::Properties;
    const SCHEMA: &'static TableSchema = T::SCHEMA;
    const DDL: &'static str = T::DDL;
    const LOCKED: Locked = T::LOCKED;
    const VERSIONED: bool = T::VERSIONED;

    #[inline]
    fn write_key<W: WholeKey>(&self, out: &mut KeyWriter<Self::Key, W>) -> Result<(), KeyError> {
        T::write_key(self, out)
    }

    #[inline]
    fn write_cells(&self, out: &mut CellWriter<'_>) {
        T::write_cells(self, out);
    }

    #[inline]
    fn timestamp(&self) -> Option<i64> {
        T::timestamp(self)
    }

    #[inline]
    fn period(&self) -> Result<Option<Period>, KeyError> {
        T::period(self)
    }
}

/// A table with a fixed name. `#[derive(HTable)]` implements it for every struct whose table's name
/// contains no date.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a table with a fixed name",
    label = "no struct that derives `HTable`, or one whose table's name contains a date",
    note = "a table is a struct with `#[derive(HTable)]`, `#[table(\"NS:NAME\")]` and a `#[rowkey]` on the fields of its key",
    note = "if the table's name contains a date, give it: `db.dated::<{Self}>()` creates, scans and drops the tables of a date, or of a range of them; rows and keys have it in a field",
    note = "generic code bounds its rows by `TableRow`, or by `FixedName`"
)]
pub trait FixedName: Table<Properties: HasFixedName> {}

#[diagnostic::do_not_recommend]
impl<T: Table<Properties: HasFixedName>> FixedName for T {}

/// A table that this program can write: every table, with the feature `index`; without this feature, a table without
/// `#[index]`.
///
/// `#[derive(HTable)]` implements it. Generic code that writes bounds its rows by it, or by
/// [`TableRow`](crate::TableRow), which contains it.
#[cfg_attr(
    not(feature = "index"),
    diagnostic::on_unimplemented(
        message = "`{Self}` is not a table that this program can write",
        label = "no struct that derives `HTable`, or one with `#[index]`",
        note = "a table is a struct with `#[derive(HTable)]`, `#[table(\"NS:NAME\")]` and a `#[rowkey]` on the fields of its key",
        note = "writes of a table with `#[index]` change the tables of its indexes too: enable the feature `index` of `hbase-schema`",
        note = "generic code that writes bounds its rows by `Writable`, or by `TableRow`, which contains it"
    )
)]
#[cfg_attr(
    feature = "index",
    diagnostic::on_unimplemented(
        message = "`{Self}` is not a table",
        label = "no struct that derives `HTable`",
        note = "a table is a struct with `#[derive(HTable)]`, `#[table(\"NS:NAME\")]` and a `#[rowkey]` on the fields of its key",
        note = "generic code that writes bounds its rows by `Writable`, or by `TableRow`, which contains it"
    )
)]
pub trait Writable: Table {}

#[cfg(feature = "index")]
#[diagnostic::do_not_recommend]
impl<T: Table> Writable for T {}

#[cfg(not(feature = "index"))]
#[diagnostic::do_not_recommend]
impl<T: Table<Properties: HasNoIndex>> Writable for T {}

/// The earlier name of [`Writable`].
#[deprecated(note = "use `Writable`: every table can be written by the connection itself")]
pub trait Unindexed: Writable {}

#[allow(deprecated, reason = "the impl of the deprecated trait")]
#[diagnostic::do_not_recommend]
impl<T: Writable> Unindexed for T {}

/// A table without indexes.
///
/// `#[derive(HTable)]` implements it for every struct without `#[index]`. Calls that leave a part of the write to the
/// server need it: the server computes the new value of an increment and of an append, and the index would not know it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a table without indexes",
    label = "no struct that derives `HTable`, or one with `#[index]`",
    note = "increments, appends, dynamic columns, and writes with a version are not possible in a table with `#[index]`: its indexes have to know the row's values before the row is written",
    note = "`db.update(&key, …)` changes a row by a function of its current value"
)]
pub trait WithoutIndex: Table<Properties: HasNoIndex> {}

#[diagnostic::do_not_recommend]
impl<T: Table<Properties: HasNoIndex>> WithoutIndex for T {}

/// A table for each period: its name contains a date, `#[table("DLQX:TRADE_{yyyyMMdd}")]`.
///
/// `#[derive(HTable)]` implements it.
#[diagnostic::on_unimplemented(
    message = "the name of the table of `{Self}` contains no date",
    label = "a table without a date in its name, or no struct that derives `HTable`",
    note = "a date is written between braces: `#[table(\"DLQX:TRADE_{{yyyyMMdd}}\")]`, with a field `#[table_date]`"
)]
pub trait DatedTable: Table {
    /// The type of the field with the date.
    type Date: TableDate;

    /// The length of a period.
    const UNIT: PeriodUnit;
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
/// `#[derive(HTable)]` implements it depending on the encodings of the key parts: a time's bytes sort by time in every
/// encoding except `reverse`.
#[diagnostic::on_unimplemented(
    message = "the rows of `{Self}` cannot be read newest first",
    label = "a row key without a time by which rows are ordered, or no struct that derives `HTable`",
    note = "a time that is written backwards (`reverse`) orders nothing: its last digits come first",
    note = "if the versions are the times, read them with `history`; to go against the order of the keys, use `reversed`"
)]
pub trait NewestFirst: Table {}

#[diagnostic::do_not_recommend]
impl<T: Table> NewestFirst for T where T::Time: IsSet {}

/// A key of rows of type `R`: `CallKey` is a `KeyFor<Call>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a row key of `{R}`",
    label = "expected the key struct that `#[derive(HTable)]` makes next to `{R}`"
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
/// Structs that derive `HTable` implement it if they have no lifetimes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read into a value that is kept",
    label = "a struct that derives `HTable` and owns all of its fields is expected here",
    note = "a struct with a lifetime borrows from the row that it is read from: take rows by `raw_rows()` or `get_raw`, which outlive it, and read them by `hbase_schema::table::decode_row`",
    note = "or give the struct owned fields: `String` for `&str` and `Cow<str>`",
    note = "generic code bounds its rows by `TableRow`, which is this and `Table`"
)]
pub trait FromRowOwned: for<'r> FromRow<'r> {}

#[diagnostic::do_not_recommend]
impl<T: OwnsItsData + for<'r> FromRow<'r>> FromRowOwned for T {}

/// A group of columns that several tables share: `#[derive(Columns)]`, and `flatten` in `#[column]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be flattened into a table",
    label = "no `#[derive(Columns)]` on this type",
    note = "derive `Columns` on the struct whose fields are the columns of the group"
)]
pub trait Columns: Sized {
    /// The columns.
    const COLUMNS: &'static [ColumnSchema];

    /// Whether a value may have none of the columns.
    #[doc(hidden)]
    const MAY_BE_ABSENT: bool = false;

    /// Encodes the cells.
    #[doc(hidden)]
    fn write_columns(&self, out: &mut CellWriter<'_>);
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
    const MAY_BE_ABSENT: bool = true;

    fn write_columns(&self, out: &mut CellWriter<'_>) {
        if let Some(columns) = self {
            columns.write_columns(out);
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
    encode_with::<T::Key>(Turns::take, |out| row.write_key(out))
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
    encode_row_at(row, row.timestamp(), block)
}

/// Encodes a struct, all of whose cells have this timestamp.
#[inline]
pub(crate) fn encode_row_at<T: Table>(
    row: &T,
    timestamp: Option<i64>,
    block: &mut CellBlock,
) -> Result<<T::Key as RowKey>::Bytes, RowError> {
    let key = encode_key(row)?;
    let before = block.len();
    let timestamp = match timestamp {
        Some(timestamp) => version_of(T::SCHEMA, key.as_ref(), timestamp)?,
        None => LATEST_TIMESTAMP,
    };
    let cells = CellWriter::new(block, T::SCHEMA.row, key.as_ref(), timestamp);
    let mut cells = cells.complete(T::SCHEMA.period.is_some());
    row.write_cells(&mut cells);
    cells.finish()?;
    if block.len() == before {
        return Err(nothing_written(T::SCHEMA, key.as_ref()));
    }
    Ok(key)
}

/// The cells' timestamp of a row: the field's, or the start of its period.
fn version_of(schema: &TableSchema, key: &[u8], timestamp: i64) -> Result<i64, RowError> {
    let row = schema.row;
    if let Some(period) = schema.period {
        return period.start_of(timestamp).map_err(|cause| {
            RowError::from(RowErrorKind::EncodeVersion {
                row,
                key: crate::key::printable(key),
                field: schema.timestamp.unwrap_or_default(),
                cause: cause.into(),
            })
        });
    }
    given_timestamp(timestamp).map_err(|cause| {
        let key = crate::key::printable(key);
        RowErrorKind::Model { row, key, cause }.into()
    })
}

#[cold]
fn nothing_written(schema: &TableSchema, key: &[u8]) -> RowError {
    let (row, key) = (schema.row, crate::key::printable(key));
    let mut maps = schema.whole_dynamic();
    let has_maps = maps.any(|map| !map.counter);
    let kind = if schema.cells().next().is_none() && !has_maps {
        RowErrorKind::OnlyDynamic { row, key }
    } else if schema.has_counters() {
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

/// Decodes a struct from a row of a table whose name contains a date: the struct's field of that
/// date is the period, which the row does not contain.
///
/// # Errors
/// Same as [`decode_row`], and [`RowError`] for a period that the field's type cannot represent.
pub fn decode_dated_row<'r, T: DatedTable + FromRow<'r>>(
    row: &'r Row,
    period: Period,
) -> Result<T, RowError> {
    T::from_row(&RowCells::new(row, T::SCHEMA.row).of_period(Some(period)))
}
