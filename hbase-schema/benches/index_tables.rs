//! Tables with an index table beside the same tables without one: puts of one row, bulk puts, queries.
//!
//! On the stores of this process: `cargo bench -p hbase-schema --features index --bench index_tables
//! [-- ROWS [TURNS [SEED]]]`. On `HBase`: `tests/hbase/hbase with cargo bench -p hbase-schema --features
//! index,native --bench index_tables`. `ROWS` is the number of rows of a bulk put and of a query
//! (default 2000), and of those that are put one at a time (on a cluster a tenth). Both sides of a turn work on the same
//! rows, in random order; a line has the medians over the turns. The deletions of old entries are
//! apart: they are timed alone.

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

use hbase_schema::index::Settings;
use hbase_schema::model::{CheckAndMutate, Condition, Deadline, Mutation};
use hbase_schema::{Connection, HTable, connect};

/// How long a query may take, and the deletion of an old entry waits.
const QUERY_LIMIT: Duration = Duration::from_secs(3);

#[derive(HTable, Clone)]
#[table("DLQX:BENCH_INDEXED")]
#[rowkey(separator = "-")]
#[family("D1")]
struct Indexed {
    #[rowkey]
    user: String,
    #[rowkey]
    id: u32,
    #[index("DLQX:BENCH_BY_SENDER")]
    sender: String,
    subject: String,
    sent: i64,
    size: u32,
}

#[derive(HTable, Clone)]
#[table("DLQX:BENCH_NO_INDEX")]
#[rowkey(separator = "-")]
#[family("D1")]
struct Plain {
    #[rowkey]
    user: String,
    #[rowkey]
    id: u32,
    sender: String,
    subject: String,
    sent: i64,
    size: u32,
}

/// A row; those of a turn have one sender.
fn plain(turn: u32, id: u32, sender: &str) -> Plain {
    Plain {
        user: format!("user{turn:06}"),
        id,
        sender: format!("{sender}{turn}@example.org"),
        subject: format!("minutes of meeting {id}"),
        sent: 1_450_000_000_000 + i64::from(id),
        size: id * 7,
    }
}

fn indexed(turn: u32, id: u32, sender: &str) -> Indexed {
    let Plain {
        user,
        id,
        sender,
        subject,
        sent,
        size,
    } = plain(turn, id, sender);
    Indexed {
        user,
        id,
        sender,
        subject,
        sent,
        size,
    }
}

/// The same cells, put if the row has no sender.
fn if_missing(row: &Plain) -> CheckAndMutate {
    let mut put = Mutation::new(format!("{}-{:010}", row.user, row.id));
    let (sent, size) = (row.sent.to_be_bytes(), row.size.to_be_bytes());
    let cells: [(&[u8], &[u8]); 4] = [
        (b"SENDER", row.sender.as_bytes()),
        (b"SUBJECT", row.subject.as_bytes()),
        (b"SENT", &sent),
        (b"SIZE", &size),
    ];
    for (qualifier, value) in cells {
        put.put(b"D1", qualifier, value).unwrap();
    }
    let absent = Condition::Absent {
        family: b"D1".to_vec(),
        qualifier: b"SENDER".to_vec(),
    };
    CheckAndMutate::new(absent, put)
}

#[derive(Clone, Copy)]
struct Options {
    rows: u32,
    /// The number of rows that are put one at a time.
    single: u32,
    turns: u32,
    seed: u64,
}

fn main() {
    let numbers = std::env::args().skip(1);
    let mut numbers = numbers.filter_map(|argument| argument.parse::<u32>().ok());
    let rows = numbers.next().unwrap_or(2000);
    let options = Options {
        rows,
        single: rows,
        turns: numbers.next().unwrap_or(15),
        seed: numbers
            .next()
            .map_or_else(|| fastrand::u64(..1 << 32), u64::from),
    };
    println!("seed {}", options.seed);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        if let Ok(master) = std::env::var("HBASE_TEST_MASTER") {
            let single = (options.rows / 10).max(1);
            return run(&format!("hbase://{master}"), Options { single, ..options }).await;
        }
        run("memory:", options).await;
        let dir = tempfile::tempdir().unwrap();
        run(&format!("embedded:{}", dir.path().display()), options).await;
    });
}

/// Both tables.
struct Bench {
    db: Connection,
    options: Options,
    random: fastrand::Rng,
}

async fn run(url: &str, options: Options) {
    println!("{}", url.split(':').next().unwrap());
    let db = connect(url).await.unwrap();
    let short = Settings::default().write_limit(Duration::from_millis(50));
    // Nobody writes while the index is built, whose wait is twice the limit.
    let create = db.index_settings(short);
    create.create_table_if_missing::<Indexed>().await.unwrap();
    db.create_table::<Plain>().await.unwrap();
    let settings = Settings::default().query_limit(QUERY_LIMIT);
    let mut bench = Bench {
        db: db.index_settings(settings),
        options,
        random: fastrand::Rng::with_seed(options.seed),
    };
    bench.single().await;
    bench.bulk().await;
    bench.conditions().await;
    bench.queries().await;
    bench.clean_up().await;
}

impl Bench {
    async fn single(&mut self) {
        let rows = self.options.single;
        for (what, sender) in [("new", "ada"), ("changed", "bob")] {
            let db = self.db.clone();
            let put_plain = async |turn: u32| {
                for id in 0..rows {
                    db.put(&plain(turn, id, sender)).await.unwrap();
                }
            };
            let put_indexed = async |turn: u32| {
                for id in 0..rows {
                    db.put(&indexed(turn, id, sender)).await.unwrap();
                }
            };
            let what = format!("put of a {what} row / put without an index, at most 4");
            self.compare(&what, rows, put_plain, put_indexed).await;
        }
    }

