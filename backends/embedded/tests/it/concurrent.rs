//! Many writers and readers at once: rows are atomic, and nobody sees half of one.

use std::time::Duration;

use hbase_backend::{
    Backend, CheckAndMutate, Comparator, CompareOp, Condition, Deadline, Error, Get, Increment,
    Mutation, Scan, TimeRange,
};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_schema_embedded::{Embedded, Options};

use crate::soon;

const WRITERS: u64 = 8;
const ROUNDS: u64 = 50;

fn name() -> TableName {
    TableName::new("default", "CONCURRENT").expect("a name")
}

async fn with_table(store: Embedded) -> Embedded {
    let mut table = TableDescriptor::new(name());
    table.families = vec![FamilyDescriptor::new("f"), FamilyDescriptor::new("g")].into();
    store.create_table(&table, soon()).await.expect("a table");
    store
}

/// Both kinds of store; the directory is removed at the end of the test.
async fn stores() -> (Vec<Embedded>, tempfile::TempDir) {
    let dir = tempfile::tempdir().expect("a directory");
    let disk = Embedded::open(dir.path(), Options::default()).await;
    let memory = Embedded::memory().expect("a store");
    let stores = vec![
        with_table(memory).await,
        with_table(disk.expect("a store")).await,
    ];
    (stores, dir)
}

async fn number(store: &Embedded) -> u64 {
    let row = store
        .get(&name(), &Get::new("r"), soon())
        .await
        .expect("a get");
    let row = row.expect("a row");
    let value = row.value(b"f", b"n").expect("a number");
    u64::from_be_bytes(value.try_into().expect("8 bytes"))
}

#[tokio::test(flavor = "multi_thread")]
async fn no_increment_is_lost() {
    let (stores, _dir) = stores().await;
    for store in stores {
        let writers = (0..WRITERS).map(|_| {
            let store = store.clone();
            tokio::spawn(async move {
                for _ in 0..ROUNDS {
                    let increment = Increment {
                        row: b"r".to_vec(),
                        columns: vec![(b"f".to_vec(), b"n".to_vec(), 1)],
                        ..Increment::default()
                    };
                    let done = store.increment(&name(), increment, soon()).await;
                    done.expect("an increment");
                }
            })
        });
        for writer in writers.collect::<Vec<_>>() {
            writer.await.expect("a writer");
        }
        assert_eq!(number(&store).await, WRITERS * ROUNDS);
    }
}

/// Adds one: reads, then writes if nobody has written in between.
async fn add_by_check(store: &Embedded) -> bool {
    let before = number(store).await;
    let mut mutation = Mutation::new("r");
    let after = (before + 1).to_be_bytes();
    mutation.put(b"f", b"n", &after).expect("a short put");
    let check = CheckAndMutate {
        condition: Condition::Compare {
            family: b"f".to_vec(),
            qualifier: b"n".to_vec(),
            op: CompareOp::Equal,
            comparator: Comparator::Binary(before.to_be_bytes().to_vec()),
        },
        time_range: TimeRange::ALL,
        mutation,
    };
    let done = store.check_and_mutate(&name(), check, soon()).await;
    done.expect("a check")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_check_and_its_write_are_one_step() {
    let (stores, _dir) = stores().await;
    for store in stores {
        let mut first = Mutation::new("r");
        first
            .put_at(b"f", b"n", 1, &0_u64.to_be_bytes())
            .expect("a short put");
        store.mutate(&name(), first, soon()).await.expect("a put");
        let writers = (0..WRITERS).map(|_| {
            let store = store.clone();
            tokio::spawn(async move {
                let mut done = 0;
                while done < 10 {
                    done += u64::from(add_by_check(&store).await);
                }
            })
        });
        for writer in writers.collect::<Vec<_>>() {
            writer.await.expect("a writer");
        }
        assert_eq!(number(&store).await, WRITERS * 10);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_reader_sees_half_a_row() {
    let (stores, _dir) = stores().await;
    for store in stores {
        let writer = {
            let store = store.clone();
            tokio::spawn(async move {
                for n in 1..=400_i64 {
                    let rows = ["a", "b", "c"].map(|row| {
                        let mut put = Mutation::new(row);
                        put.put_at(b"f", b"q", n, &n.to_be_bytes()).expect("short");
                        put.put_at(b"g", b"q", n, &n.to_be_bytes()).expect("short");
                        put
                    });
                    let done = store.mutate_many(&name(), rows.into(), soon()).await;
                    assert!(done.expect("puts").iter().all(Result::is_ok));
                    if n % 100 == 0 {
                        let done = store.major_compact(&name(), soon()).await;
                        done.expect("a compaction");
                    }
                }
            })
        };
        while !writer.is_finished() {
            let mut scan = Scan::new();
            scan.caching = Some(1);
            let mut scanner = store.scan(&name(), scan, soon()).await.expect("a scan");
            loop {
                let batch = scanner.next_batch(soon()).await.expect("a batch");
                let Some(row) = batch.first() else { break };
                assert_eq!(row.value(b"f", b"q"), row.value(b"g", b"q"));
            }
        }
        writer.await.expect("a writer");
    }
}

#[tokio::test]
async fn a_scan_that_ran_out_of_time_goes_on_without_a_gap() {
    let (stores, _dir) = stores().await;
    for store in stores {
        let rows = (0..5_000).map(|n| {
            let mut put = Mutation::new(format!("{n:05}"));
            put.put_at(b"f", b"q", 1, &[0; 50]).expect("short");
            put
        });
        let done = store.mutate_many(&name(), rows.collect(), soon()).await;
        assert!(done.expect("puts").iter().all(Result::is_ok));
        let mut scanner = store
            .scan(&name(), Scan::new(), soon())
            .await
            .expect("a scan");
        let mut keys = Vec::new();
        for turn in 0.. {
            // Every other call has too little time.
            let patience = if turn % 2 == 0 { 200 } else { 10_000_000 };
            let deadline = Deadline::after(Duration::from_micros(patience));
            match scanner.next_batch(deadline).await {
                Ok(batch) if batch.is_empty() => break,
                Ok(batch) => keys.extend(batch.iter().map(|row| row.key().to_vec())),
                Err(Error::DeadlineExceeded { .. }) => {}
                Err(error) => panic!("{error}"),
            }
        }
        assert_eq!(keys.len(), 5_000);
        assert!(keys.is_sorted());
    }
}
