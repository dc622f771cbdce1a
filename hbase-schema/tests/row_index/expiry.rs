//! Families of entries and index columns with a TTL.

use hbase_schema::HTable;
use hbase_schema::cell::Json;
use hbase_schema::row_index::{Entries, IndexedEntries, RowIndex};

use crate::mails::{Mail, connected, mail};

/// Index columns that expire before their entries.
#[derive(HTable, Debug)]
#[table("DLQX:BRIEF_INDEX")]
#[family("DATA")]
#[family("INDEX", ttl = "1d")]
struct Brief {
    #[rowkey]
    user: String,
    #[family("DATA")]
    #[column(dynamic, json)]
    mails: Entries<Mail>,
    #[family("INDEX")]
    #[column(dynamic)]
    index: RowIndex,
}

/// Entries that expire, not before their index columns.
#[derive(HTable, Debug)]
#[table("DLQX:BRIEF_MAILS")]
#[family("DATA", ttl = "1d")]
#[family("INDEX", ttl = "2d")]
struct Both {
    #[rowkey]
    user: String,
    #[family("DATA")]
    #[column(dynamic, json)]
    mails: Entries<Mail>,
    #[family("INDEX")]
    #[column(dynamic)]
    index: RowIndex,
}

const BRIEF: IndexedEntries<Brief, Mail, Json> = IndexedEntries::new(Brief::MAILS, Brief::INDEX);
const BOTH: IndexedEntries<Both, Mail, Json> = IndexedEntries::new(Both::MAILS, Both::INDEX);

#[tokio::test]
async fn index_columns_do_not_expire_before_their_entries() {
    let db = connected().await;
    db.create_table::<Brief>().await.unwrap();
    let key = BriefKey { user: "ann".into() };
    let why = "found a TTL of 86400 s in family INDEX of the index columns, expected that of family DATA of the entries, which is infinite: queries would not find entries whose index columns have expired: declare the same `ttl` for both";
    let put = db.entries(&key, BRIEF).put(&mail(1)).await;
    assert_eq!(
        put.unwrap_err().to_string(),
        format!("entries, table DLQX:BRIEF_INDEX: {why}")
    );
    let query = db.entries(&key, BRIEF).by(Mail::SIZE).all().page(1).await;
    assert!(query.unwrap_err().to_string().contains(why));
    let mutation = db.mutate(&key).put_entry(BRIEF, &mail(1)).await;
    assert!(mutation.unwrap_err().to_string().contains(why));

    db.create_table::<Both>().await.unwrap();
    let key = BothKey { user: "ann".into() };
    db.entries(&key, BOTH).put(&mail(1)).await.unwrap();
    let query = db.entries(&key, BOTH).by(Mail::SIZE).all().page(1).await;
    assert_eq!(query.unwrap().items.len(), 1);
}
