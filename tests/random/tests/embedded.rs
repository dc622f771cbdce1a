//! Tests a store in a directory. A process aborts in the middle of a run, and another process continues the run.

use std::path::Path;
use std::process::{Command, Stdio};

use hbase_schema_random_generator::seeds::times;
use hbase_schema_random_tests::run::{calls_of, continue_in};
use hbase_schema_random_tests::{AnySubject, tables};

/// The environment variable for the child process. It contains the directory, the seed and the turn, one per line.
const CHILD: &str = "RANDOM_CHILD";

fn subject_of(seed: u64) -> Option<Box<dyn AnySubject>> {
    tables::subjects()
        .into_iter()
        .find(|subject| subject.table().seed == seed)
}

/// The child process. It makes half of the calls, and then aborts.
#[tokio::test]
#[ignore = "another test starts it"]
async fn child() {
    let told = std::env::var(CHILD).expect("the variable is set");
    let mut told = told.lines();
    let dir = told.next().expect("a directory");
    let mut number = || {
        told.next()
            .and_then(|number| number.parse::<u64>().ok())
            .expect("a number")
    };
    let (seed, turn) = (number(), number());
    let subject = subject_of(seed).expect("a table with this seed");
    let table = subject.table();
    let calls = calls_of(&table, turn);
    let half = &calls[..calls.len() / 2];
    match continue_in(subject.as_ref(), &table, Path::new(dir), &[], half).await {
        // `abort` runs no destructors, like a kill.
        Ok(()) => std::process::abort(),
        Err(difference) => panic!("{}", difference.report(&table, turn)),
    }
}

fn is_killed(dir: &Path, seed: u64, turn: u64) -> bool {
    let this = std::env::current_exe().expect("the path of this program");
    let mut child = Command::new(this);
    child.args(["--exact", "child", "--ignored"]);
    child.env(CHILD, format!("{}\n{seed}\n{turn}", dir.display()));
    let status = child
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("the process starts");
    // If a result differs, the test fails with an exit code. An aborted process has no exit code.
    status.code().is_none()
}

#[tokio::test]
async fn acknowledged_calls_survive_a_kill() {
    let mut differences = Vec::new();
    for subject in tables::subjects() {
        let table = subject.table();
        for turn in 0..times(1, 2) {
            let dir = tempfile::tempdir().expect("a directory");
            let calls = calls_of(&table, turn);
            let (done, rest) = calls.split_at(calls.len() / 2);
            if done.is_empty() {
                continue;
            }
            assert!(
                is_killed(dir.path(), table.seed, turn),
                "seed {}, turn {turn}: a result in the first half of the calls differs",
                table.seed
            );
            let result = continue_in(subject.as_ref(), &table, dir.path(), done, rest).await;
            if let Err(difference) = result {
                differences.push(difference.report(&table, turn));
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
}
