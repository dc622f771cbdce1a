//! Round-robin salts: each put of a table takes the next value, whatever other calls there are.

use std::collections::BTreeSet;
use std::time::Duration;

use hbase_schema::model::{Deadline, Scan};
use hbase_schema::table::Table;
use hbase_schema::{Connection, HTable};

use crate::support::memory;

#[derive(HTable, Debug)]
#[table("DLQX:FIRST_IN_TURN")]
#[rowkey(salt = round_robin(6))]
#[family("D1")]
struct First {
    #[rowkey]
    id: u32,
    n: u32,
}

#[derive(HTable, Debug)]
#[table("DLQX:SECOND_IN_TURN")]
#[rowkey(salt = round_robin(6))]
#[family("D1")]
struct Second {
    #[rowkey]
    id: u32,
    n: u32,
}

/// The values of the salt under which a table has rows.
async fn values<T: Table>(db: &Connection) -> BTreeSet<u8> {
    let table = &T::SCHEMA.table.name;
    let deadline = Deadline::after(Duration::from_secs(60));
    let scanner = db.backend().scan(table, Scan::new(), deadline).await;
    let rows = scanner.unwrap().next_batch(deadline).await.unwrap();
    rows.iter().map(|row| row.key()[0]).collect()
}

#[tokio::test]
async fn only_rows_that_are_put_take_turns() {
    let db = memory().await;
    db.create_table::<First>().await.unwrap();
    db.create_table::<Second>().await.unwrap();
    for id in 0..6 {
        db.put(&First { id, n: 1 }).await.unwrap();
        db.put(&Second { id, n: 1 }).await.unwrap();
        let key = FirstKey { id };
        assert_eq!(db.get(&key).await.unwrap().unwrap().n, 1);
        assert!(db.exists(&key).await.unwrap());
        assert!(key.to_string().starts_with('*'));
    }
    assert_eq!(values::<First>(&db).await.len(), 6);
    assert_eq!(values::<Second>(&db).await.len(), 6);
}
