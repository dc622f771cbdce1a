//! Cells of text as Java writes it.

use std::collections::BTreeMap;

use hbase_schema::{CellValue, HTable, connect};

#[derive(CellValue, Debug, Clone, Copy, PartialEq)]
struct Ratio(f64);

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("SHOP:JAVA_TEXT")]
#[family("D1")]
#[family("D2")]
struct Reading {
    #[rowkey]
    id: u32,
    #[family("D1")]
    #[column(java_text)]
    exact: f64,
    #[family("D1")]
    #[column(java_text)]
    narrow: Option<f32>,
    #[family("D1")]
    #[column(java_text)]
    newtype: Ratio,
    #[family("D1")]
    #[column(java_text)]
    open: bool,
    #[family("D1")]
    #[column(java_text)]
    count: i64,
    #[family("D1")]
    #[column(java_text, store_none)]
    stored: Option<f64>,
    #[family("D1")]
    #[column(java_text, default)]
    defaulted: f64,
    #[family("D2")]
    #[column(dynamic, java_text)]
    others: BTreeMap<String, f64>,
}

/// The same cells as text.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("SHOP:JAVA_TEXT")]
#[family("D1")]
#[family("D2")]
struct Text {
    #[rowkey]
    id: u32,
    #[family("D1")]
    exact: String,
    #[family("D1")]
    narrow: Option<String>,
    #[family("D1")]
    newtype: String,
    #[family("D1")]
    open: String,
    #[family("D1")]
    count: String,
    #[family("D1")]
    stored: String,
    #[family("D1")]
    defaulted: Option<String>,
    #[family("D2")]
    #[column(dynamic)]
    others: BTreeMap<String, String>,
}

fn reading() -> Reading {
    Reading {
        id: 7,
        exact: 1.0,
        narrow: Some(1e10),
        newtype: Ratio(-1e-5),
        open: true,
        count: -5,
        stored: None,
        defaulted: f64::INFINITY,
        others: BTreeMap::from([("a".into(), 0.5), ("b".into(), 123_456_789.0)]),
    }
}

fn text() -> Text {
    Text {
        id: 7,
        exact: "1.0".into(),
        narrow: Some("1.0E10".into()),
        newtype: "-1.0E-5".into(),
        open: "true".into(),
        count: "-5".into(),
        stored: String::new(),
        defaulted: Some("Infinity".into()),
        others: [("a", "0.5"), ("b", "1.23456789E8")]
            .map(|(name, value)| (name.into(), value.into()))
            .into(),
    }
}

#[tokio::test]
async fn floats_booleans_and_integers_are_texts_of_java() {
    let db = connect("memory:").await.unwrap();
    db.create_table::<Reading>().await.unwrap();
    db.put(&reading()).await.unwrap();
    assert_eq!(db.get(&reading().key()).await.unwrap(), Some(reading()));
    assert_eq!(db.get(&text().key()).await.unwrap(), Some(text()));
    let found = db
        .scan(Reading::scan().all())
        .filter(Reading::NARROW.is_some());
    assert_eq!(found.rows().collect().await.unwrap(), [reading()]);
}

#[tokio::test]
async fn texts_that_java_reads_are_read() {
    let db = connect("memory:").await.unwrap();
    db.create_table::<Text>().await.unwrap();
    let written = Text {
        exact: " 1 ".into(),
        narrow: Some("+1E10f".into()),
        newtype: "-.00001".into(),
        open: "TRUE".into(),
        ..text()
    };
    db.put(&written).await.unwrap();
    assert_eq!(db.get(&reading().key()).await.unwrap(), Some(reading()));
}

#[tokio::test]
async fn other_texts_are_errors_that_name_the_column() {
    let db = connect("memory:").await.unwrap();
    db.create_table::<Text>().await.unwrap();
    let written = Text {
        exact: "inf".into(),
        ..text()
    };
    db.put(&written).await.unwrap();
    let error = db.get(&reading().key()).await.unwrap_err().to_string();
    assert!(error.contains("EXACT"), "{error}");
    assert!(
        error.contains("found other text, expected a number as Java writes it"),
        "{error}"
    );
}
