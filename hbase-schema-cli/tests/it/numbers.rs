//! The report of `splits` for another number of regions equals its report for a table with that number.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The report on the sample for a table with this salt.
fn report(directory: &Path, table: &str, salt: &str, phone: &str) -> Value {
    let source = format!(
        "#[derive(HTable)]\n#[table(\"DLQX:CALL_RECORD\"{table})]\n#[rowkey({salt}, separator = \"_\")]\n#[family(\"D1\")]\n\
         struct Call {{\n#[rowkey({phone}, fixed = 11)]\nphone: String,\n#[rowkey(fixed = 14)]\nat: Timestamp,\nv: u32 }}\n"
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
fn the_figures_of_other_numbers_are_those_of_their_own_tables() {
    let directory = tempfile::tempdir().unwrap();
    let (hex, per_bucket) = ("salt = md5_hex(4)", ", splits = per_bucket");
    // `N` is the number of regions.
    for (numbers, table, salt, phone) in [
        (
            &[8, 11, 12, 16][..],
            ", splits = number_pipe",
            "salt = region_number(N)",
            "salt = last(4)",
        ),
        (&[9, 10, 13], per_bucket, "salt = java_hash(N)", "salt"),
        (&[8, 12, 16], per_bucket, "salt = buckets(N)", "salt"),
        (&[12, 14, 16], ", splits = hex_string(N)", hex, "salt"),
    ] {
        agree(numbers, |number| {
            let of = |text: &str| text.replace('N', &number.to_string());
            report(directory.path(), &of(table), &of(salt), phone)
        });
    }
}
