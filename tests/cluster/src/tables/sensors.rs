//! `DLQX:SENSOR_DATA` and `DLQX:SENSOR_ROBIN`.

use hbase_schema::{HTable, Timestamp};
use serde::Serialize;

use super::{plain, sample};

#[derive(HTable, Serialize, Debug, Clone, PartialEq)]
#[table("DLQX:SENSOR_DATA", splits = per_bucket)]
#[rowkey(salt = buckets(16))]
#[family("D1")]
pub struct Measured {
    #[rowkey]
    #[serde(serialize_with = "plain::millis")]
    pub at: Timestamp,
    #[rowkey(salt)]
    pub sensor: u32,
    pub value: i32,
}

#[derive(HTable, Serialize, Debug, Clone, PartialEq)]
#[table("DLQX:SENSOR_ROBIN", splits = per_bucket)]
#[rowkey(salt = round_robin(16))]
#[family("D1")]
pub struct InTurn {
    #[rowkey]
    #[serde(serialize_with = "plain::millis")]
    pub at: Timestamp,
    #[rowkey]
    pub sensor: u32,
    pub value: i32,
}

/// Every sensor has its own salt.
fn measured() -> impl Iterator<Item = (Timestamp, u32, i32)> {
    let first = 1_451_132_640_000;
    (0_u32..40).map(move |n| {
        let value = [0, -1, i32::MIN, i32::MAX][(n % 4) as usize];
        let at = Timestamp::from_millis(first + 977 * i64::from(n));
        (at, n * 65_537, value)
    })
}

sample!(Measured, {
    let row = |(at, sensor, value)| Self { at, sensor, value };
    measured().map(row).collect()
});

sample!(InTurn, {
    let row = |(at, sensor, value)| Self { at, sensor, value };
    measured().map(row).collect()
});
