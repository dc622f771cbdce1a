//! Types of fields that declare dynamic columns.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use super::qualifier::Qualifier;
use super::values::DynamicValues;
use crate::cell::{CellFacts, CellWriter, DecodeCell, EncodeCell, RowError};
use crate::debug::{copyable, debug_text};
use crate::schema::DynamicSchema;

/// The types of a field's qualifiers and values.
#[diagnostic::on_unimplemented(
    message = "`{Self}` holds no dynamic columns",
    label = "expected a `BTreeMap<Q, V>`, which is read with its row, or a `Dynamic<Q, V>`, which is not"
)]
pub trait DynamicTypes {
    /// The type of the qualifiers.
    type Qualifier;
    /// The type of the values.
    type Value;
    /// Whether the columns are read and written with their row.
    const IS_WHOLE: bool;
}

/// A field of dynamic columns whose values the codec `C` encodes.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` holds no dynamic columns",
    label = "expected a `BTreeMap<Q, V>`, which is read with its row, or a `Dynamic<Q, V>`, which is not"
)]
pub trait DynamicField<C>: DynamicTypes<Qualifier: Qualifier, Value: EncodeCell<C>> {
    /// The facts of the cells.
    #[doc(hidden)]
    const FACTS: CellFacts = <Self::Value as EncodeCell<C>>::FACTS;

    /// Encodes the cells.
    #[doc(hidden)]
    fn write_dynamic(&self, schema: &'static DynamicSchema, out: &mut CellWriter<'_>);
}

/// A field of dynamic columns that can be decoded; `'r` is the row's lifetime, for values that
/// borrow.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the dynamic columns of `{Self}` cannot be read with the codec `{C}`",
    label = "no way from the cells' bytes to this type"
)]
pub trait DecodeDynamic<'r, C>: Sized {
    /// Decodes the columns.
    #[doc(hidden)]
    fn read_dynamic(columns: DynamicValues<'r, '_>) -> Result<Self, RowError>;
}

impl<Q, V> DynamicTypes for BTreeMap<Q, V> {
    type Qualifier = Q;
    type Value = V;
    const IS_WHOLE: bool = true;
}

impl<Q: Qualifier, V: EncodeCell<C>, C> DynamicField<C> for BTreeMap<Q, V> {
    fn write_dynamic(&self, schema: &'static DynamicSchema, out: &mut CellWriter<'_>) {
        for (qualifier, value) in self {
            out.dynamic_cell::<Q, V, C>(schema, qualifier, value);
        }
    }
}

impl<'r, Q: Qualifier + Ord, V: DecodeCell<'r, C>, C> DecodeDynamic<'r, C> for BTreeMap<Q, V> {
    fn read_dynamic(columns: DynamicValues<'r, '_>) -> Result<Self, RowError> {
        columns.decoded::<Q, V, C>().collect()
    }
}

/// Dynamic columns that are not read with their row: a declaration without data, for rows of any
/// width.
///
/// [`Connection::dynamic`](crate::Connection::dynamic) reads and writes them.
///
/// ```
/// use hbase_schema::dynamic::Dynamic;
/// use hbase_schema::{HTable, Timestamp};
///
/// #[derive(HTable)]
/// #[table("DLQX:SENSOR_DATA")]
/// #[family("V")]
/// struct Sensor {
///     #[rowkey]
///     name: String,
///     #[column(dynamic)]
///     values: Dynamic<Timestamp, f64>,
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), hbase_schema::Error> {
/// let db = hbase_schema::connect("memory:").await?;
/// db.create_table::<Sensor>().await?;
/// let key = SensorKey { name: "north".into() };
/// let values = (0..100).map(|n| (Timestamp::from_millis(n * 1000), 20.5));
/// db.dynamic(&key, Sensor::VALUES).put_many(values).await?;
/// let from = Timestamp::from_millis(90_000);
/// assert_eq!(db.dynamic(&key, Sensor::VALUES).range(from..).count().await?, 10);
/// # Ok(())
/// # }
/// ```
pub struct Dynamic<Q, V>(PhantomData<fn() -> (Q, V)>);

impl<Q, V> Dynamic<Q, V> {
    /// The declaration.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<Q, V> Default for Dynamic<Q, V> {
    fn default() -> Self {
        Self::new()
    }
}

copyable!(Dynamic[Q, V]);

debug_text!(Dynamic[Q, V] "Dynamic");

impl<Q, V> PartialEq for Dynamic<Q, V> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<Q, V> Eq for Dynamic<Q, V> {}

impl<Q, V> Hash for Dynamic<Q, V> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl<Q, V> DynamicTypes for Dynamic<Q, V> {
    type Qualifier = Q;
    type Value = V;
    const IS_WHOLE: bool = false;
}

impl<Q: Qualifier, V: EncodeCell<C>, C> DynamicField<C> for Dynamic<Q, V> {
    fn write_dynamic(&self, _: &'static DynamicSchema, _: &mut CellWriter<'_>) {}
}

impl<'r, Q: Qualifier, V: DecodeCell<'r, C>, C> DecodeDynamic<'r, C> for Dynamic<Q, V> {
    fn read_dynamic(_: DynamicValues<'r, '_>) -> Result<Self, RowError> {
        Ok(Self::new())
    }
}
