//! An import from the standard input.

#![cfg(feature = "import")]

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

#[test]
fn rows_are_read_from_the_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let calls = std::fs::File::open(here.join("tests/import/calls.csv")).unwrap();
    let imported = Command::new(env!("CARGO_BIN_EXE_hbase-schema"))
        .current_dir(folder.path())
        .args(["import", "--from=-", "--to=embedded:store", "--create"])
        .args(["--table=Call", "--on-duplicate=keep", "--json"])
        .arg("--schema")
        .arg(here.join("../examples/calls.rs"))
        .arg("--map")
        .arg(here.join("tests/import/map.toml"))
        .stdin(Stdio::from(calls))
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&imported.stdout).unwrap();
    assert_eq!(report["source"], "standard input");
    let names = ["rows", "written", "rejected", "duplicates"];
    let counts = names.map(|name| report[name].as_u64());
    assert_eq!(counts, [Some(6), Some(3), Some(2), Some(1)]);
    // It cannot be read a second time: nothing says that it could be resumed.
    let checkpoint = folder.path().join("DLQX.CALL_RECORD.checkpoint.json");
    assert!(!checkpoint.exists());
}
