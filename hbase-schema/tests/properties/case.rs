//! A table under test: its rows, its values as the interpreter takes them, its queries.

use std::fmt::Debug;

use hbase_schema::key::{DecodeKey, KeyError};
use hbase_schema::model::PartValue;
use hbase_schema::query::{Cost, KeyRanges, PartCheck, RowRange};
use hbase_schema::{Sequence, Table, TimeOfDay, Timestamp};
use proptest::strategy::BoxedStrategy;

/// A table under test.
pub(crate) trait Case:
    Table<Key: for<'k> DecodeKey<'k> + Debug + PartialEq> + Clone + Debug + 'static
{
    /// Reading returns less than was written: times that are truncated.
    const LOSSY: bool;

    /// Random rows.
    fn rows() -> BoxedStrategy<Self>;

    /// The parts as the interpreter takes them.
    fn values(&self) -> Vec<PartValue>;

    /// The parts of a key.
    fn key_values(key: &Self::Key) -> Vec<PartValue>;

    /// Every path of the builder, with the rows that it selects.
    fn queries(p: &Self, q: &Self) -> Vec<Query<Self>>;
}

/// Ranges of keys, and the rows that they must contain.
pub(crate) struct Query<R> {
    pub(crate) path: &'static str,
    pub(crate) ranges: Result<(Vec<RowRange>, Vec<PartCheck>), KeyError>,
    pub(crate) most: Option<u32>,
    pub(crate) holds: Box<dyn Fn(&R) -> bool>,
}

impl<R> Query<R> {
    pub(crate) fn new<C: Cost>(
        path: &'static str,
        ranges: Result<KeyRanges<R, C>, KeyError>,
        holds: impl Fn(&R) -> bool + 'static,
    ) -> Self {
        Self {
            path,
            most: C::RANGES,
            ranges: ranges.map(KeyRanges::into_parts),
            holds: Box::new(holds),
        }
    }
}

/// A query: the path, and the condition of the rows that it selects.
macro_rules! query {
    ($p:ident, $q:ident, $path:expr, |$row:ident| $holds:expr) => {
        crate::case::Query::new(stringify!($path), ($path).ranges(), {
            #[allow(unused_variables, reason = "not every query needs both")]
            let ($p, $q) = ($p.clone(), $q.clone());
            move |$row: &Self| $holds
        })
    };
}
pub(crate) use query;

/// Declares a table, and how it is tested.
macro_rules! case {
    (
        $(#[$meta:meta])*
        $name:ident / $key:ident {
            $($(#[$attr:meta])* $field:ident: $type:ty = $values:expr,)*
        }
        lossy = $lossy:literal
        |$p:ident, $q:ident| [$(($path:expr, |$row:ident| $holds:expr)),* $(,)?]
    ) => {
        #[derive(hbase_schema::HTable, Debug, Clone, PartialEq)]
        $(#[$meta])*
        #[family("D1")]
        pub(crate) struct $name {
            $($(#[$attr])* pub(crate) $field: $type,)*
            pub(crate) cell: u8,
        }

        impl crate::case::Case for $name {
            const LOSSY: bool = $lossy;

            fn rows() -> proptest::strategy::BoxedStrategy<Self> {
                use proptest::strategy::Strategy;
                ($($values,)*).prop_map(|($($field,)*)| Self { $($field,)* cell: 0 }).boxed()
            }

            fn values(&self) -> Vec<hbase_schema::model::PartValue> {
                vec![$(crate::case::ToValue::to_value(&self.$field)),*]
            }

            fn key_values(key: &$key) -> Vec<hbase_schema::model::PartValue> {
                vec![$(crate::case::ToValue::to_value(&key.$field)),*]
            }

            fn queries($p: &Self, $q: &Self) -> Vec<crate::case::Query<Self>> {
                vec![$(crate::case::query!($p, $q, $path, |$row| $holds)),*]
            }
        }
    };
}
pub(crate) use case;

/// A part's value as the interpreter takes it.
pub(crate) trait ToValue {
    fn to_value(&self) -> PartValue;
}

macro_rules! to_value {
    ($($type:ty)*) => {$(
        impl ToValue for $type {
            fn to_value(&self) -> PartValue {
                self.clone().into()
            }
        }
    )*};
}

to_value!(u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 bool String Vec<u8>);

impl ToValue for Timestamp {
    fn to_value(&self) -> PartValue {
        PartValue::Time(self.as_millis())
    }
}

impl ToValue for TimeOfDay {
    fn to_value(&self) -> PartValue {
        PartValue::TimeOfDay(self.as_millis())
    }
}

impl<T: ToValue> ToValue for Sequence<T> {
    fn to_value(&self) -> PartValue {
        self.0.to_value()
    }
}

impl<const N: usize> ToValue for [u8; N] {
    fn to_value(&self) -> PartValue {
        PartValue::Bytes(self.to_vec())
    }
}
