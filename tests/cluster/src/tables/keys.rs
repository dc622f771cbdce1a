//! Encodings of keys that no example uses.

use hbase_schema::{HTable, Timestamp};
use serde::Serialize;

use super::{plain, sample, utc};

/// A key of text.
#[derive(HTable, Serialize, Debug, Clone, PartialEq)]
#[table("DLQX:KEY_TEXTS", allow(key_length))]
#[rowkey(salt = java_hash(300), separator = "_")]
#[family("D1")]
pub struct TextKeys {
    #[rowkey(salt)]
    pub name: String,
    #[rowkey(salt, fixed = 6, pad_left = '0')]
    pub code: String,
    #[rowkey(fixed = 6, pad_right = ' ')]
    pub kind: String,
    #[rowkey(fixed = 14, reverse_ts)]
    #[serde(serialize_with = "plain::millis")]
    pub newest: Timestamp,
    #[rowkey(fixed = 14, offset = "+08:00")]
    #[serde(serialize_with = "plain::millis")]
    pub local: Timestamp,
    #[rowkey(fixed = 17)]
    #[serde(serialize_with = "plain::millis")]
    pub exact: Timestamp,
    #[rowkey(fixed = 8)]
    pub number: u32,
    #[rowkey(fixed = 6, desc)]
    pub rank: u32,
    #[rowkey(text)]
    pub plain: u64,
    #[rowkey(reverse)]
    pub phone: String,
    pub value: i32,
}

/// A key of numbers.
#[derive(HTable, Serialize, Debug, Clone, PartialEq)]
#[table("DLQX:KEY_NUMBERS", allow(key_length))]
#[rowkey(salt = buckets(256))]
#[family("D1")]
pub struct NumberKeys {
    #[rowkey(salt)]
    pub signed: i32,
    #[rowkey(salt)]
    pub unsigned: u64,
    #[rowkey(java)]
    pub java: i64,
    #[rowkey(desc)]
    pub down: u16,
    #[rowkey(reverse_ts)]
    #[serde(serialize_with = "plain::millis")]
    pub newest: Timestamp,
    #[rowkey(ordered)]
    pub ordered: i64,
    #[rowkey(ordered, desc)]
    pub ordered_down: i16,
    #[rowkey(ordered)]
    #[serde(serialize_with = "plain::debug")]
    pub float: f64,
    #[rowkey(ordered)]
    pub name: String,
    #[rowkey]
    #[serde(serialize_with = "plain::hex")]
    pub rest: Vec<u8>,
    pub value: i32,
}

/// A salt from other MD5 digits.
#[derive(HTable, Serialize, Debug, Clone, PartialEq)]
#[table("DLQX:KEY_DIGEST")]
#[rowkey(salt = md5_hex(4, from = 8, upper), separator = "|")]
#[family("D1")]
pub struct DigestKeys {
    #[rowkey(salt)]
    pub name: String,
    pub value: i32,
}

const NAMES: [&str; 4] = ["user", "wörter", "Aa", "a b"];

sample!(TextKeys, {
    let row = |(n, name): (u16, &str)| Self {
        name: name.into(),
        code: (n + 1).to_string(),
        kind: "k".repeat(usize::from(n) + 1),
        newest: utc([2015 + n, 12, 26], [12, 24, 0]),
        local: utc([2015, 12, 31], [20, 59, 59]),
        exact: Timestamp::from_millis(1_451_132_640_250 + i64::from(n)),
        number: 99 * u32::from(n),
        rank: 42 + u32::from(n),
        plain: u64::from(n) * 1000,
        phone: format!("1381234567{n}"),
        value: -7,
    };
    (0..).zip(NAMES).map(row).collect()
});

sample!(NumberKeys, {
    let row = |(n, name): (usize, &str)| Self {
        signed: [0, -1, i32::MIN, i32::MAX][n],
        unsigned: [0, 1, u64::MAX, 1 << 63][n],
        java: [0, -1, i64::MIN, i64::MAX][n],
        down: [0, 1, u16::MAX, 255][n],
        newest: Timestamp::from_millis([0, 1_451_132_640_250, 253_402_300_799_999, 1][n]),
        ordered: [0, -1, i64::MIN, i64::MAX][n],
        ordered_down: [0, -1, i16::MIN, i16::MAX][n],
        float: [0.0, -1.5, f64::MIN, f64::INFINITY][n],
        name: name.into(),
        rest: vec![0xff; n],
        value: 7,
    };
    NAMES.into_iter().enumerate().map(row).collect()
});

sample!(DigestKeys, {
    let row = |name: &str| Self {
        name: name.into(),
        value: 1,
    };
    NAMES.map(row).into()
});
