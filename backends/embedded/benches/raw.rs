//! The backend against the engine below it: bulk put and scan, the same bytes, in turns; and the
//! memory of a long scan.
//!
//! `cargo bench -p hbase-schema-embedded --bench raw -- [ROWS] [--memory-rows N]`: ROWS (default
//! 200000) are put and scanned, N (default 1000000; 10000000 for the long run) are scanned while
//! the process's memory is watched. With `--profile raw`, `--profile backend` or `--profile named`
//! (single columns), one side alone is scanned again and again, for a profiler.

use std::borrow::Cow;
use std::path::Path;
use std::time::{Duration, Instant};

use fjall::{Database, KeyspaceCreateOptions, PersistMode, Readable};
use hbase_model::{
    Backend, CellKind, ColumnSelection, Deadline, FamilyDescriptor, Mutation, Result, Scan,
    TableDescriptor, TableName,
};
use hbase_schema_embedded::{Embedded, Options};
use tokio::runtime::Runtime;

const TURNS: usize = 5;
const ROWS_AT_ONCE: usize = 1000;
const CACHE: u64 = 32 << 20;
const PROFILED: usize = 40;
const QUALIFIERS: [&[u8]; 3] = [b"HUMIDITY", b"PRESSURE", b"TEMPERATURE"];

fn soon() -> Deadline {
    Deadline::after(Duration::from_hours(1))
}

/// A row of three cells, as a row of measurements is.
fn mutation(number: usize) -> Mutation {
    let mut put = Mutation::new(format!("sensor-{:04}_{number:012}", number % 1000));
    let value = format!("{number:032}");
    for qualifier in QUALIFIERS {
        put.put_at(b"D1", qualifier, 1_700_000_000_000, value.as_bytes())
            .expect("a short cell");
    }
    put
}

/// The key and value that the backend stores for a cell (see its `key` and `value`).
fn stored(cell: &hbase_model::CellRef<'_>) -> (Vec<u8>, Vec<u8>) {
    let mut key = Vec::with_capacity(cell.row.len() + cell.qualifier.len() + 13);
    key.extend_from_slice(cell.row);
    key.extend_from_slice(&[0, 1]);
    key.extend_from_slice(cell.qualifier);
    key.extend_from_slice(&[0, 1]);
    key.extend_from_slice(&(!cell.timestamp.cast_unsigned()).to_be_bytes());
    key.push(!CellKind::Put.code());
    let value = [&[0], cell.value].concat();
    (key, value)
}

fn raw_put(dir: &Path, rows: usize) -> Result<Duration, fjall::Error> {
    let database = raw_open(dir)?;
    let space = database.keyspace("1", KeyspaceCreateOptions::default)?;
    let begun = Instant::now();
    for first in (0..rows).step_by(ROWS_AT_ONCE) {
        let mut batch = database.batch().durability(Some(PersistMode::Buffer));
        for number in first..rows.min(first + ROWS_AT_ONCE) {
            for cell in mutation(number).cells() {
                let (key, value) = stored(&cell);
                batch.insert(&space, key, value);
            }
        }
        batch.commit()?;
    }
    Ok(begun.elapsed())
}

fn raw_open(dir: &Path) -> Result<Database, fjall::Error> {
    Database::builder(dir).cache_size(CACHE).open()
}

fn raw_scan(database: &Database) -> Result<(Duration, u64), fjall::Error> {
    let space = database.keyspace("1", KeyspaceCreateOptions::default)?;
    let begun = Instant::now();
    let mut bytes = 0;
    for entry in database.snapshot().iter(&space) {
        let (key, value) = entry.into_inner()?;
        bytes += (key.len() + value.len()) as u64;
    }
    Ok((begun.elapsed(), bytes))
}

fn name() -> TableName {
    TableName::new("default", "BENCH").expect("a name")
}

async fn open(dir: &Path) -> Result<Embedded> {
    let options = Options {
        cache_bytes: CACHE,
        ..Options::default()
    };
    Embedded::open(dir, options).await
}

async fn put(dir: &Path, rows: usize) -> Result<Duration> {
    let store = open(dir).await?;
    let mut table = TableDescriptor::new(name());
    table.families = vec![FamilyDescriptor::new("D1")].into();
    store.create_table(&table, soon()).await?;
    let begun = Instant::now();
    for first in (0..rows).step_by(ROWS_AT_ONCE) {
        let many = (first..rows.min(first + ROWS_AT_ONCE)).map(mutation);
        let outcomes = store
            .mutate_many(&table.name, many.collect(), soon())
            .await?;
        assert!(outcomes.iter().all(Result::is_ok));
    }
    Ok(begun.elapsed())
}

