//! Two tables of Hive as structs, and their rows as lines of a file that Hive reads.

use std::collections::BTreeMap;

use fastrand::Rng;
use hbase_schema::db::Unversioned;
use hbase_schema::{Connection, FixedName, FromRowOwned, HTable, RowKey, Writable};
use serde_json::Value;

use crate::values::{
    double, float, integer, line, map, maybe, merged, number, of_float, of_map, read, short_text,
    text, text_of,
};

/// A row of a table that Hive has too.
pub(crate) trait HiveRow:
    FixedName + Writable + Unversioned + FromRowOwned + Clone + std::fmt::Debug + 'static
{
    /// The table in Hive.
    const NAME: &'static str;
    /// The columns of a file with rows, whose key has a column for each part.
    const FILE: &'static str;
    /// The values for the table, from those columns.
    const VALUES: &'static str;

    /// A random row.
    fn random(rng: &mut Rng) -> Self;

    /// The row after a put of `new`, which has the same key: no cell is deleted.
    fn after(self, new: Self) -> Self;

    /// The same row with the key of another one.
    fn with_key_of(self, other: &Self) -> Self;

    /// The values in the order of the file.
    fn line(&self) -> String;

    /// The row of the values that `SELECT *` returns.
    fn of_values(values: &[Value]) -> Self;

    /// The key's bytes.
    fn key_bytes(&self) -> Vec<u8>;

    /// All rows of the table.
    async fn all(db: &Connection) -> Vec<Self>;

    /// Deletes the row.
    async fn delete(&self, db: &Connection);
}

/// Items that are the same for both tables.
macro_rules! calls {
    () => {
        fn key_bytes(&self) -> Vec<u8> {
            self.key().encode().expect("the key fits").as_ref().to_vec()
        }

        async fn all(db: &Connection) -> Vec<Self> {
            db.scan(Self::scan().all())
                .rows()
                .collect()
                .await
                .expect("rows")
        }

        async fn delete(&self, db: &Connection) {
            db.delete(&self.key()).await.expect("a row");
        }
    };
}

/// A struct as key, cells of text, binary cells, and maps.
#[derive(HTable, Debug, Clone)]
#[table("hive_readings", naming = hbase, rename_all = "snake_case")]
#[rowkey(separator = "|")]
#[family("d"; "notes")]
pub(crate) struct Reading {
    #[rowkey]
    pub(crate) place: String,
    #[rowkey(text)]
    pub(crate) number: i64,
    #[family("d")]
    pub(crate) level: i32,
    #[family("d")]
    tiny: Option<i8>,
    #[family("d")]
    small: Option<i16>,
    #[family("d")]
    big: Option<i64>,
    #[family("d")]
    exact: Option<f64>,
    #[family("d")]
    narrow: Option<f32>,
    #[family("d")]
    flag: Option<bool>,
    #[family("d")]
    #[column(java_text)]
    pub(crate) ratio: Option<f64>,
    #[family("d")]
    #[column(java_text)]
    share: Option<f32>,
    #[family("d")]
    #[column(java_text)]
    open: Option<bool>,
    #[family("d")]
    #[column(text)]
    count: Option<i64>,
    #[family("d")]
    words: Option<String>,
    #[family("d")]
    #[column(dynamic, prefix = "tag_")]
    tags: BTreeMap<String, String>,
    #[family("notes")]
    #[column(dynamic, java_text)]
    notes: BTreeMap<String, f64>,
}

impl HiveRow for Reading {
    const NAME: &'static str = "hive_readings";
    const FILE: &'static str = "place STRING, number BIGINT, level INT, tiny TINYINT, small SMALLINT, big BIGINT, \
        `exact` DOUBLE, narrow FLOAT, flag BOOLEAN, ratio DOUBLE, share FLOAT, open BOOLEAN, count BIGINT, words STRING, \
        tags MAP<STRING, STRING>, notes MAP<STRING, DOUBLE>";
    const VALUES: &'static str = "named_struct('place', place, 'number', number), level, tiny, small, big, `exact`, narrow, \
        flag, ratio, share, open, count, words, tags, notes";

    fn random(rng: &mut Rng) -> Self {
        Self {
            place: short_text(rng),
            number: rng.i64(-200..200),
            level: rng.i32(..),
            tiny: maybe(rng, |rng| rng.i8(..)),
            small: maybe(rng, |rng| rng.i16(..)),
            big: maybe(rng, |rng| rng.i64(..)),
            exact: maybe(rng, double),
            narrow: maybe(rng, float),
            flag: maybe(rng, Rng::bool),
            ratio: maybe(rng, double),
            share: maybe(rng, float),
            open: maybe(rng, Rng::bool),
            count: maybe(rng, |rng| rng.i64(..)),
            words: maybe(rng, text),
            tags: map(rng, |rng| {
                // A map of Hive does not show an empty cell.
                (rng.u8(..9).to_string(), short_text(rng))
            }),
            notes: map(rng, |rng| (short_text(rng), f64::from(rng.i16(..)) / 8.0)),
        }
    }

