//! The report of `splits` for another number of regions equals its report for a table with that number.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The report on the sample for a table with this key.
fn report(directory: &Path, table: &str, rowkey: &str, phone: &str) -> Value {
    let source = format!(
        "#[derive(HTable)]\n#[table(\"DLQX:CALL_RECORD\"{table})]\n#[rowkey({rowkey})]\n#[family(\"D1\")]\n\
         struct Call {{\n#[rowkey({phone})]\nphone: String,\n#[rowkey(fixed = 14)]\nat: Timestamp,\nv: u32 }}\n"
    );
    let file = directory.join("table.rs");
    fs::write(&file, source).unwrap();
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples/calls.csv");
    let output = Command::new(env!("CARGO_BIN_EXE_hbase-schema"))
        .args(["--json", "splits"])
        .args([&file, Path::new("Call"), Path::new("--sample"), &sample])
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.is_empty(), "{errors}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The figures for a number of regions, in the report on a table with another one.
fn foreseen(report: &Value, regions: u64) -> [String; 2] {
    let others = report["other_numbers"].as_array().unwrap();
    let other = others.iter().find(|other| other["regions"] == regions);
    figures(other.unwrap())
}

fn figures(spread: &Value) -> [String; 2] {
    ["hottest", "coldest"].map(|name| spread[name].as_number().unwrap().to_string())
}

/// Compares each number with each other one.
fn agree(numbers: &[u64], of: impl Fn(u64) -> Value) {
    let reports: Vec<(u64, Value)> = numbers
        .iter()
        .map(|number| (*number, of(*number)))
        .collect();
    for (own, report) in &reports {
        for (other, real) in reports.iter().filter(|(other, _)| other != own) {
            assert_eq!(
                foreseen(report, *other),
                figures(&real["spread"]),
                "{other} from {own}"
            );
        }
    }
}

#[test]
fn region_numbers() {
    let directory = tempfile::tempdir().unwrap();
    agree(&[8, 11, 12, 16], |number| {
        let rowkey = format!("salt = region_number({number}), separator = \"_\"");
        report(
            directory.path(),
            ", splits = number_pipe",
            &rowkey,
            "salt = last(4), fixed = 11",
        )
    });
}

#[test]
fn java_hashes() {
    let directory = tempfile::tempdir().unwrap();
    agree(&[9, 10, 13], |number| {
        let rowkey = format!("salt = java_hash({number}), separator = \"_\"");
        report(
            directory.path(),
            ", splits = per_bucket",
            &rowkey,
            "salt, fixed = 11",
        )
    });
}

#[test]
fn buckets() {
    let directory = tempfile::tempdir().unwrap();
    agree(&[8, 12, 16], |number| {
        let rowkey = format!("salt = buckets({number}), separator = \"_\"");
        report(
            directory.path(),
            ", splits = per_bucket",
            &rowkey,
            "salt, fixed = 11",
        )
    });
}

#[test]
fn hex_strings() {
    let directory = tempfile::tempdir().unwrap();
    agree(&[12, 14, 16], |number| {
        let table = format!(", splits = hex_string({number})");
        report(
            directory.path(),
            &table,
            "salt = md5_hex(4), separator = \"_\"",
            "salt, fixed = 11",
        )
    });
}
