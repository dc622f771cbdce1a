//! The tables.

use hbase_schema::{HTable, Sequence, TimeOfDay, Timestamp};

/// One transaction. Accounts are spread by two bytes of their MD5; within these, rows are in order of
/// time, so an hour of an account is a range, although the account is the last part.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:TRADE_{yyyyMMdd}")]
#[rowkey(salt = md5(2))]
#[family("D1")]
pub(crate) struct Trade {
    #[table_date]
    pub(crate) day: Timestamp,
    #[rowkey(ms_of_day)]
    pub(crate) at: TimeOfDay,
    #[rowkey(salt)]
    pub(crate) account: String,
    pub(crate) region: String,
    pub(crate) cents: i64,
}

/// The trades of one minute in a region. The hash is the writer's own: two versions of a cell, so that
/// a recomputation can be written beside the rows that readers still see.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:STAT_{yyyyMMdd}")]
#[family("D1", versions = 2)]
pub(crate) struct Statistics {
    #[table_date]
    pub(crate) day: Timestamp,
    #[rowkey]
    pub(crate) hash: u32,
    #[rowkey(minute_of_day)]
    pub(crate) minute: TimeOfDay,
    #[rowkey]
    pub(crate) region: String,
    pub(crate) trades: u32,
    /// The largest sum paid; `None` if none was.
    pub(crate) largest_cents: Option<i64>,
}

/// Any data, in the order in which it was loaded. A leading sequence sends all writes to one region:
/// `allow(hotspot)` accepts that.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:GENERAL_{yyyyMMdd}", allow(hotspot))]
#[family("D1")]
pub(crate) struct General {
    #[table_date]
    pub(crate) day: Timestamp,
    #[rowkey]
    pub(crate) number: Sequence<u32>,
    #[rowkey(fixed = 8)]
    pub(crate) loader: String,
    #[rowkey]
    pub(crate) factor: u32,
    pub(crate) line: String,
}

/// The number that the next block of a loader starts with, for each table.
#[derive(HTable, Debug)]
#[table("DLQX:LOAD_COUNTER")]
#[family("D1")]
pub(crate) struct LoadCounter {
    #[rowkey]
    pub(crate) table: String,
    #[column(counter)]
    pub(crate) next: i64,
}
