//! `DLQX:CALL_RECORD`.

use hbase_schema::{HTable, Timestamp};
use serde::Serialize;

use super::{plain, sample, utc};

#[derive(HTable, Serialize, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD", splits = number_pipe)]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1", ttl = "20000d", compression = snappy, bloom = row)]
pub struct Call {
    #[rowkey(salt = last(4), fixed = 11)]
    pub phone: String,
    #[rowkey(salt = format("yyyyMM"), fixed = 14)]
    #[serde(serialize_with = "plain::millis")]
    pub at: Timestamp,
    pub duration_s: u32,
    pub peer: Option<String>,
}

sample!(Call, {
    let call = |phone: &str, at, duration_s, peer: Option<&str>| Self {
        phone: phone.into(),
        at,
        duration_s,
        peer: peer.map(Into::into),
    };
    let mut calls = vec![
        call("13812345678", utc([2015, 12, 26], [12, 24, 0]), 70, None),
        call("18600009999", utc([2024, 2, 29], [23, 59, 59]), 0, Some("")),
        call(
            "13700000001",
            utc([2020, 1, 1], [0, 0, 0]),
            u32::MAX,
            Some("王"),
        ),
    ];
    // Each month and number has its own region.
    for month in 1..=12 {
        let phone = format!("139{:08}", 7_654_321 * u32::from(month));
        calls.push(call(
            &phone,
            utc([2019, month, 15], [1, 2, 3]),
            60,
            Some("home"),
        ));
    }
    calls
});
