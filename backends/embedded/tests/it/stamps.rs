//! Writes to one row within a millisecond take effect one after the other.

use std::path::Path;
use std::sync::Arc;

use hbase_backend::{
    Append, Backend, CheckAndMutate, Comparator, CompareOp, Condition, Filter, Get, Increment,
    Mutation, Row,
};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName, Ttl};
use hbase_schema_embedded::{Clock, Embedded, ManualClock, Options};

use crate::{scratch, soon};

const NOW: i64 = 1_000_000;
const TABLE: TableName = TableName::from_static("default", "STAMPS");

fn options(clock: &Arc<ManualClock>) -> Options {
    Options::default().clock(Arc::clone(clock) as Arc<dyn Clock>)
}

async fn with_table(store: Embedded) -> Embedded {
    let mut family = FamilyDescriptor::new("f");
    family.versions = Some(10);
    let mut brief = FamilyDescriptor::new("t");
    brief.ttl = Ttl::from_secs(1);
    let mut table = TableDescriptor::new(TABLE);
    table.families = vec![family, brief].into();
    store.create_table(&table, soon()).await.expect("a table");
    store
}

/// A store whose clock does not advance.
async fn store() -> Embedded {
    let clock = Arc::new(ManualClock::at(NOW));
    with_table(Embedded::memory_with(options(&clock)).expect("a store")).await
}

fn put(row: &[u8], value: &[u8]) -> Mutation {
    let mut put = Mutation::new(row);
    put.put(b"f", b"q", value).expect("a short cell");
    put
}

fn delete(row: &[u8]) -> Mutation {
    let mut delete = Mutation::new(row);
    delete.delete_row(None);
    delete
}

async fn write(store: &Embedded, mutation: Mutation) {
    let written = store.mutate(&TABLE, mutation, soon()).await;
    written.expect("a mutation");
}

async fn row(store: &Embedded, row: &[u8]) -> Option<Row> {
    let mut get = Get::new(row);
    get.read.max_versions = 10;
    store.get(&TABLE, &get, soon()).await.expect("a get")
}

async fn value(store: &Embedded) -> Option<Vec<u8>> {
    let row = row(store, b"r").await?;
    row.value(b"f", b"q").map(<[u8]>::to_vec)
}

#[tokio::test]
async fn a_put_after_a_delete_is_there() {
    let store = store().await;
    for kind in 0..4 {
        write(&store, put(b"r", b"before")).await;
        let mut delete = Mutation::new(b"r");
        let step = match kind {
            0 => Ok(delete.delete_row(None)),
            1 => delete.delete_family(b"f", None),
            2 => delete.delete_column(b"f", b"q", None),
            _ => delete.delete_version(b"f", b"q", None),
        };
        step.expect("a delete marker");
        write(&store, delete).await;
        write(&store, put(b"r", &[kind])).await;
        assert_eq!(value(&store).await, Some(vec![kind]));
    }
    write(&store, delete(b"r")).await;
    assert_eq!(value(&store).await, None);
}

#[tokio::test]
async fn every_put_is_a_version() {
    let store = store().await;
    for version in 0..3 {
        write(&store, put(b"r", &[version])).await;
    }
    let found = row(&store, b"r").await.expect("a row");
    let versions: Vec<_> = found.cells().map(|c| (c.timestamp, c.value[0])).collect();
    assert_eq!(versions, [(NOW + 2, 2), (NOW + 1, 1), (NOW, 0)]);
}

#[tokio::test]
async fn a_batch_gives_each_mutation_of_a_row_its_own_time() {
    let store = store().await;
    let batch = vec![
        put(b"r", b"1"),
        delete(b"r"),
        put(b"s", b"1"),
        put(b"r", b"2"),
    ];
    let outcomes = store.mutate_many(&TABLE, batch, soon()).await;
    assert!(outcomes.expect("a batch").iter().all(Result::is_ok));
    assert_eq!(value(&store).await, Some(b"2".to_vec()));
    let other = row(&store, b"s").await.expect("a row");
    assert_eq!(other.cells().next().map(|cell| cell.timestamp), Some(NOW));
}

