//! The cost of the typed layer: the same rows through structs and through hand-written cells, and a
//! fan-out over 16 buckets compared with one scan.
//!
//! `cargo bench -p hbase-schema --bench typed_layer [-- ROWS [PAIRS]]` runs each pair alternately
//! many times, and prints the median of the ratios: load on the machine affects both. The second
//! ratio is of CPU time, all threads together, which load affects less.

#![allow(
    missing_docs,
    reason = "the derive makes public items of the benchmark's tables"
)]
#![allow(
    clippy::unwrap_used,
    reason = "a benchmark ends where anything goes wrong"
)]
#![allow(clippy::cast_precision_loss, reason = "a ratio needs no more digits")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use hbase_schema::model::{Deadline, Mutation, Row, Scan};
use hbase_schema::{Connection, HTable, Timestamp, connect};

/// A row of six columns.
#[derive(HTable, Clone)]
#[table("DLQX:BENCH_CALLS")]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    duration_s: u32,
    cents: i64,
    peer: String,
    cell: String,
    state: Option<u8>,
    note: Option<String>,
}

/// The same rows with a salt.
#[derive(HTable, Clone)]
#[table("DLQX:BENCH_EVENTS")]
#[rowkey(salt = buckets(16))]
#[family("D1")]
struct Event {
    #[rowkey]
    at: Timestamp,
    #[rowkey(salt)]
    user: u32,
    duration_s: u32,
    cents: i64,
    peer: String,
    cell: String,
}

const BATCH: usize = 1000;

fn call(id: u64) -> Call {
    Call {
        id: id.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 8,
        duration_s: u32::try_from(id % 3600).unwrap(),
        cents: -5,
        peer: format!("138{id:08}"),
        cell: "CELL-0017-NORTH".into(),
        state: id.is_multiple_of(2).then_some(3),
        note: None,
    }
}

fn event(id: u64) -> Event {
    let Call {
        duration_s,
        cents,
        peer,
        cell,
        ..
    } = call(id);
    Event {
        at: Timestamp::from_millis(i64::try_from(id / 4).unwrap()),
        user: u32::try_from(id % 1009).unwrap(),
        duration_s,
        cents,
        peer,
        cell,
    }
}

fn main() {
    let mut numbers = std::env::args()
        .skip(1)
        .filter_map(|arg| arg.parse::<u64>().ok());
    let rows = numbers.next().unwrap_or(100_000);
    let pairs = numbers.next().unwrap_or(9);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(run(rows, pairs));
}

async fn run(rows: u64, pairs: u64) {
    let calls: Vec<Call> = (0..rows).map(call).collect();
    for url in ["memory:", "embedded:"] {
        let put = compare(pairs, async |typed| time_put(url, &calls, typed).await).await;
        report(&format!("{url} put_many, typed / by hand"), rows, &put);
        let dir = tempfile::tempdir().unwrap();
        let db = open(url, dir.path()).await;
        db.put_many(&calls).await.unwrap();
        db.put_many((0..rows).map(event)).await.unwrap();
        let scan = compare(pairs, async |typed| time_scan(&db, rows, typed).await).await;
        report(&format!("{url} scan, typed / by hand"), rows, &scan);
        let fan = compare(pairs, async |fan| time_fan_out(&db, rows, fan).await).await;
        report(&format!("{url} fan-out over 16 / one scan"), rows, &fan);
    }
}

/// Times the first and the second way, alternately.
async fn compare(pairs: u64, mut time: impl AsyncFnMut(bool) -> Cost) -> Vec<(Cost, Cost)> {
    // The first pair warms up.
    let mut times = Vec::new();
    for _ in 0..=pairs {
        times.push((time(true).await, time(false).await));
    }
    times.remove(0);
    times
}

