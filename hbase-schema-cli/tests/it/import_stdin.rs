//! Imports from the standard input and from pipes, which are read once.

#![cfg(all(feature = "import", unix))]

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

#[test]
fn rows_are_read_from_the_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let calls = std::fs::File::open(here.join("tests/import/calls.csv")).unwrap();
    let imported = import(folder.path(), "-", "csv")
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
    // It cannot be read a second time, so nothing suggests that it could be resumed.
    let checkpoint = folder.path().join("DLQX.CALL_RECORD.checkpoint.json");
    assert!(!checkpoint.exists());
}

#[test]
fn all_rows_of_a_pipe_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let imported = piped(import(folder.path(), "/dev/stdin", "csv"), calls_csv());
    assert_counted(&imported, folder.path());

    let folder = tempfile::tempdir().unwrap();
    let fifo = make_fifo(folder.path());
    let writer = std::thread::spawn({
        let fifo = fifo.clone();
        move || std::fs::write(fifo, calls_csv())
    });
    let imported = import(folder.path(), &fifo, "csv").output().unwrap();
    writer.join().unwrap().unwrap();
    assert_counted(&imported, folder.path());
}

#[test]
fn a_pipe_is_not_sampled_and_not_resumed() {
    let folder = tempfile::tempdir().unwrap();
    // The pipe has no writer, and the command must not wait for one.
    let fifo = make_fifo(folder.path());
    for (format, expected) in [
        ("jsonl", "name them with `columns`"),
        ("parquet", "a regular file"),
    ] {
        let imported = import(folder.path(), &fifo, format).output().unwrap();
        assert_error(&imported, expected);
    }
    let mut resumed = import(folder.path(), &fifo, "csv");
    let resumed = resumed.arg("--resume").output().unwrap();
    assert_error(&resumed, "the import cannot be resumed");
    let line = "{\"phone\":\"13812345678\",\"at\":\"2015-12-26T04:24:00Z\",\"duration_s\":1}\n";
    let imported = piped(
        import(folder.path(), "/dev/stdin", "jsonl"),
        line.to_owned(),
    );
    assert_error(&imported, "name them with `columns`");
}

/// The rows of `calls_csv`.
const ROWS: u64 = 5000;

/// About 200 KiB: more than the pipe's buffer, fewer than a chunk.
fn calls_csv() -> String {
    let mut csv = "phone,at,duration_s\n".to_owned();
    for number in 0..ROWS {
        writeln!(csv, "1381234{number:04},2015-12-26T04:24:00.000Z,1").unwrap();
    }
    csv
}

fn import(folder: &Path, from: &str, format: &str) -> Command {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_hbase-schema"));
    command
        .current_dir(folder)
        .args(["import", "--from", from, "--format", format, "--create"])
        .args(["--to=embedded:store", "--table=Call", "--on-duplicate=keep"])
        .args(["--json", "--schema"])
        .arg(here.join("../examples/calls.rs"));
    command
}

fn piped(mut command: Command, text: String) -> Output {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // An import that ends early closes the pipe.
    let writer = std::thread::spawn(move || drop(stdin.write_all(text.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn make_fifo(folder: &Path) -> String {
    let fifo = folder.join("rows").display().to_string();
    assert!(
        Command::new("mkfifo")
            .arg(&fifo)
            .status()
            .unwrap()
            .success()
    );
    fifo
}

fn assert_counted(imported: &Output, folder: &Path) {
    let error = String::from_utf8_lossy(&imported.stderr);
    assert!(imported.status.success(), "{error}");
    let report: Value = serde_json::from_slice(&imported.stdout).unwrap();
    assert_eq!(report["written"].as_u64(), Some(ROWS), "{report}");
    assert!(!folder.join("DLQX.CALL_RECORD.checkpoint.json").exists());
}

fn assert_error(imported: &Output, expected: &str) {
    let error = String::from_utf8_lossy(&imported.stderr);
    assert!(!imported.status.success());
    assert!(error.contains(expected), "{error}");
}