    async fn bulk(&mut self) {
        let (rows, first) = (self.options.rows, 1000);
        for (what, sender) in [("new", "ada"), ("changed", "bob")] {
            let db = self.db.clone();
            let put_plain = async |turn: u32| {
                let all = (0..rows).map(|id| plain(first + turn, id, sender));
                db.put_many(all).await.unwrap();
            };
            let put_indexed = async |turn: u32| {
                let all = (0..rows).map(|id| indexed(first + turn, id, sender));
                db.put_many(all).await.unwrap();
            };
            let what = format!("put_many of {what} rows / the same without an index, at most 10");
            self.compare(&what, rows, put_plain, put_indexed).await;
        }
    }

    /// A condition for each row, with nothing else of an index: the store's part of what a bulk put costs.
    async fn conditions(&mut self) {
        let (rows, db) = (self.options.rows, self.db.clone());
        let table = Plain::SCHEMA.describe().descriptor.name;
        let put_plain = async |turn: u32| {
            let all = (0..rows).map(|id| plain(2000 + turn, id, "ada"));
            db.put_many(all).await.unwrap();
        };
        let put_if_missing = async |turn: u32| {
            let checks = (0..rows).map(|id| if_missing(&plain(3000 + turn, id, "ada")));
            let deadline = Deadline::after(Duration::from_secs(60));
            let backend = db.backend();
            let put = backend.check_and_mutate_many(&table, checks.collect(), deadline);
            assert!(put.await.unwrap().into_iter().all(Result::unwrap));
        };
        let what = "conditional puts of new rows, without an index / put_many";
        self.compare(what, rows, put_plain, put_if_missing).await;
    }

    /// Of what `bulk` has left.
    async fn queries(&mut self) {
        let (rows, first) = (self.options.rows, 1000);
        let db = self.db.clone();
        let keys = |turn: u32| {
            let user = format!("user{:06}", first + turn);
            let key = move |id| PlainKey {
                user: user.clone(),
                id,
            };
            (0..rows).map(key).collect::<Vec<_>>()
        };
        let get = async |turn: u32| {
            let found: Vec<Option<Plain>> = db.get_many(&keys(turn)).await.unwrap();
            assert!(black_box(found).iter().all(Option::is_some));
        };
        let sender = |turn: u32| format!("bob{}@example.org", first + turn);
        let one = async |turn: u32| {
            let query = db.query(Indexed::BY_SENDER.eq(sender(turn).as_str()));
            let found = query.rows().collect().await.unwrap();
            assert_eq!(black_box(found).len(), rows as usize);
        };
        let prefix = async |turn: u32| {
            let query = db.query(Indexed::BY_SENDER.prefix(sender(turn)));
            let found = query.rows().collect().await.unwrap();
            assert_eq!(black_box(found).len(), rows as usize);
        };
        let what = "query of one value / get_many of its rows, at most 2.5";
        self.compare(what, rows, &get, one).await;
        let what = "query of a prefix / get_many of its rows, at most 2.5";
        self.compare(what, rows, &get, prefix).await;
    }

    async fn clean_up(&mut self) {
        tokio::time::sleep(QUERY_LIMIT).await;
        let started = Instant::now();
        let deleted = self.db.indexes::<Indexed>().clean_up().await.unwrap();
        let took = started.elapsed();
        let each = took.as_secs_f64() * 1e6 / deleted as f64;
        println!("  deletion of {deleted} old entries: {each:.1} µs each");
    }

    /// What both sides take in each turn, after one that does not count: the indexed one first.
    async fn turns(
        &mut self,
        plain: impl AsyncFn(u32),
        indexed: impl AsyncFn(u32),
    ) -> Vec<[Taken; 2]> {
        let mut turns = Vec::new();
        for turn in 0..=self.options.turns {
            let mut took = [Taken::default(); 2];
            let plain_is_first = self.random.bool();
            for is_plain in [plain_is_first, !plain_is_first] {
                let (started, before) = (Instant::now(), on_processors());
                if is_plain {
                    plain(turn).await;
                } else {
                    indexed(turn).await;
                }
                took[usize::from(is_plain)] = Taken {
                    time: started.elapsed().as_secs_f64(),
                    cpu: on_processors().saturating_sub(before).as_secs_f64(),
                };
            }
            if turn > 0 {
                turns.push(took);
            }
        }
        turns
    }

    /// Times both sides; prints the medians.
    async fn compare(
        &mut self,
        what: &str,
        rows: u32,
        plain: impl AsyncFn(u32),
        indexed: impl AsyncFn(u32),
    ) {
        let turns = self.turns(plain, indexed).await;
        let micros = |side: usize| {
            let of_side = turns.iter().map(|took| took[side].time);
            median(of_side.collect()) * 1e6 / f64::from(rows)
        };
        let ratio = |of: fn(&Taken) -> f64| {
            let ratios = turns.iter().map(|[indexed, plain]| of(indexed) / of(plain));
            median(ratios.collect())
        };
        println!(
            "  {what}: {:.2}, of CPU time {:.2}; {:.1} and {:.1} µs a row",
            ratio(|took| took.time),
            ratio(|took| took.cpu),
            micros(0),
            micros(1)
        );
    }
}

/// What a side has taken, in seconds.
#[derive(Clone, Copy, Default)]
struct Taken {
    time: f64,
    /// Of this process, its background threads included.
    cpu: f64,
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

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_unstable_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
