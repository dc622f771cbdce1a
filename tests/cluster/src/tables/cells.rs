//! Every codec of cells.

use bigdecimal::BigDecimal;
use hbase_schema::{CellValue, Columns, HTable, TimeOfDay, Timestamp};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{plain, sample};

#[derive(HTable, Serialize, Debug, Clone, PartialEq)]
#[table("DLQX:CELL_NUMBERS")]
#[family("D1")]
pub struct Numbers {
    #[rowkey]
    pub id: u32,
    pub int_8: i8,
    pub int_16: i16,
    pub int_32: i32,
    pub int_64: i64,
    #[serde(serialize_with = "plain::text")]
    pub int_128: i128,
    pub word_8: u8,
    pub word_16: u16,
    pub word_32: u32,
    pub word_64: u64,
    #[serde(serialize_with = "plain::text")]
    pub word_128: u128,
    #[serde(serialize_with = "plain::debug")]
    pub float_32: f32,
    #[serde(serialize_with = "plain::debug")]
    pub float_64: f64,
    pub truth: bool,
    #[column(counter)]
    pub visits: i64,
    #[column(text)]
    pub digits: i64,
    #[column(text)]
    pub spoken: bool,
    #[serde(serialize_with = "plain::text")]
    pub decimal: Decimal,
    #[column(text)]
    #[serde(serialize_with = "plain::text")]
    pub price: Decimal,
    #[serde(serialize_with = "plain::text")]
    pub big: BigDecimal,
    pub maybe: Option<i32>,
}

#[derive(HTable, Serialize, Debug, Clone, PartialEq)]
#[table("DLQX:CELL_TEXTS")]
#[family("D1")]
pub struct Texts {
    #[rowkey]
    pub id: u32,
    pub plain: String,
    pub boxed: Box<str>,
    #[serde(serialize_with = "plain::hex")]
    pub bytes: Vec<u8>,
    #[serde(serialize_with = "plain::hex")]
    pub four: [u8; 4],
    pub maybe: Option<String>,
    #[column(json)]
    pub note: Note,
    #[column(json)]
    pub spare: Option<Note>,
    #[serde(serialize_with = "plain::text")]
    pub uuid: Uuid,
    #[column("UUID_TEXT", text)]
    #[serde(serialize_with = "plain::text")]
    pub uuid_text: Uuid,
    pub state: State,
    pub level: Level,
    pub owner: Owner,
    #[column(with = shout)]
    pub mood: String,
    #[column(flatten, prefix = "TO_")]
    pub address: Option<Address>,
}

#[derive(HTable, Serialize, Debug, Clone, PartialEq)]
#[table("DLQX:CELL_TIMES")]
#[family("D1")]
pub struct Times {
    #[rowkey]
    pub id: u32,
    #[serde(serialize_with = "plain::millis")]
    pub at: Timestamp,
    #[column(text)]
    #[serde(serialize_with = "plain::millis")]
    pub at_text: Timestamp,
    #[serde(serialize_with = "plain::of_day")]
    pub of_day: TimeOfDay,
    #[serde(serialize_with = "plain::debug")]
    pub c_instant: chrono::DateTime<chrono::Utc>,
    #[column(text)]
    #[serde(serialize_with = "plain::debug")]
    pub c_instant_text: chrono::DateTime<chrono::Utc>,
    #[serde(serialize_with = "plain::debug")]
    pub c_local: chrono::NaiveDateTime,
    #[serde(serialize_with = "plain::debug")]
    pub c_date: chrono::NaiveDate,
    #[column(text)]
    #[serde(serialize_with = "plain::debug")]
    pub c_date_text: chrono::NaiveDate,
    #[serde(serialize_with = "plain::debug")]
    pub c_time: chrono::NaiveTime,
    #[serde(serialize_with = "plain::text")]
    pub j_instant: jiff::Timestamp,
    #[column(text)]
    #[serde(serialize_with = "plain::text")]
    pub j_instant_text: jiff::Timestamp,
    #[serde(serialize_with = "plain::text")]
    pub j_local: jiff::civil::DateTime,
    #[serde(serialize_with = "plain::text")]
    pub j_date: jiff::civil::Date,
    #[serde(serialize_with = "plain::text")]
    pub j_time: jiff::civil::Time,
    #[column(text)]
    #[serde(serialize_with = "plain::text")]
    pub j_time_text: jiff::civil::Time,
}

#[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct Note {
    pub gift: bool,
    pub words: Vec<String>,
}

#[derive(CellValue, Serialize, Debug, Clone, Copy, PartialEq)]
pub enum State {
    #[code = "N"]
    New,
    #[code = "PAID"]
    Paid,
}

#[derive(CellValue, Serialize, Debug, Clone, Copy, PartialEq)]
#[repr(i16)]
pub enum Level {
    Low = -1,
    High = 301,
}

#[derive(CellValue, Serialize, Debug, Clone, Copy, PartialEq)]
pub struct Owner(pub u64);

#[derive(Columns, Serialize, Debug, Clone, PartialEq)]
pub struct Address {
    pub city: String,
    pub zip: Option<String>,
}

mod shout {
    use std::str::Utf8Error;