    fn after(self, new: Self) -> Self {
        Self {
            tiny: new.tiny.or(self.tiny),
            small: new.small.or(self.small),
            big: new.big.or(self.big),
            exact: new.exact.or(self.exact),
            narrow: new.narrow.or(self.narrow),
            flag: new.flag.or(self.flag),
            ratio: new.ratio.or(self.ratio),
            share: new.share.or(self.share),
            open: new.open.or(self.open),
            count: new.count.or(self.count),
            words: new.words.clone().or(self.words),
            tags: merged(self.tags, &new.tags),
            notes: merged(self.notes, &new.notes),
            ..new
        }
    }

    fn with_key_of(self, other: &Self) -> Self {
        Self {
            place: other.place.clone(),
            number: other.number,
            ..self
        }
    }

    fn line(&self) -> String {
        // Hive expects the prefix in the keys of the map.
        let tags = self
            .tags
            .iter()
            .map(|(key, value)| format!("tag_{key}:{value}"));
        let notes = self
            .notes
            .iter()
            .map(|(key, value)| format!("{key}:{value}"));
        line([
            Some(self.place.clone()),
            number(Some(self.number)),
            number(Some(self.level)),
            number(self.tiny),
            number(self.small),
            number(self.big),
            self.exact.map(of_float),
            self.narrow.map(of_float),
            number(self.flag),
            self.ratio.map(of_float),
            self.share.map(of_float),
            number(self.open),
            number(self.count),
            self.words.clone(),
            Some(tags.collect::<Vec<_>>().join(",")),
            Some(notes.collect::<Vec<_>>().join(",")),
        ])
    }

    fn of_values(values: &[Value]) -> Self {
        let key = values[0].as_str().expect("a struct as JSON");
        let key: Value = serde_json::from_str(key).expect("JSON");
        let tags = of_map(&values[13], |value| text_of(value).expect("text"));
        let tag = |key: String| key.strip_prefix("tag_").expect("the prefix").to_owned();
        Self {
            place: text_of(&key["place"]).expect("text"),
            number: key["number"].as_i64().expect("a number"),
            level: integer(&values[1]).expect("a number"),
            tiny: integer(&values[2]),
            small: integer(&values[3]),
            big: integer(&values[4]),
            exact: text_of(&values[5]).map(|text| read(&text)),
            narrow: text_of(&values[6]).map(|text| read(&text)),
            flag: values[7].as_bool(),
            ratio: text_of(&values[8]).map(|text| read(&text)),
            share: text_of(&values[9]).map(|text| read(&text)),
            open: values[10].as_bool(),
            count: integer(&values[11]),
            words: text_of(&values[12]),
            tags: tags
                .into_iter()
                .map(|(key, value)| (tag(key), value))
                .collect(),
            notes: of_map(&values[14], |value| value.as_f64().expect("a number")),
        }
    }

    calls! {}
}

/// A binary key, and a map of binary values.
#[derive(HTable, Debug, Clone)]
#[table("hive_meters", naming = hbase, rename_all = "snake_case")]
#[family("d"; "hours")]
pub(crate) struct Meter {
    #[rowkey]
    pub(crate) id: u32,
    #[family("d")]
    #[column(java_text)]
    pub(crate) level: f64,
    #[family("d")]
    #[column(java_text)]
    open: bool,
    #[family("d")]
    note: Option<String>,
    #[family("hours")]
    #[column(dynamic)]
    hours: BTreeMap<String, i64>,
}

impl HiveRow for Meter {
    const NAME: &'static str = "hive_meters";
    const FILE: &'static str =
        "id INT, level DOUBLE, open BOOLEAN, note STRING, hours MAP<STRING, BIGINT>";
    const VALUES: &'static str = "id, level, open, note, hours";

    fn random(rng: &mut Rng) -> Self {
        Self {
            id: rng.u32(..5000),
            level: double(rng),
            open: rng.bool(),
            note: maybe(rng, text),
            hours: map(rng, |rng| (short_text(rng), rng.i64(..))),
        }
    }

    fn after(self, new: Self) -> Self {
        Self {
            note: new.note.clone().or(self.note),
            hours: merged(self.hours, &new.hours),
            ..new
        }
    }

    fn with_key_of(self, other: &Self) -> Self {
        Self {
            id: other.id,
            ..self
        }
    }

    fn line(&self) -> String {
        let hours = self
            .hours
            .iter()
            .map(|(key, value)| format!("{key}:{value}"));
        line([
            number(Some(self.id)),
            Some(of_float(self.level)),
            number(Some(self.open)),
            self.note.clone(),
            Some(hours.collect::<Vec<_>>().join(",")),
        ])
    }

    fn of_values(values: &[Value]) -> Self {
        Self {
            id: integer(&values[0]).expect("a number"),
            level: read(values[1].as_str().expect("a float as text")),
            open: values[2].as_bool().expect("a boolean"),
            note: text_of(&values[3]),
            hours: of_map(&values[4], |value| value.as_i64().expect("a number")),
        }
    }

    calls! {}
}
