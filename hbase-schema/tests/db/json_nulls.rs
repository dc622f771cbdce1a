//! `null` in cells of JSON.

use hbase_schema::HTable;
use serde_json::Value;

use crate::support::memory;

/// JSON's `null`, as several types write it.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("JSON_NULLS")]
#[family("D1")]
struct Document {
    #[rowkey]
    id: u32,
    n: u32,
    #[column(json)]
    body: Value,
    #[column(json)]
    author: Author,
    #[column(json)]
    extra: Option<Value>,
}

#[derive(serde::Serialize, serde::Deserialize, Debug, Clone, PartialEq)]
struct Author(Option<String>);

#[tokio::test]
async fn nulls_of_required_json_columns_are_written() {
    let db = memory().await;
    db.create_table::<Document>().await.unwrap();
    let full = Document {
        id: 1,
        n: 1,
        body: Value::from("a"),
        author: Author(Some("ada".into())),
        extra: Some(Value::from("b")),
    };
    let null = Document {
        body: Value::Null,
        author: Author(None),
        extra: Some(Value::Null),
        ..full.clone()
    };
    // `Some` of `null` is the cell `null`, which is `None`.
    let read = Document {
        extra: None,
        ..null.clone()
    };
    db.put(&full).await.unwrap();
    db.put(&null).await.unwrap();
    assert_eq!(db.get(&full.key()).await.unwrap(), Some(read.clone()));
    db.replace(&full).await.unwrap();
    db.put_many([null.clone()]).await.unwrap();
    assert_eq!(db.get(&full.key()).await.unwrap(), Some(read.clone()));
    db.put(&full).await.unwrap();
    db.replace(&null).await.unwrap();
    assert_eq!(db.get(&full.key()).await.unwrap(), Some(read));
    // A field that is `None` is unchanged.
    db.put(&full).await.unwrap();
    let none = Document {
        extra: None,
        ..full.clone()
    };
    db.put(&none).await.unwrap();
    assert_eq!(db.get(&full.key()).await.unwrap(), Some(full));
}

/// The same table, without columns of JSON.
#[derive(HTable, Debug)]
#[table("JSON_NULLS")]
#[family("D1")]
struct Numbered {
    #[rowkey]
    id: u32,
    n: u32,
}

#[tokio::test]
async fn absent_cells_are_read_as_null() {
    let db = memory().await;
    db.create_table::<Numbered>().await.unwrap();
    let row = Numbered { id: 1, n: 1 };
    db.put(&row).await.unwrap();
    let read = db.get(&DocumentKey { id: 1 }).await.unwrap();
    let null = Document {
        id: row.id,
        n: row.n,
        body: Value::Null,
        author: Author(None),
        extra: None,
    };
    assert_eq!(read, Some(null));
}