fn report(what: &str, rows: u64, costs: &[(Cost, Cost)]) {
    let ratios = |of: fn(&Cost) -> Duration| {
        let ratio = |(a, b): &(Cost, Cost)| of(a).as_secs_f64() / of(b).as_secs_f64();
        median(costs.iter().map(ratio).collect())
    };
    let per_row = |pick: fn(&(Cost, Cost)) -> &Cost| {
        let all = costs.iter().map(|pair| pick(pair).wall.as_secs_f64());
        median(all.collect()) * 1e9 / rows as f64
    };
    println!(
        "{what:<40} median ratio {:.3}, on processors {:.3}; {:.0} ns and {:.0} ns a row",
        ratios(|cost| cost.wall),
        ratios(|cost| cost.on_processors),
        per_row(|pair| &pair.0),
        per_row(|pair| &pair.1),
    );
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// The cost of a run.
struct Cost {
    wall: Duration,
    on_processors: Duration,
}

struct Clock {
    started: Instant,
    on_processors: Duration,
}

impl Clock {
    fn start() -> Self {
        Self {
            on_processors: on_processors(),
            started: Instant::now(),
        }
    }

    fn stop(self) -> Cost {
        Cost {
            wall: self.started.elapsed(),
            on_processors: on_processors().saturating_sub(self.on_processors),
        }
    }
}

/// The CPU time of this process' threads, on Linux; zero elsewhere.
fn on_processors() -> Duration {
    let Ok(threads) = std::fs::read_dir("/proc/self/task") else {
        return Duration::ZERO;
    };
    let of_thread = |path: std::path::PathBuf| {
        let text = std::fs::read_to_string(path.join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse::<u64>().ok()
    };
    let all = threads.filter_map(|thread| of_thread(thread.ok()?.path()));
    Duration::from_nanos(all.sum())
}

async fn open(url: &str, dir: &std::path::Path) -> Connection {
    let url = if url == "memory:" {
        url.to_owned()
    } else {
        format!("{url}{}", dir.display())
    };
    let db = connect(&url).await.unwrap();
    db.create_table::<Call>().await.unwrap();
    db.create_table::<Event>().await.unwrap();
    db
}

async fn time_put(url: &str, calls: &[Call], typed: bool) -> Cost {
    let dir = tempfile::tempdir().unwrap();
    let db = open(url, dir.path()).await;
    let started = Clock::start();
    if typed {
        db.put_many(calls).await.unwrap();
    } else {
        put_by_hand(&db, calls).await;
    }
    started.stop()
}

async fn put_by_hand(db: &Connection, calls: &[Call]) {
    let backend = db.backend();
    for batch in calls.chunks(BATCH) {
        let mutations = batch.iter().map(by_hand).collect();
        let deadline = Deadline::after(Duration::from_secs(30));
        let name = &Call::SCHEMA.table.name;
        let answers = backend
            .mutate_many(name, mutations, deadline)
            .await
            .unwrap();
        assert!(answers.iter().all(Result::is_ok));
    }
}

fn by_hand(call: &Call) -> Mutation {
    let mut row = Mutation::new(call.id.to_be_bytes());
    row.put(b"D1", b"DURATION_S", &call.duration_s.to_be_bytes())
        .unwrap();
    row.put(b"D1", b"CENTS", &call.cents.to_be_bytes()).unwrap();
    row.put(b"D1", b"PEER", call.peer.as_bytes()).unwrap();
    row.put(b"D1", b"CELL", call.cell.as_bytes()).unwrap();
    if let Some(state) = call.state {
        row.put(b"D1", b"STATE", &[state]).unwrap();
    }
    if let Some(note) = &call.note {
        row.put(b"D1", b"NOTE", note.as_bytes()).unwrap();
    }
    row
}

async fn time_scan(db: &Connection, rows: u64, typed: bool) -> Cost {
    let started = Clock::start();
    let mut count = 0;
    if typed {
        let mut scan = db.scan(Call::scan().all()).rows();
        while let Some(row) = scan.next().await {
            black_box(row.unwrap());
            count += 1;
        }
    } else {
        let soon = || Deadline::after(Duration::from_secs(30));
        let name = &Call::SCHEMA.table.name;
        let scanner = db.backend().scan(name, same_columns(), soon()).await;
        let mut scanner = scanner.unwrap();
        loop {
            let batch = scanner.next_batch(soon()).await.unwrap();
            if batch.is_empty() {
                break;
            }
            for row in &batch {
                black_box(read_by_hand(row));
                count += 1;
            }
        }
    }
    assert_eq!(count, rows);
    started.stop()
}

/// The hand-written side, too, selects the columns that it knows, as a program that shares its
/// table does.
fn same_columns() -> Scan {
    let mut scan = Scan::new();
    scan.read.add_declared(Call::SCHEMA.column_names());
    scan
}

fn read_by_hand(row: &Row) -> Call {
    let mut call = Call {
        id: u64::from_be_bytes(row.key().try_into().unwrap()),
        duration_s: 0,
        cents: 0,
        peer: String::new(),
        cell: String::new(),
        state: None,
        note: None,
    };
    for cell in row.cells() {
        match cell.qualifier {
            b"DURATION_S" => call.duration_s = u32::from_be_bytes(cell.value.try_into().unwrap()),
            b"CENTS" => call.cents = i64::from_be_bytes(cell.value.try_into().unwrap()),
            b"PEER" => call.peer = String::from_utf8(cell.value.to_vec()).unwrap(),
            b"CELL" => call.cell = String::from_utf8(cell.value.to_vec()).unwrap(),
            b"STATE" => call.state = Some(cell.value[0]),
            b"NOTE" => call.note = Some(String::from_utf8(cell.value.to_vec()).unwrap()),
            _ => {}
        }
    }
    call
}

async fn time_fan_out(db: &Connection, rows: u64, fan_out: bool) -> Cost {
    let started = Clock::start();
    let mut scan = if fan_out {
        db.scan(Event::scan().at(Timestamp::from_millis(0)..))
            .rows()
    } else {
        db.scan(Event::scan().all()).rows()
    };
    let mut count = 0;
    while let Some(row) = scan.next().await {
        black_box(row.unwrap());
        count += 1;
    }
    assert_eq!(count, rows);
    started.stop()
}
