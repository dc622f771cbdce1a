//! A store in a directory: a process is killed in the middle of a run, and another one continues.

use std::path::Path;
use std::process::{Command, Stdio};

use hbase_schema_random_generator::Table;
use hbase_schema_random_generator::seeds::times;
use hbase_schema_random_tests::run::{calls_of, continue_in};
use hbase_schema_random_tests::{AnySubject, tables};

/// What a killed process is told: the directory, the seed and the turn.
const CHILD: &str = "RANDOM_CHILD";

fn subject_of(seed: u64) -> Option<Box<dyn AnySubject>> {
    tables::subjects()
        .into_iter()
        .find(|subject| subject.seed() == seed)
}

/// The process that is killed, after half of the calls.
#[tokio::test]
#[ignore = "another test starts it"]
async fn child() {
    let told = std::env::var(CHILD).expect("a task");
    let mut told = told.lines();
    let dir = told.next().expect("a directory");
    let mut number = || {
        told.next()
            .and_then(|number| number.parse::<u64>().ok())
            .expect("a number")
    };
    let (seed, turn) = (number(), number());
    let subject = subject_of(seed).expect("a table");
    let table = Table::of_seed(seed);
    let calls = calls_of(&table, turn);
    let half = &calls[..calls.len() / 2];
    match continue_in(subject.as_ref(), &table, Path::new(dir), &[], half).await {
        // Without destructors, as by a kill.
        Ok(()) => std::process::abort(),
        Err(difference) => panic!("{}", difference.report(&table, turn)),
    }
}

fn is_killed(dir: &Path, seed: u64, turn: u64) -> bool {
    let this = std::env::current_exe().expect("this program");
    let mut child = Command::new(this);
    child.args(["--exact", "child", "--ignored"]);
    child.env(CHILD, format!("{}\n{seed}\n{turn}", dir.display()));
    let status = child
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("a process");
    // A difference is a failed test, which has a code.
    status.code().is_none()
}

#[tokio::test]
async fn acknowledged_calls_survive_a_kill() {
    let mut differences = Vec::new();
    for subject in tables::subjects() {
        let table = Table::of_seed(subject.seed());
        for turn in 0..times(1, 2) {
            let dir = tempfile::tempdir().expect("a directory");
            let calls = calls_of(&table, turn);
            let (done, rest) = calls.split_at(calls.len() / 2);
            if done.is_empty() {
                continue;
            }
            assert!(
                is_killed(dir.path(), table.seed, turn),
                "seed {}, turn {turn}: the first half differs",
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
