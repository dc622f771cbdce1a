use std::collections::BTreeMap;

use hbase_schema::{Connection, Dynamic, HTable, Timestamp};

/// A counter is an `i64`.
#[derive(HTable)]
#[table("DLQX:PAGE_VIEWS")]
#[family("D1")]
struct Small {
    #[rowkey]
    url: String,
    #[column(dynamic, counter)]
    views: BTreeMap<String, u32>,
}

/// Increments have the server's time.
#[derive(HTable)]
#[table("DLQX:DAILY_VIEWS")]
#[family("D1", versions = 3)]
struct Stamped {
    #[rowkey]
    url: String,
    #[timestamp]
    at: Timestamp,
    title: String,
    #[column(dynamic, counter)]
    views: Dynamic<String, i64>,
}

#[derive(HTable)]
#[table("DLQX:PAGE_NOTES")]
#[family("D1")]
struct Notes {
    #[rowkey]
    url: String,
    #[column(dynamic)]
    notes: Dynamic<String, String>,
}

async fn count(db: &Connection, key: &NotesKey) -> Result<i64, hbase_schema::Error> {
    // Text is no counter.
    db.dynamic(key, Notes::NOTES).increment("a", 1).await
}

fn main() {}