#[tokio::test]
async fn cells_of_one_mutation_share_a_time() {
    let store = store().await;
    write(&store, put(b"r", b"0")).await;
    let mut both = Mutation::new(b"r");
    both.delete_family(b"f", None).expect("a marker");
    both.put(b"f", b"q", b"hidden").expect("a put");
    write(&store, both).await;
    assert_eq!(value(&store).await, None);
    let mut two = put(b"r", b"1");
    two.put(b"f", b"p", b"2").expect("a put");
    write(&store, two).await;
    let found = row(&store, b"r").await.expect("a row");
    let times: Vec<_> = found.cells().map(|cell| cell.timestamp).collect();
    assert_eq!(times, [NOW + 2, NOW + 2]);
}

#[tokio::test]
async fn what_was_put_under_a_condition_is_there() {
    let store = store().await;
    let conditions = [
        Condition::Absent {
            family: b"f".to_vec(),
            qualifier: b"q".to_vec(),
        },
        Condition::Compare {
            family: b"f".to_vec(),
            qualifier: b"q".to_vec(),
            op: CompareOp::Equal,
            comparator: Comparator::Binary(b"1".to_vec()),
        },
        Condition::Filter(Filter::RowPrefix(b"r".to_vec())),
    ];
    write(&store, put(b"r", b"0")).await;
    write(&store, delete(b"r")).await;
    for (value_of, condition) in [b"1", b"2", b"3"].into_iter().zip(conditions) {
        let check = CheckAndMutate::new(condition, put(b"r", value_of));
        let held = store.check_and_mutate(&TABLE, check, soon()).await;
        assert!(held.expect("an answer"));
        assert_eq!(value(&store).await, Some(value_of.to_vec()));
    }
}

#[tokio::test]
async fn increments_and_appends_follow_deletes() {
    let store = store().await;
    for _ in 0..3 {
        let increment = Increment::new(b"r").add(b"f", b"n", 5);
        let answer = store.increment(&TABLE, increment, soon()).await;
        answer.expect("an answer");
        let append = Append::new(b"r").add(b"f", b"q", b"x");
        let answer = store.append(&TABLE, append, soon()).await;
        answer.expect("an answer");
        let found = row(&store, b"r").await.expect("a row");
        assert_eq!(
            found.value(b"f", b"n"),
            Some(5_i64.to_be_bytes().as_slice())
        );
        assert_eq!(found.value(b"f", b"q"), Some(b"x".as_slice()));
        write(&store, delete(b"r")).await;
        assert_eq!(row(&store, b"r").await, None);
    }
}

#[tokio::test]
async fn a_time_to_live_starts_at_the_time_given() {
    let clock = Arc::new(ManualClock::at(NOW));
    let store = with_table(Embedded::memory_with(options(&clock)).expect("a store")).await;
    for value in 0..10 {
        let mut put = Mutation::new(b"r");
        put.put(b"t", b"q", &[value]).expect("a short cell");
        write(&store, put).await;
    }
    clock.advance(1_009);
    let found = row(&store, b"r").await.expect("a row");
    assert_eq!(found.value(b"t", b"q"), Some([9].as_slice()));
    clock.advance(1);
    assert_eq!(row(&store, b"r").await, None);
}

#[tokio::test]
async fn a_counter_at_the_end_of_time_is_refused() {
    let store = store().await;
    let mut end = Mutation::new(b"r");
    end.put_at(b"f", b"n", i64::MAX - 1, &1_i64.to_be_bytes())
        .expect("a short cell");
    write(&store, end).await;
    let increment = Increment::new(b"r").add(b"f", b"n", 5);
    let error = store.increment(&TABLE, increment, soon()).await;
    let error = error.expect_err("an increment that nobody could read");
    assert!(error.to_string().contains("9223372036854775806"), "{error}");
}