/// The three columns by name: the same cells as those of the whole family.
fn named() -> Scan {
    let mut scan = Scan::new();
    scan.read.columns = vec![ColumnSelection {
        family: b"D1".into(),
        qualifiers: QUALIFIERS.map(Cow::Borrowed).to_vec(),
    }];
    scan
}

async fn scan(store: &Embedded, scan: Scan) -> Result<(Duration, u64)> {
    let begun = Instant::now();
    let mut scanner = store.scan(&name(), scan, soon()).await?;
    let mut rows = 0;
    loop {
        let batch = scanner.next_batch(soon()).await?;
        if batch.is_empty() {
            return Ok((begun.elapsed(), rows));
        }
        rows += batch.len() as u64;
    }
}

/// The process's resident bytes, where the system tells.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = status
        .split(' ')
        .nth(1)
        .and_then(|pages| pages.parse().ok());
    pages.unwrap_or(0_u64) * 4096
}

/// How much the process grows while `rows` rows are scanned, after the first tenth.
async fn memory(dir: &Path, rows: usize) -> Result<()> {
    put(dir, rows).await?;
    let store = open(dir).await?;
    let mut scanner = store.scan(&name(), Scan::new(), soon()).await?;
    let (mut seen, mut settled, mut peak) = (0, 0, 0);
    loop {
        let batch = scanner.next_batch(soon()).await?;
        if batch.is_empty() {
            break;
        }
        seen += batch.len();
        if seen < rows / 10 {
            settled = resident();
        }
        peak = peak.max(resident());
    }
    let growth = peak.saturating_sub(settled) >> 10;
    println!("memory: a scan over {seen} rows grew by {growth} KiB after its first tenth");
    Ok(())
}

fn median(ratios: &mut [f64]) -> f64 {
    ratios.sort_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}

fn compare(runtime: &Runtime, rows: usize) {
    let (mut puts, mut scans) = (Vec::new(), Vec::new());
    for turn in 0..TURNS {
        let (ours, theirs) = (tempfile::tempdir(), tempfile::tempdir());
        let (ours, theirs) = (ours.expect("a directory"), theirs.expect("a directory"));
        let raw = raw_put(theirs.path(), rows).expect("raw puts");
        let backend = runtime.block_on(put(ours.path(), rows)).expect("puts");
        println!("turn {turn}: put raw {raw:.2?}, backend {backend:.2?}");
        puts.push(backend.as_secs_f64() / raw.as_secs_f64());
        for _ in 0..TURNS {
            let (raw, bytes) = {
                let database = raw_open(theirs.path()).expect("a database");
                raw_scan(&database).expect("a raw scan")
            };
            let (backend, seen) = {
                let store = runtime.block_on(open(ours.path())).expect("a store");
                runtime.block_on(scan(&store, Scan::new())).expect("a scan")
            };
            assert_eq!(seen, rows as u64);
            println!("turn {turn}: scan of {bytes} bytes raw {raw:.2?}, backend {backend:.2?}");
            scans.push(backend.as_secs_f64() / raw.as_secs_f64());
        }
    }
    let (put, scan) = (median(&mut puts), median(&mut scans));
    println!(
        "bulk put: {put:.2}x the raw calls (median of {})",
        puts.len()
    );
    println!("scan: {scan:.2}x the raw calls (median of {})", scans.len());
}

/// Scans one side again and again, for a profiler.
fn profile(runtime: &Runtime, side: &str, rows: usize) {
    let dir = tempfile::tempdir().expect("a directory");
    let mut times = Vec::new();
    if side == "raw" {
        raw_put(dir.path(), rows).expect("raw puts");
        let database = raw_open(dir.path()).expect("a database");
        for _ in 0..PROFILED {
            times.push(raw_scan(&database).expect("a raw scan").0);
        }
    } else {
        runtime.block_on(put(dir.path(), rows)).expect("puts");
        let store = runtime.block_on(open(dir.path())).expect("a store");
        for _ in 0..PROFILED {
            let asked = if side == "named" {
                named()
            } else {
                Scan::new()
            };
            times.push(runtime.block_on(scan(&store, asked)).expect("a scan").0);
        }
    }
    println!("{side}: {times:.2?}");
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let after = |word: &str| {
        let at = words.iter().position(|w| w == word)?;
        words.get(at + 1)?.parse().ok()
    };
    let rows = words
        .first()
        .and_then(|word| word.parse().ok())
        .unwrap_or(200_000);
    let memory_rows = after("--memory-rows").unwrap_or(1_000_000);
    let runtime = Runtime::new().expect("a runtime");
    if let Some(at) = words.iter().position(|word| word == "--profile") {
        return profile(&runtime, &words[at + 1], rows);
    }
    compare(&runtime, rows);
    let dir = tempfile::tempdir().expect("a directory");
    let outcome = runtime.block_on(memory(dir.path(), memory_rows));
    outcome.expect("a scan");
}
