use std::collections::BTreeMap;

use hbase_schema::{HTable, Qualifier, Timestamp};

/// A qualifier such as `20151226122400-7`.
#[derive(Qualifier, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[qualifier(separator = "-")]
struct Entry {
    #[qualifier(fixed = 14)]
    at: Timestamp,
    #[qualifier(text)]
    number: u32,
}

#[derive(HTable, Debug, PartialEq)]
#[table("DLQX:USER_EVENTS")]
#[family("D1")]
struct Events {
    #[rowkey]
    user: u64,
    #[column(dynamic)]
    entries: BTreeMap<Entry, String>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let db = hbase_schema::connect("memory:").await?;
    db.create_table::<Events>().await?;
    let entry = Entry { at: "2015-12-26T12:24:00Z".parse()?, number: 7 };
    let events = Events { user: 1, entries: BTreeMap::from([(entry, "login".into())]) };
    db.put(&events).await?;
    assert_eq!(db.get(&events.key()).await?, Some(events));
    Ok(())
}
