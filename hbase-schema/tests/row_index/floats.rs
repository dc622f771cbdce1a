//! Indexed floats: both zeros are equal, and NaN is within no bounds, as in Rust's comparisons.

use std::ops::{Bound, RangeBounds};

use hbase_schema::HTable;
use hbase_schema::cell::Json;
use hbase_schema::key::CodecError;
use hbase_schema::key::encoding::{Desc, Native, Ordered};
use hbase_schema::row_index::{
    Entries, FieldTag, IndexField, IndexWriter, IndexedEntries, IndexedEntry, RowIndex,
};
use serde::{Deserialize, Serialize};

/// A float by its bits: JSON has no NaN.
#[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Reading {
    bits: u64,
}

impl Reading {
    const UP: IndexField<Self, f64> = IndexField::new("up", 1);
    const DOWN: IndexField<Self, f64, Desc<Ordered>> = IndexField::new("down", 2);
    const NARROW: IndexField<Self, f32> = IndexField::new("narrow", 3);
    const NATIVE: IndexField<Self, f64, Native> = IndexField::new("native", 4);

    fn value(&self) -> f64 {
        f64::from_bits(self.bits)
    }
}

impl IndexedEntry for Reading {
    const FIELDS: &'static [FieldTag] = &[
        Self::UP.declared(),
        Self::DOWN.declared(),
        Self::NARROW.declared(),
        Self::NATIVE.declared(),
    ];

    #[allow(clippy::cast_possible_truncation, reason = "the values fit in 32 bits")]
    fn write_index(&self, out: &mut IndexWriter<'_, Self>) -> Result<(), CodecError> {
        out.put(Self::UP, self.value())?;
        out.put(Self::DOWN, self.value())?;
        out.put(Self::NARROW, self.value() as f32)?;
        out.put(Self::NATIVE, self.value())
    }
}

#[derive(HTable, Debug)]
#[table("DLQX:READINGS")]
#[family("DATA")]
#[family("INDEX")]
struct Sensor {
    #[rowkey]
    id: u32,
    #[family("DATA")]
    #[column(dynamic, json)]
    readings: Entries<Reading>,
    #[family("INDEX")]
    #[column(dynamic)]
    index: RowIndex,
    #[family("DATA")]
    name: Option<String>,
}

const READINGS: IndexedEntries<Sensor, Reading, Json> =
    IndexedEntries::new(Sensor::READINGS, Sensor::INDEX);

const VALUES: [f64; 8] = [
    0.0,
    -0.0,
    1.5,
    -1.5,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    -f64::NAN,
];

/// The bits of the readings that pass, in a fixed order.
fn right(passes: impl Fn(f64) -> bool) -> Vec<u64> {
    let passing = VALUES.into_iter().filter(|value| passes(*value));
    sorted(passing.map(f64::to_bits).collect())
}

fn sorted(mut bits: Vec<u64>) -> Vec<u64> {
    bits.sort_unstable();
    bits
}

macro_rules! found {
    ($db:ident, $field:ident, $($condition:tt)*) => {{
        let entries = $db.entries(&SensorKey { id: 1 }, READINGS);
        let found = entries.by(Reading::$field).$($condition)*.stream();
        let found: Vec<_> = found.collect().await.unwrap();
        sorted(found.iter().map(|(_, reading)| reading.bits).collect())
    }};
}

#[tokio::test]
#[allow(clippy::cast_possible_truncation, reason = "the values fit in 32 bits")]
async fn queries_compare_as_rust_does() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Sensor>().await.unwrap();
    for bits in VALUES.map(f64::to_bits) {
        let entries = db.entries(&SensorKey { id: 1 }, READINGS);
        entries.put(&Reading { bits }).await.unwrap();
    }
    for value in VALUES {
        #[allow(clippy::float_cmp, reason = "as queries do")]
        let equal = right(|other| other == value);
        assert_eq!(found!(db, UP, equal(value)), equal, "{value}");
        assert_eq!(found!(db, DOWN, equal(value)), equal, "{value}");
        assert_eq!(found!(db, NARROW, equal(value as f32)), equal, "{value}");
        assert_eq!(found!(db, NATIVE, equal(value)), equal, "{value}");
        let ends = [Bound::Included(value), Bound::Excluded(value)];
        for end in ends {
            for range in [(end, Bound::Unbounded), (Bound::Unbounded, end)] {
                let within = right(|value| range.contains(&value));
                assert_eq!(found!(db, UP, range(range)), within, "{range:?}");
                assert_eq!(found!(db, DOWN, range(range)), within, "{range:?}");
                assert_eq!(found!(db, NATIVE, range(range)), within, "{range:?}");
                let narrow = (range.0.map(|end| end as f32), range.1.map(|end| end as f32));
                assert_eq!(found!(db, NARROW, range(narrow)), within, "{range:?}");
            }
        }
    }
    assert_eq!(found!(db, UP, all()).len(), VALUES.len());
    assert_eq!(found!(db, UP, range::<f64>(..)).len(), VALUES.len());
}
