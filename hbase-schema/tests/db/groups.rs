//! Rows with a group of columns that several tables share.

use hbase_schema::{Columns, HTable, connect};

/// Who wrote a row, and from where.
#[derive(Columns, Debug, Clone, PartialEq)]
struct Audit {
    author: Option<String>,
    host: Option<String>,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:AUDITED_ROWS")]
#[family("D1")]
struct Audited {
    #[rowkey]
    id: u32,
    n: u32,
    #[column(flatten, prefix = "A_")]
    audit: Audit,
}

#[tokio::test]
async fn a_replacement_reaches_the_columns_of_a_group() {
    let db = connect("memory:").await.unwrap();
    db.create_table::<Audited>().await.unwrap();
    let full = Audited {
        id: 1,
        n: 1,
        audit: Audit {
            author: Some("ada".into()),
            host: Some("engine".into()),
        },
    };
    db.put(&full).await.unwrap();
    assert_eq!(db.get(&full.key()).await.unwrap(), Some(full.clone()));
    let mut other = full.clone();
    other.audit.host = None;
    tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    db.replace(&other).await.unwrap();
    assert_eq!(db.get(&full.key()).await.unwrap(), Some(other.clone()));
    let rows = db
        .scan(Audited::scan().all())
        .rows()
        .collect()
        .await
        .unwrap();
    assert_eq!(rows, [other]);
}
