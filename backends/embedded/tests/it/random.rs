//! Random operations, compared with a naive model: a list of cells, filtered in the simplest way.
//!
//! In memory and, for some seeds, in a directory that is closed and opened again now and then.
//!
//! `SEED=n` runs only that seed; `SEEDS=n` sets the number of seeds in memory, `SEEDS_ON_DISK=n` of those in a directory.

use std::path::Path;
use std::sync::Arc;

use crate::model::{Model, Rng};
use crate::soon;
use hbase_backend::{
    Backend, Comparator, CompareOp, Filter, Get, Mutation, ReadOptions, Scan, TimeRange,
};
use hbase_model::{KeepDeletedCells, TableDescriptor, TableName, Ttl};
use hbase_schema_embedded::{Clock, Embedded, ManualClock, Options};

const ROWS: [&[u8]; 4] = [b"a", b"a\x00", b"b", b"\xff"];
const QUALIFIERS: [&[u8]; 4] = [b"", b"p", b"p\x00", b"q"];
const FAMILIES: [&str; 2] = ["f", "g"];
const START: i64 = 1_000_000;

fn table(rng: &mut Rng) -> TableDescriptor {
    let mut table = TableDescriptor::new(TableName::new("default", "RANDOM").expect("a name"));
    let families = FAMILIES.map(|name| {
        let mut family = hbase_model::FamilyDescriptor::new(name);
        family.versions = Some(1 + rng.below(3));
        if rng.one_in(3) {
            family.ttl = Ttl::from_secs(1 + rng.below(3));
            family.min_versions = Some(rng.below(family.versions.unwrap_or(1) + 1));
        }
        family.keep_deleted_cells = Some(match rng.below(3) {
            0 => KeepDeletedCells::True,
            _ => KeepDeletedCells::False,
        });
        family
    });
    table.families = families.to_vec().into();
    table
}

fn timestamp(rng: &mut Rng, now: i64) -> i64 {
    now - 1_500 + i64::from(rng.below(12)) * 250
}

fn mutation(rng: &mut Rng, now: i64) -> Mutation {
    let mut mutation = Mutation::new(*rng.pick(&ROWS));
    if rng.one_in(6) {
        mutation.ttl_ms = Some(u64::from(rng.below(3)) * 400);
    }
    for _ in 0..=rng.below(3) {
        let family = rng.pick(&FAMILIES).as_bytes();
        let qualifier = *rng.pick(&QUALIFIERS);
        let at = timestamp(rng, now);
        let step = match rng.below(12) {
            0 => mutation.delete_version(family, qualifier, Some(at)),
            1 => mutation.delete_column(family, qualifier, Some(at)),
            2 => mutation.delete_family(family, Some(at)),
            3 => mutation.delete_family_version(family, at),
            _ => {
                let value = [u8::try_from(rng.below(5)).unwrap_or(0)];
                mutation.put_at(family, qualifier, at, &value)
            }
        };
        step.expect("a short cell");
    }
    mutation
}

fn read(rng: &mut Rng, now: i64) -> ReadOptions {
    let mut read = ReadOptions {
        max_versions: 1 + rng.below(4),
        ..ReadOptions::default()
    };
    if rng.one_in(2) {
        let (a, b) = (timestamp(rng, now), timestamp(rng, now));
        read.time_range = TimeRange {
            min: a.min(b),
            max: a.max(b),
        };
    }
    match rng.below(4) {
        0 => read.add_family(b"g"),
        1 => {
            for _ in 0..=rng.below(2) {
                let family = rng.pick(&FAMILIES).as_bytes();
                read.add_column(family, rng.pick::<&[u8]>(&QUALIFIERS));
            }
        }
        _ => {}
    }
    if rng.one_in(4) {
        read.store_limit = Some(1 + rng.below(2));
        read.store_offset = rng.below(2);
    }
    if rng.one_in(3) {
        read.filter = Some(filter(rng, now));
    }
    read
}

fn op(rng: &mut Rng) -> CompareOp {
    *rng.pick(&[
        CompareOp::Less,
        CompareOp::LessOrEqual,
        CompareOp::Equal,
        CompareOp::NotEqual,
        CompareOp::GreaterOrEqual,
        CompareOp::Greater,
    ])
}

/// A filter that decides cell by cell.
fn cell_filter(rng: &mut Rng, now: i64) -> Filter {
    let qualifier = *rng.pick::<&[u8]>(&QUALIFIERS);
    match rng.below(6) {
        0 => Filter::Qualifier(op(rng), Comparator::Binary(qualifier.to_vec())),
        1 => Filter::QualifierPrefix(qualifier.to_vec()),
        2 => Filter::Timestamps((0..3).map(|_| timestamp(rng, now)).collect()),
        3 => {
            let both = [cell_filter(rng, now), cell_filter(rng, now)];
            Filter::Or(both.to_vec())
        }
        _ => {
            let value = u8::try_from(rng.below(5)).unwrap_or(0);
            Filter::Value(op(rng), Comparator::Binary(vec![value]))
        }
    }
}

