//! Imports that are killed, and their expected results.

#![allow(
    dead_code,
    reason = "without the features of databases some is not used"
)]

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// The number of kills: `KILLS`, by default as many as keep the test short.
fn least_kills() -> u32 {
    std::env::var("KILLS").map_or(6, |text| text.parse().unwrap())
}

/// The number of rows.
pub(crate) const ROWS: u32 = 15_000;

const SCHEMA: &str = r#"
use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1", versions = 3)]
struct Call {
    #[rowkey(salt = last(4), fixed = 11)]
    phone: String,
    #[rowkey(salt = format("yyyyMM"), fixed = 14)]
    at: Timestamp,
    duration_s: u32,
    peer: Option<String>,
}
"#;

/// Rows; some are rejected, and some have the key of a much earlier row.
fn csv() -> String {
    let mut csv = "phone,at,duration_s,peer\n".to_owned();
    for number in 0..ROWS {
        let phone = if number % 1000 == 999 {
            number / 2
        } else {
            number
        };
        let seconds = if number % 97 == 13 { "x" } else { "61" };
        let _ = writeln!(
            csv,
            "138{phone:08},2015-12-26T12:24:00Z,{seconds},\"the peer\nof {number}\""
        );
    }
    csv
}

/// The rows in a file, and their struct.
pub(crate) struct Calls {
    pub(crate) folder: tempfile::TempDir,
    source: PathBuf,
    schema: PathBuf,
}

impl Calls {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let (source, schema) = (path("calls.csv"), path("call.rs"));
        fs::write(&source, csv()).unwrap();
        fs::write(&schema, SCHEMA).unwrap();
        Self {
            folder,
            source,
            schema,
        }
    }
}

/// A folder with a store and an import's files.
struct Folder {
    directory: tempfile::TempDir,
    source: Vec<String>,
    schema: PathBuf,
}

impl Folder {
    fn new(calls: &Calls, source: &[&str], mapping: &str) -> Self {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("map.toml"), mapping).unwrap();
        let mut source: Vec<String> = source.iter().map(ToString::to_string).collect();
        if source.is_empty() {
            source.push(format!("--from={}", calls.source.display()));
        }
        Self {
            directory,
            source,
            schema: calls.schema.clone(),
        }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hbase-schema"));
        command
            .current_dir(self.directory.path())
            .args(arguments)
            .args(["--table", "Call", "--json", "--schema"])
            .arg(&self.schema);
        command
    }

    fn import(&self, resume: bool) -> Command {
        let create_or_resume = if resume { "--resume" } else { "--create" };
        let mut command = self.command(&[
            "import",
            "--to=embedded:store",
            "--on-duplicate=keep",
            "--max-errors=100000",
            "--map=map.toml",
            create_or_resume,
        ]);
        command.args(&self.source);
        command
    }

    fn has_checkpoint(&self) -> bool {
        self.directory
            .path()
            .join("DLQX.CALL_RECORD.checkpoint.json")
            .exists()
    }

    fn rejects_file(&self) -> PathBuf {
        self.directory.path().join("DLQX.CALL_RECORD.rejects.csv")
    }

    fn rejects(&self) -> String {
        fs::read_to_string(self.rejects_file()).unwrap()
    }

    /// The table as CSV.
    fn table(&self) -> Vec<u8> {
        let output = self
            .command(&["export", "--from=embedded:store"])
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        output.stdout
    }
}

/// The counts of an import that has ended; it has rejected rows.
fn counts(output: &Output) -> Vec<u64> {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let names = ["rows", "written", "rejected", "duplicates"];
    names.map(|name| report[name].as_u64().unwrap()).to_vec()
}

/// The rows after which an import that has ended was resumed.
fn resumed_after(output: &Output) -> u64 {
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    report["resumed_after"].as_u64().unwrap_or(0)
}

/// Kills imports of a source until they were killed often enough. Without arguments, the source is the file;
/// otherwise, it has the file's rows. `mapping` is the source's.
pub(crate) fn goes_on_without_a_row_lost(calls: &Calls, source: &[&str], mapping: &str) {
    let of_file = Folder::new(calls, &[], "");
    let expected = counts(&of_file.import(false).output().unwrap());
    assert_eq!(expected[0], u64::from(ROWS));
    assert_eq!(expected[0], expected[1] + expected[2] + expected[3]);

    let whole = Folder::new(calls, source, mapping);
    let started = Instant::now();
    assert_eq!(counts(&whole.import(false).output().unwrap()), expected);
    let mut duration = started.elapsed();
    assert!(whole.table() == of_file.table(), "the tables differ");
    let least = least_kills();
    let (mut kills, mut imports, mut furthest) = (0, 0, 0);
    // Kills may all come before a first checkpoint.
    while kills < least || (furthest == 0 && kills < 30 * least) {
        let killed = Folder::new(calls, source, mapping);
        let limit = if kills < least { least } else { kills + least };
        let found = with_kills(&killed, &mut duration, &mut kills, limit);
        imports += 1;
        if let Some(output) = found {
            assert_eq!(counts(&output), expected);
            furthest = furthest.max(resumed_after(&output));
        }
        assert_eq!(killed.rejects(), whole.rejects());
        assert!(killed.table() == of_file.table(), "the tables differ");
        assert!(!killed.has_checkpoint());
    }
    assert!(furthest > 0, "no import was resumed after a row");
    println!(
        "{kills} kills in {imports} imports of {duration:?} each, resumed after {furthest} rows"
    );
}

/// Runs an import, killed at random moments while there are kills left, to its end. `None` if it was killed between its
/// end and its report.
fn with_kills(
    run: &Folder,
    duration: &mut Duration,
    kills: &mut u32,
    limit: u32,
) -> Option<Output> {
    loop {
        // A process that is killed before its first checkpoint has written no row.
        let resume = run.has_checkpoint();
        if !resume && run.rejects_file().exists() {
            return None;
        }
        let mut command = run.import(resume);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        if *kills < limit {
            std::thread::sleep(duration.mul_f64(fastrand::f64()));
            if child.try_wait().unwrap().is_none() {
                // SIGKILL: no destructor runs.
                child.kill().unwrap();
                child.wait().unwrap();
                *kills += 1;
                if !run.has_checkpoint() {
                    // The machine is busier now, or was less busy when the time was taken.
                    *duration = duration.mul_f64(1.1);
                }
                continue;
            }
            if !resume {
                // The machine was busier when the time was taken.
                *duration = duration.mul_f64(0.7);
            }
        }
        return Some(child.wait_with_output().unwrap());
    }
}