/// Many deletes, each followed by a put of the same row, by many writers and the machine's clock.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_under_the_machines_clock() {
    let store = with_table(Embedded::memory().expect("a store")).await;
    let writers = (0..4_u8).map(|writer| {
        let store = store.clone();
        tokio::spawn(async move {
            for n in 0..500_u32 {
                let key = [writer];
                write(&store, delete(&key)).await;
                write(&store, put(&key, &n.to_be_bytes())).await;
                let found = row(&store, &key).await.expect("a row");
                let first = found.cells().next().map(|cell| cell.value.to_vec());
                assert_eq!(first, Some(n.to_be_bytes().to_vec()));
            }
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.expect("a writer");
    }
}

async fn open(dir: &Path, clock: &Arc<ManualClock>) -> Embedded {
    let opened = Embedded::open(dir, options(clock)).await;
    opened.expect("a store")
}

#[tokio::test]
async fn times_go_on_when_the_store_is_opened_again() {
    let dir = tempfile::tempdir().expect("a directory");
    let clock = Arc::new(ManualClock::at(NOW));
    let mut store = with_table(open(dir.path(), &clock).await).await;
    for round in 0..3_u8 {
        // The row is far ahead of the clock, which moves a little less than the row did.
        for _ in 0..50 {
            write(&store, put(b"r", b"x")).await;
        }
        write(&store, delete(b"r")).await;
        drop(store);
        clock.advance(20);
        store = open(dir.path(), &clock).await;
        write(&store, put(b"r", &[round])).await;
        assert_eq!(value(&store).await, Some(vec![round]));
        write(&store, delete(b"r")).await;
        assert_eq!(value(&store).await, None);
    }
}

const SET_BACK_ROWS: u32 = 1_000;

/// Puts rows whose deletes and puts all take effect, whatever the clock shows.
async fn all_take_effect(store: &Embedded, value: &[u8]) {
    for number in 0..SET_BACK_ROWS {
        let key = number.to_be_bytes();
        write(store, put(&key, value)).await;
        let found = row(store, &key).await.expect("the row");
        assert_eq!(found.value(b"f", b"q"), Some(value), "put of row {number}");
        write(store, delete(&key)).await;
        assert_eq!(row(store, &key).await, None, "delete of row {number}");
        write(store, put(&key, value)).await;
        let found = row(store, &key).await.expect("the row");
        assert_eq!(
            found.value(b"f", b"q"),
            Some(value),
            "row {number} once more"
        );
    }
}

#[tokio::test]
async fn writes_take_effect_after_the_clock_is_set_back() {
    let clock = Arc::new(ManualClock::at(NOW));
    let store = with_table(Embedded::memory_with(options(&clock)).expect("a store")).await;
    for (turn, now) in [NOW, NOW + 50_000, 7, 1_000, NOW - 1]
        .into_iter()
        .enumerate()
    {
        clock.set(now);
        for number in 0..SET_BACK_ROWS {
            write(&store, put(&number.to_be_bytes(), b"before")).await;
            clock.advance(1);
        }
        all_take_effect(&store, format!("turn {turn}").as_bytes()).await;
    }
}

#[tokio::test]
async fn writes_take_effect_after_the_clock_was_set_back_while_the_store_was_closed() {
    for is_closed in [true, false] {
        let clock = Arc::new(ManualClock::at(NOW));
        let (dir, copy) = (scratch::dir(), scratch::dir());
        let store = Embedded::open(dir.path(), options(&clock))
            .await
            .expect("a store");
        let store = with_table(store).await;
        for number in 0..SET_BACK_ROWS {
            write(&store, put(&number.to_be_bytes(), b"before")).await;
            clock.advance(1);
        }
        if is_closed {
            store.close(soon()).await.expect("closed");
            scratch::copy(dir.path(), copy.path());
        } else {
            // The files that a kill would leave.
            scratch::copy(dir.path(), copy.path());
            drop(store);
        }
        let clock = Arc::new(ManualClock::at(5));
        let store = Embedded::open(copy.path(), options(&clock))
            .await
            .expect("a store");
        all_take_effect(&store, b"after").await;
        // Once the clock advances, timestamps follow it.
        clock.set(NOW + 10_000);
        write(&store, put(b"new", b"now")).await;
        let new = row(&store, b"new").await.expect("the row");
        let time = new.cells().next().map(|cell| cell.timestamp);
        assert_eq!(time, Some(NOW + 10_000));
    }
}
