//! Rows with a group of columns that several tables share.

use hbase_schema::{Columns, HTable, connect};

/// The author of a row, and where it was written.
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

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:TRACED_ROWS")]
#[family("D1")]
#[family("D2", versions = 3)]
struct Traced<'a, T> {
    #[rowkey]
    id: u32,
    #[family("D1")]
    n: T,
    #[family("D1")]
    #[column(flatten, prefix = "FIRST_")]
    first: Audit,
    #[family("D2")]
    #[column(flatten)]
    last: Option<Named<'a>>,
}

#[derive(Columns, Debug, Clone, PartialEq)]
struct Named<'a> {
    label: &'a str,
    #[column("AT", text)]
    ms: u64,
    #[column(skip)]
    seen: bool,
}

#[tokio::test]
async fn the_columns_of_groups_have_tokens() {
    let db = connect("memory:").await.unwrap();
    db.create_table::<Audited>().await.unwrap();
    let audited = |id, host: Option<&str>| Audited {
        id,
        n: id,
        audit: Audit {
            author: Some(format!("author {id}")),
            host: host.map(str::to_owned),
        },
    };
    let rows = [
        audited(1, None),
        audited(2, Some("engine")),
        audited(3, Some("loom")),
    ];
    db.put_many(&rows).await.unwrap();
    let ids = async |filter| {
        let rows = db.scan(Audited::scan().all()).filter(filter).rows();
        let rows = rows.collect().await.unwrap();
        rows.into_iter().map(|row| row.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(Audited::AUDIT.host.is_none()).await, [1]);
    assert_eq!(ids(Audited::AUDIT.host.starts_with("l")).await, [3]);
    let columns = (Audited::N, Audited::AUDIT.author, Audited::AUDIT.host);
    let found = db
        .get(&AuditedKey { id: 2 })
        .columns(columns)
        .await
        .unwrap();
    let author = Some("author 2".to_owned());
    assert_eq!(found, Some((2, author, Some("engine".to_owned()))));
    let key = AuditedKey { id: 1 };
    db.mutate(&key)
        .put(Audited::AUDIT.host, "mill")
        .await
        .unwrap();
    assert_eq!(db.get(&key).await.unwrap(), Some(audited(1, Some("mill"))));
}

#[test]
fn tokens_know_family_and_prefix_in_generic_and_borrowed_rows() {
    type Row = Traced<'static, u32>;
    assert_eq!(format!("{:?}", Row::FIRST.host), "D1:FIRST_HOST");
    assert_eq!(format!("{:?}", Row::LAST.ms), "D2:AT");
    assert_eq!(format!("{:?}", Row::LAST.label), "D2:LABEL");
}
