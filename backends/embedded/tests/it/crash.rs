//! A writer is killed at random moments, again and again. No acknowledged row is lost, no row is incomplete,
//! and a table that is altered meanwhile is as before or as after the alteration.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use hbase_backend::{Backend, Mutation, Scan};
use hbase_model::{FamilyDescriptor, TableChange, TableDescriptor, TableName};
use hbase_schema_embedded::{Embedded, Options};

use crate::{scratch, soon};

/// The number of kills; `CRASH_TEST_ROUNDS` sets another one.
const ROUNDS: u64 = 30;
/// The table is altered at every multiple of this number.
const ALTERED: u64 = 10;
const DIR: &str = "CRASH_TEST_DIR";
const FIRST: &str = "CRASH_TEST_FIRST";

fn table() -> TableName {
    TableName::new("default", "CRASH").expect("a name")
}

/// Bytes that look like the ends and starts of batches in the engine's log.
const MARKS: &[u8] =
    b"\x03checksumFJL\x03\x01\x01\0\0\0\x7f\0\0\0\0\0\0\0\x02\0\0\x01\0\0\0\0\0\0\0\x01\0";

/// A distinct value for each number, long enough to be cut by a kill.
fn value(number: u64) -> Vec<u8> {
    [number.to_string().as_bytes(), MARKS].concat().repeat(8)
}

/// A row whose two families have the same bytes.
fn row(number: u64) -> Mutation {
    let mut put = Mutation::new(format!("{number:010}"));
    put.put_at(b"f", b"q", 1, &value(number)).expect("short");
    put.put_at(b"g", b"q", 1, &value(number)).expect("short");
    put
}

/// Not a separate test: the process that is killed. It prints each number once its row is written.
#[tokio::test]
#[ignore = "started by the test below"]
async fn writer() {
    let (Ok(dir), Ok(first)) = (std::env::var(DIR), std::env::var(FIRST)) else {
        return;
    };
    let first: u64 = first.parse().expect("a number");
    let store = Embedded::open(dir, Options::default())
        .await
        .expect("a store");
    let name = table();
    let mut out = std::io::stdout();
    for number in first.. {
        if number % 3 == 0 {
            let many = (0..4).map(|n| row(number * 4 + n)).collect();
            let outcomes = store
                .mutate_many(&name, many, soon())
                .await
                .expect("writes");
            assert!(outcomes.iter().all(Result::is_ok));
        } else {
            for n in 0..4 {
                store
                    .mutate(&name, row(number * 4 + n), soon())
                    .await
                    .expect("a write");
            }
        }
        if number % ALTERED == 0 {
            alter(&store, number).await;
        }
        if number % 500 == 0 {
            store.flush(&name, soon()).await.expect("a flush");
        }
        writeln!(out, "written {number}").expect("a parent");
        out.flush().expect("a parent");
    }
}

/// Notes the number in the table, after a third family has come or gone.
async fn alter(store: &Embedded, number: u64) {
    let name = table();
    let described = store.describe_table(&name, soon()).await.expect("a table");
    let third = match described.family(b"x") {
        Some(_) => TableChange::DropFamily("x".into()),
        None => TableChange::AddFamily(FamilyDescriptor::new("x")),
    };
    let mut noted = FamilyDescriptor::new("f");
    noted.metadata = vec![("NOTED".into(), number.to_string().into())].into();
    let changes = [third, TableChange::AlterFamily(noted)];
    let altered = store.alter_table(&name, &changes, soon()).await;
    altered.expect("an alteration");
}

/// The last noted number.
async fn noted(store: &Embedded) -> u64 {
    let described = store.describe_table(&table(), soon()).await;
    let described = described.expect("a table");
    let f = described.family(b"f").expect("the family");
    f.metadata
        .first()
        .map_or(0, |(_, number)| number.parse().expect("a number"))
}

fn start(dir: &Path, first: u64) -> Child {
    Command::new(std::env::current_exe().expect("this test"))
        .args(["crash::writer", "--exact", "--ignored", "--nocapture"])
        .env(DIR, dir)
        .env(FIRST, first.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a child")
}

/// Runs a writer for a while after its first line, kills it, and returns the numbers that it has printed.
fn run_and_kill(dir: &Path, first: u64, pause: Duration) -> Vec<u64> {
    let mut child = start(dir, first);
    let out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut lines = out.lines().map_while(Result::ok);
    let number = |line: String| line.strip_prefix("written ")?.parse().ok();
    let begun = lines.by_ref().find_map(number);
    std::thread::sleep(pause);
    child.kill().expect("a running child");
    child.wait().expect("a killed child");
    // A last line may be cut: only a whole one is an acknowledgement.
    begun.into_iter().chain(lines.filter_map(number)).collect()
}

/// The existing rows; checks that each is whole.
async fn rows(store: &Embedded) -> BTreeSet<u64> {
    let name = table();
    let mut scanner = store
        .scan(&name, Scan::new(), soon())
        .await
        .expect("a scan");
    let mut numbers = BTreeSet::new();
    loop {
        let batch = scanner.next_batch(soon()).await.expect("a batch");
        if batch.is_empty() {
            return numbers;
        }
        for row in batch {
            let key = String::from_utf8(row.key().to_vec()).expect("digits");
            let number: u64 = key.parse().expect("a number");
            let expected = value(number);
            let expected = Some(expected.as_slice());
            assert_eq!(row.value(b"f", b"q"), expected, "half a row: {key}");
            assert_eq!(row.value(b"g", b"q"), expected, "half a row: {key}");
            numbers.insert(number);
        }
    }
}

async fn create(dir: &Path) {
    let store = Embedded::open(dir, Options::default())
        .await
        .expect("a store");
    let mut descriptor = TableDescriptor::new(table());
    descriptor.families = vec![FamilyDescriptor::new("f"), FamilyDescriptor::new("g")].into();
    store
        .create_table(&descriptor, soon())
        .await
        .expect("a table");
}

#[tokio::test]
async fn no_acknowledged_row_is_lost() {
    let dir = scratch::dir();
    create(dir.path()).await;
    let mut acknowledged = BTreeSet::new();
    let mut first = 0;
    let rounds = std::env::var("CRASH_TEST_ROUNDS")
        .map_or(ROUNDS, |rounds| rounds.parse().expect("a number of rounds"));
    for round in 0..rounds {
        // The moments differ from round to round, without a pattern that a writer could share.
        let pause = Duration::from_micros(round * 7_919 % 61_000);
        let numbers = run_and_kill(dir.path(), first, pause);
        acknowledged.extend(numbers.iter().flat_map(|n| n * 4..n * 4 + 4));
        let store = Embedded::open(dir.path(), Options::default()).await;
        let store = store.expect("a store after a kill");
        let found = rows(&store).await;
        let noted = noted(&store).await;
        let last = numbers.iter().rfind(|number| *number % ALTERED == 0);
        assert!(
            last.is_none_or(|last| noted >= *last),
            "round {round}: {noted}, not {last:?}"
        );
        let missing: Vec<_> = acknowledged.difference(&found).collect();
        assert!(missing.is_empty(), "round {round}: lost {missing:?}");
        first = found.last().map_or(0, |last| last / 4 + 1);
    }
    println!(
        "{} rows acknowledged in {rounds} rounds",
        acknowledged.len()
    );
    assert!(acknowledged.len() > 1000, "too few to tell");
}
