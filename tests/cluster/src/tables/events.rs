//! `DLQX:USER_EVENT`, and a table for its other key.

use hbase_schema::{HTable, Timestamp};
use serde::Serialize;

use super::{plain, sample};

#[derive(HTable, Serialize, Debug, Clone, PartialEq)]
#[table("DLQX:USER_EVENT")]
#[rowkey(separator = "_")]
#[family("D1", compression = snappy)]
pub struct Event {
    #[rowkey(text)]
    pub user: u64,
    #[rowkey(fixed = 19, reverse_ts)]
    #[serde(serialize_with = "plain::millis")]
    pub at: Timestamp,
    #[rowkey(fixed = 19)]
    pub inserted_ns: u64,
    pub kind: String,
    pub page: Option<String>,
}

/// In a separate table, because rows with one key layout cannot be read with the other.
#[derive(HTable, Serialize, Debug, Clone, PartialEq)]
#[table("DLQX:EVENT_UNPADDED")]
#[rowkey(separator = "_")]
#[family("D1", compression = snappy)]
pub struct Unpadded {
    #[rowkey(text)]
    pub user: u64,
    #[rowkey(fixed = 19, reverse_ts)]
    #[serde(serialize_with = "plain::millis")]
    pub at: Timestamp,
    #[rowkey(text)]
    pub inserted_ns: u64,
    pub kind: String,
}

/// User, time, insert time.
const KEYS: [(u64, i64, u64); 6] = [
    (42, 1_400_657_685_457, 123_456_789_012_345),
    (42, 1_400_657_685_457, 123_456_789_012_346),
    (421, 1_400_657_685_458, 0),
    (0, 0, 1),
    (u64::MAX, 253_402_300_799_999, 9_223_372_036_854_775_807),
    (7, 1_451_132_640_001, 10),
];

sample!(Event, {
    let event = |(user, at, inserted_ns)| Self {
        user,
        at: Timestamp::from_millis(at),
        inserted_ns,
        kind: "view".into(),
        page: (user % 2 == 0).then(|| format!("/item/{user}")),
    };
    KEYS.map(event).into()
});

sample!(Unpadded, {
    let event = |(user, at, inserted_ns)| Self {
        user,
        at: Timestamp::from_millis(at),
        inserted_ns,
        kind: "login".into(),
    };
    KEYS.map(event).into()
});
