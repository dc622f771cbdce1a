//! The trait of rows that generic code uses.

use crate::key::DecodeKey;
use crate::properties::RowParts;
use crate::query::ScanStart;
use crate::table::{FixedName, FromRowOwned, KeyFor, KeyOf, Table, Writable};

/// A row of a table that owns its data: the only bound that generic code needs.
///
/// Every struct that derives `HTable` implements it, with and without indexes, unless it has lifetimes, or a table whose
/// name contains a date.
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
    message = "`{Self}` is not a row of a table that owns its data",
    label = "a struct that derives `HTable` and owns all of its fields is expected here",
    note = "derive `HTable` on it; a struct with a lifetime only has `Table` and `FromRow`"
)]
pub trait TableRow:
    Table<Key: KeyFor<Self> + Clone + for<'k> DecodeKey<'k>>
    + FixedName
    + Writable
    + FromRowOwned
    + 'static
{
    /// The scan builder without any key part.
    type Scan: ScanStart<Row = Self>;

    /// The row's key.
    fn key(&self) -> Self::Key;

    /// Starts a scan by the parts of the row key.
    fn scan() -> Self::Scan;
}

#[diagnostic::do_not_recommend]
impl<T: WholeRow> TableRow for T {
    type Scan = <T as RowParts>::Scan;

    #[inline]
    fn key(&self) -> KeyOf<T> {
        self.key_of_row()
    }

    #[inline]
    fn scan() -> Self::Scan {
        T::start_scan()
    }
}

/// The conditions of [`TableRow`] as one bound: if one of its methods is called without the bound, the compiler lists
/// the conditions of its impl.
pub trait WholeRow:
    Table<Key: KeyFor<Self> + Clone + for<'k> DecodeKey<'k>>
    + FixedName
    + Writable
    + FromRowOwned
    + RowParts<Key = KeyOf<Self>, Scan: ScanStart<Row = Self>>
    + 'static
{
}

#[diagnostic::do_not_recommend]
impl<T> WholeRow for T where
    T: Table<Key: KeyFor<T> + Clone + for<'k> DecodeKey<'k>>
        + FixedName
        + Writable
        + FromRowOwned
        + RowParts<Key = KeyOf<T>, Scan: ScanStart<Row = T>>
        + 'static
{
}