    #[expect(
        clippy::unnecessary_wraps,
        clippy::ptr_arg,
        reason = "the shape that `with` asks for"
    )]
    pub(super) fn encode(value: &String, out: &mut Vec<u8>) -> Result<(), Utf8Error> {
        out.extend_from_slice(value.to_uppercase().as_bytes());
        Ok(())
    }

    pub(super) fn decode(bytes: &[u8]) -> Result<String, Utf8Error> {
        std::str::from_utf8(bytes).map(str::to_lowercase)
    }
}

/// Zero, one, minimum and maximum of each type of number.
macro_rules! numbers {
    ($id:literal, $from:ident, $float:literal, $decimal:literal, $big:literal) => {
        Numbers {
            id: $id,
            int_8: i8::$from,
            int_16: i16::$from,
            int_32: i32::$from,
            int_64: i64::$from,
            int_128: i128::$from,
            word_8: u8::$from,
            word_16: u16::$from,
            word_32: u32::$from,
            word_64: u64::$from,
            word_128: u128::$from,
            float_32: f32::$from * $float,
            float_64: f64::$from * $float,
            truth: $id % 2 == 0,
            visits: i64::$from,
            digits: i64::$from,
            spoken: $id % 2 == 1,
            decimal: parsed($decimal),
            price: parsed($decimal),
            big: parsed($big),
            maybe: ($id > 0).then_some(i32::$from),
        }
    };
}

sample!(Numbers, {
    let least = numbers!(0, MIN, 1.0, "-0.01", "-123456789012345678901234567890.5");
    let most = numbers!(1, MAX, 1.0, "79228162514264337593543950335", "0.000128");
    let none = Self {
        id: 2,
        int_8: 0,
        int_16: 0,
        int_32: 0,
        int_64: 0,
        int_128: 0,
        float_32: -0.0,
        float_64: f64::NEG_INFINITY,
        visits: 0,
        maybe: None,
        ..numbers!(4, MIN, 0.0, "0", "0")
    };
    let between = Self {
        id: 3,
        int_8: -2,
        int_16: -300,
        int_32: 70_000,
        int_64: -5_000_000_000,
        int_128: -1,
        float_32: 0.1,
        float_64: std::f64::consts::PI,
        digits: -42,
        ..numbers!(5, MAX, 1.0, "12.50", "-255")
    };
    vec![least, most, none, between]
});

sample!(Texts, {
    let full = Self {
        id: 0,
        plain: "Grüße 📬\t\u{0}".into(),
        boxed: "x".into(),
        bytes: (0..=255).collect(),
        four: [0, 0x7f, 0x80, 0xff],
        maybe: Some(String::new()),
        note: Note {
            gift: true,
            words: vec!["a\"b".into(), "é".into()],
        },
        spare: None,
        uuid: Uuid::from_u128(0x0123_4567_89ab_cdef_0123_4567_89ab_cdef),
        uuid_text: Uuid::from_u128(0xff),
        state: State::New,
        level: Level::Low,
        owner: Owner(42),
        mood: "calm".into(),
        address: None,
    };
    let address = |city: &str, zip: Option<&str>| {
        Some(Address {
            city: city.into(),
            zip: zip.map(Into::into),
        })
    };
    let empty = Self {
        id: 1,
        plain: String::new(),
        bytes: Vec::new(),
        maybe: None,
        note: Note {
            gift: false,
            words: Vec::new(),
        },
        spare: Some(full.note.clone()),
        state: State::Paid,
        level: Level::High,
        owner: Owner(u64::MAX),
        address: address("Köln", Some("50667")),
        ..full.clone()
    };
    let third = Self {
        id: 2,
        address: address("", None),
        ..full.clone()
    };
    let fourth = Self {
        id: 3,
        ..empty.clone()
    };
    vec![full, empty, third, fourth]
});

sample!(Times, {
    let row = |id, at: &str, local: &str, finer: &str| {
        let whole: chrono::DateTime<chrono::Utc> = parsed(at);
        let (date, time) = local.split_once('T').unwrap_or_default();
        Self {
            id,
            at: Timestamp::from_millis(whole.timestamp_millis()),
            at_text: Timestamp::from_millis(whole.timestamp_millis()),
            of_day: TimeOfDay::from_millis(86_399_999 * id % 86_400_000).unwrap_or_default(),
            c_instant: whole,
            c_instant_text: parsed(finer),
            c_local: parsed(local),
            c_date: parsed(date),
            c_date_text: parsed(date),
            c_time: parsed(time),
            j_instant: parsed(at),
            j_instant_text: parsed(finer),
            j_local: parsed(local),
            j_date: parsed(date),
            j_time: parsed(time),
            j_time_text: parsed(time),
        }
    };
    vec![
        row(
            0,
            "1970-01-01T00:00:00Z",
            "1970-01-01T00:00:00",
            "2000-01-01T00:00:00.000001Z",
        ),
        row(
            1,
            "2015-12-26T12:24:00.250Z",
            "2015-12-26T12:24:00.25",
            "2015-12-26T12:24:00.123456Z",
        ),
        row(
            2,
            "2038-01-19T03:14:08Z",
            "1969-12-31T23:59:59.999",
            "1900-02-28T00:00:00Z",
        ),
        row(
            3,
            "9999-12-31T23:59:59.999Z",
            "2024-02-29T00:00:00",
            "9999-12-31T23:59:59Z",
        ),
    ]
});

/// Parses a value; an invalid text becomes the default, which the comparison shows.
fn parsed<T: std::str::FromStr + Default>(text: &str) -> T {
    text.parse().unwrap_or_default()
}
