//! `diff` and `apply` of a table that records another layout.

use std::fs;
use std::path::Path;
use std::process::Command;

use hbase_schema::connect;

const STOCK: &str = "#[derive(HTable)] #[table(\"SHOP:STOCK\")] #[family(\"D1\", versions = 2)] \
     struct Stock { #[rowkey] id: u64, count: u64, note: Option<String> }";

/// The status and the output of a command.
fn run(arguments: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_hbase-schema"))
        .args(arguments)
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.code().unwrap(),
        String::from_utf8(text).unwrap(),
    )
}

/// Records the layout of a source's struct in its table.
async fn record(url: &str, source: &Path) {
    let db = connect(url).await.unwrap();
    for table in hbase_schema_build::read(source).unwrap() {
        db.adopt_facts(&table.descriptor.name, &table.row, &table.facts(), None)
            .await
            .unwrap();
    }
    db.close().await.unwrap();
}

#[tokio::test]
async fn another_layout_is_a_difference() {
    let directory = tempfile::tempdir().unwrap();
    let url = format!("embedded:{}", directory.path().join("store").display());
    let source = directory.path().join("stock.rs");
    let path = source.to_str().unwrap();
    fs::write(&source, STOCK).unwrap();
    assert_eq!(run(&["apply", path, "--url", &url]).0, 0);
    record(&url, &source).await;
    assert_eq!(run(&["diff", path, "--url", &url]).0, 0);

    let changed = STOCK
        .replace("count: u64", "count: u32")
        .replace("versions = 2", "versions = 3");
    fs::write(&source, &changed).unwrap();
    let (status, text) = run(&["diff", path, "--url", &url]);
    assert_eq!(status, 1);
    let expected = "  cell D1 COUNT: declared u32, recorded u64\n";
    assert!(text.contains(expected), "{text}");
    assert!(
        text.contains("family D1, VERSIONS: declared 3, live 2"),
        "{text}"
    );
    assert!(
        text.contains(
            "[CELL]. If all rows fit the struct, record its layout by `hbase-schema lock --adopt`"
        ),
        "{text}"
    );
    let (status, text) = run(&["apply", path, "--url", &url]);
    assert_eq!(status, 1);
    assert!(text.contains("declared u32, recorded u64"), "{text}");
    assert!(
        text.ends_with("nothing was done: a table is blocked\n"),
        "{text}"
    );

    // The former source says the same, once.
    let former = directory.path().join("former.rs");
    fs::write(&former, STOCK).unwrap();
    let (status, text) = run(&[
        "diff",
        path,
        "--url",
        &url,
        "--before",
        former.to_str().unwrap(),
    ]);
    assert_eq!(status, 1);
    assert!(text.contains("declared u32, former source u64"), "{text}");
    assert_eq!(text.matches("cell D1 COUNT").count(), 1, "{text}");

    // Compatible changes, and other structs of the table, are no differences.
    for compatible in [
        STOCK.replace("note:", "remark: Option<u8>, note:"),
        STOCK.replace("struct Stock", "struct View"),
        STOCK
            .replace("count: u64, note: Option<String>", "count: u64")
            .replace("Stock", "Count"),
    ] {
        fs::write(&source, &compatible).unwrap();
        let (status, text) = run(&["diff", path, "--url", &url]);
        assert_eq!(status, 0, "{compatible}: {text}");
    }
    record(&url, &source).await;
    fs::write(&source, &changed).unwrap();
    assert_eq!(run(&["diff", path, "--url", &url]).0, 1);
    record(&url, &source).await;
    let (_, text) = run(&["diff", path, "--url", &url]);
    assert!(!text.contains("recorded"), "{text}");
}

#[tokio::test]
async fn the_table_of_a_date_records_its_layout() {
    let directory = tempfile::tempdir().unwrap();
    let url = format!("embedded:{}", directory.path().join("store").display());
    let source = directory.path().join("trade.rs");
    let path = source.to_str().unwrap();
    let trade = "#[derive(HTable)] #[table(\"SHOP:TRADE_{yyyyMMdd}\")] #[family(\"D1\")] \
         struct Trade { #[table_date] day: Timestamp, #[rowkey] id: u32, cents: u64 }";
    fs::write(&source, trade).unwrap();
    let arguments = ["--url", &url, "--dates", "20151226"];
    let (status, text) = run(&[&["apply", path], &arguments[..]].concat());
    assert_eq!(status, 0, "{text}");
    let db = connect(&url).await.unwrap();
    let [table] = hbase_schema_build::read(&source)
        .unwrap()
        .try_into()
        .unwrap();
    let day = hbase_model::TableName::parse("SHOP:TRADE_20151226").unwrap();
    db.adopt_facts(&day, &table.row, &table.facts(), None)
        .await
        .unwrap();
    db.close().await.unwrap();
    fs::write(&source, trade.replace("cents: u64", "cents: i32")).unwrap();
    let (status, text) = run(&[&["diff", path], &arguments[..]].concat());
    assert_eq!(status, 1, "{text}");
    assert!(text.contains("recorded u64"), "{text}");
}