fn filter(rng: &mut Rng, now: i64) -> Filter {
    let row = *rng.pick(&ROWS);
    match rng.below(6) {
        0 => Filter::RowPrefix(row[..1].to_vec()),
        1 => Filter::Row(op(rng), Comparator::Binary(row.to_vec())),
        2 => {
            let row = Filter::Row(op(rng), Comparator::Binary(row.to_vec()));
            Filter::And(vec![row, cell_filter(rng, now), Filter::KeyOnly(false)])
        }
        3 => Filter::And(vec![cell_filter(rng, now), cell_filter(rng, now)]),
        _ => cell_filter(rng, now),
    }
}

/// Compares the results of the store and the model for one read.
async fn compare(store: &Embedded, model: &Model, rng: &mut Rng, now: i64) {
    let options = read(rng, now);
    let name = model.table();
    let row = *rng.pick(&ROWS);
    let mut get = Get::new(row);
    get.read = options.clone();
    let found = store.get(name, &get, soon()).await.expect("a get");
    let found: Vec<_> = found
        .iter()
        .flat_map(|row| row.cells().map(|c| c.to_cell()))
        .collect();
    assert_eq!(
        found,
        model.read(row, &options, now),
        "get {row:?} {options:?}"
    );

    let mut scan = Scan::new();
    scan.read = options;
    scan.reversed = rng.one_in(2);
    scan.caching = Some(1 + rng.below(3));
    if rng.one_in(5) {
        scan.raw = true;
        scan.read.filter = None;
        // HBase rejects single columns in a raw scan.
        for columns in &mut scan.read.columns {
            columns.qualifiers.clear();
        }
    }
    let expected = ROWS.iter().map(|row| {
        if scan.raw {
            model.read_raw(row, &scan.read, now)
        } else {
            model.read(row, &scan.read, now)
        }
    });
    let mut expected: Vec<_> = expected.collect();
    if scan.reversed {
        expected.reverse();
    }
    let told = format!("{scan:?}");
    let mut scanner = store.scan(name, scan, soon()).await.expect("a scan");
    let mut cells = Vec::new();
    loop {
        let batch = scanner.next_batch(soon()).await.expect("a batch");
        if batch.is_empty() {
            break;
        }
        cells.extend(
            batch
                .iter()
                .flat_map(|row| row.cells().map(|c| c.to_cell())),
        );
    }
    assert_eq!(cells, expected.concat(), "{told}");
}

/// A store in memory, or in a directory.
async fn open(dir: Option<&Path>, clock: &Arc<ManualClock>) -> Embedded {
    let options = Options::default()
        .clock(Arc::clone(clock) as Arc<dyn Clock>)
        .background_compaction(false);
    let store = match dir {
        None => Embedded::memory_with(options),
        Some(dir) => Embedded::open(dir, options).await,
    };
    store.expect("a store")
}

async fn run(seed: u64, dir: Option<&Path>) {
    let mut rng = Rng::new(seed);
    let clock = Arc::new(ManualClock::at(START));
    let mut store = open(dir, &clock).await;
    let table = table(&mut rng);
    store.create_table(&table, soon()).await.expect("a table");
    let mut model = Model::new(table);
    let mut now = START;
    for _ in 0..25 {
        match rng.below(14) {
            0 => {
                now += i64::from(rng.below(4)) * 300;
                clock.set(now);
            }
            1 => {
                let done = store.major_compact(model.table(), soon()).await;
                done.expect("a compaction");
                model.major_compact(now);
            }
            2 => {
                let done = store.flush(model.table(), soon()).await;
                done.expect("a flush");
                model.flush(now);
            }
            3 if dir.is_some() => {
                drop(store);
                store = open(dir, &clock).await;
                model.reopen();
            }
            _ => {
                let mutation = mutation(&mut rng, now);
                model.apply(&mutation);
                let done = store.mutate(model.table(), mutation, soon()).await;
                done.expect("a mutation");
            }
        }
        compare(&store, &model, &mut rng, now).await;
    }
}

/// Prints the seed if a run fails.
struct Seed(u64);

impl Drop for Seed {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("failed with seed {0}: run it alone with SEED={0}", self.0);
        }
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// The requested seed, or as many as requested.
fn seeds(many: u64) -> std::ops::Range<u64> {
    match number("SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..many,
    }
}

#[tokio::test]
async fn the_store_does_what_the_model_does() {
    for seed in seeds(number("SEEDS").unwrap_or(1_000)) {
        let told = Seed(seed);
        run(seed, None).await;
        drop(told);
    }
}

#[tokio::test]
async fn the_store_in_a_directory_does_what_the_model_does() {
    for seed in seeds(number("SEEDS_ON_DISK").unwrap_or(15)) {
        let told = Seed(seed);
        let dir = tempfile::tempdir().expect("a directory");
        run(seed, Some(dir.path())).await;
        drop(told);
    }
}
