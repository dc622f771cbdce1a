//! Imports that Ctrl-C ends: the message names `--resume`, which continues without a row lost.

#![cfg(all(feature = "import", unix))]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ROWS: u32 = 200_000;
const CHECKPOINT: &str = "SHOP.ORDER_BOOK.checkpoint.json";

const SCHEMA: &str = r#"
use hbase_schema::HTable;

#[derive(HTable)]
#[table("SHOP:ORDER_BOOK")]
#[family("D1")]
struct Order {
    #[rowkey(fixed = 8)]
    order_no: u32,
    note: String,
}
"#;

fn import(folder: &Path, option: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hbase-schema"));
    command
        .current_dir(folder)
        .args(["import", "--from=orders.csv", "--to=embedded:store", option])
        .args(["--schema=order.rs", "--table=Order", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

#[test]
fn an_interrupted_import_names_what_continues_it() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut csv = "order_no,NOTE\n".to_owned();
    for row in 0..ROWS {
        let _ = writeln!(csv, "{row},note of {row}");
    }
    fs::write(folder.join("orders.csv"), csv).unwrap();
    fs::write(folder.join("order.rs"), SCHEMA).unwrap();
    let child = import(folder, "--create").spawn().unwrap();
    let started = Instant::now();
    while !folder.join(CHECKPOINT).exists() {
        assert!(started.elapsed() < Duration::from_mins(2));
        std::thread::sleep(Duration::from_millis(5));
    }
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{errors}");
    let last: serde_json::Value = serde_json::from_str(errors.lines().last().unwrap()).unwrap();
    let help = last["error"]["help"].as_str().unwrap();
    assert!(help.contains("`--resume`"), "{help}");
    assert_eq!(last["error"]["where"]["path"], CHECKPOINT);

    let output = import(folder, "--resume").output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["rows"], ROWS);
    assert_eq!(report["written"], ROWS);
}
