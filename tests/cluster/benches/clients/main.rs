//! The native client beside `HBase`'s own in Java and beside the Thrift gateway, on one server, in one run:
//! `tests/hbase/hbase with cargo bench -p hbase-schema-cluster-tests --features cluster --bench clients --
//! [ROWS] [--profile put|scan|get|gets]`.
//!
//! Each side writes, scans and gets rows of the same cells in a table of its own, in turns, the first of which is not
//! measured: Java's start is left out, its warm-up is not. The backends' sides look at each cell's bytes, the typed side and
//! Java decode them. CPU time is that of the client's process. `--profile` repeats one task of the native client.

mod plain;
#[path = "../shared/mod.rs"]
mod shared;
mod typed;

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use hbase_schema::Connection;
use hbase_schema::model::TableName;
use hbase_schema_cluster_tests::{Cluster, create_anew, native, thrift};
use hbase_schema_thrift::Options;

use plain::Plain;
use shared::{GETS, Outcome, Program, TURNS, Turn, User, median, numbers};
use typed::Typed;

const ROWS: u32 = 100_000;
const IN_FLIGHT: u32 = 64;
const PROFILED: usize = 30;

const NATIVE: TableName = TableName::from_static("DLQX", "BENCH_NATIVE");
const THRIFT: TableName = TableName::from_static("DLQX", "BENCH_THRIFT");

/// The work, and the least ratios of rates: native over Thrift, native over Java.
const WORK: [(&str, &str, f64, f64); 4] = [
    ("put", "put in bulk", 1.4, 2.3),
    ("scan", "scan", 3.0, 4.0),
    ("get", "gets, one after another", 2.0, 2.5),
    ("gets", "gets, 64 in flight", 2.0, 2.5),
];

/// One turn of each side.
struct Round {
    native: Turn,
    typed: Turn,
    thrift: Turn,
    java: Turn,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let rows = std::env::args().skip(1).find_map(|word| word.parse().ok());
    let rows: u32 = rows.unwrap_or(ROWS);
    let cluster = Cluster::from_env()?;
    let statements = ["RUST", "NATIVE", "THRIFT", "JAVA"]
        .map(|side| User::DDL.replace("BENCH_RUST", &format!("BENCH_{side}")));
    create_anew(
        &cluster,
        "bench",
        &statements.each_ref().map(String::as_str),
    )?;
    let native_side = Plain::new(NATIVE, native(&cluster), rows);
    let mut args = std::env::args().skip_while(|word| word != "--profile");
    if let Some(work) = args.nth(1) {
        for _ in 0..PROFILED {
            native_side.turn(&work).await?;
        }
        return Ok(());
    }
    let typed = Typed::new(
        Connection::with_backend(std::sync::Arc::new(native(&cluster))),
        rows,
    );
    let thrift = thrift(&cluster.thrift, &Options::default().pool(8))?;
    let thrift = Plain::new(THRIFT, thrift, rows);
    let mut java = Program::start(&mut cluster.script(&["bench"]), [rows, GETS, IN_FLIGHT])?;

    println!("{rows} rows of 4 cells, {GETS} gets, {TURNS} turns");
    for (work, what, over_thrift, over_java) in WORK {
        let mut rounds = Vec::new();
        for _ in 0..=TURNS {
            rounds.push(Round {
                native: native_side.turn(work).await?,
                typed: typed.turn(work).await?,
                thrift: thrift.turn(work).await?,
                java: java.turn(work)?,
            });
        }
        show(what, &rounds[1..], over_thrift, over_java);
    }
    java.end()
}

/// Gets rows, so many at a time.
async fn gets<F: Future<Output = Outcome>>(
    rows: u32,
    in_flight: u32,
    get: impl Fn(u32) -> F,
) -> Outcome<u64> {
    let gets = stream::iter(numbers(rows)).map(get);
    let gets = gets.buffer_unordered(in_flight as usize);
    let count = gets.try_fold(0, |count, ()| async move { Ok(count + 1) });
    count.await
}

fn show(what: &str, rounds: &[Round], over_thrift: f64, over_java: f64) {
    let of = |value: fn(&Round) -> f64| median(rounds.iter().map(value));
    println!("\n{what}");
    println!("| | native | typed, native | Thrift | Java |");
    println!("|---|---|---|---|---|");
    println!(
        "| rows/s | {:.0} | {:.0} | {:.0} | {:.0} |",
        of(|round| round.native.rate()),
        of(|round| round.typed.rate()),
        of(|round| round.thrift.rate()),
        of(|round| round.java.rate()),
    );
    println!(
        "| CPU µs/row | {:.2} | {:.2} | {:.2} | {:.2} |",
        of(|round| round.native.cpu()),
        of(|round| round.typed.cpu()),
        of(|round| round.thrift.cpu()),
        of(|round| round.java.cpu()),
    );
    let ratio = of(|round| round.native.rate() / round.thrift.rate());
    println!("rate, native / Thrift: {ratio:.2} (at least {over_thrift})");
    let ratio = of(|round| round.native.rate() / round.java.rate());
    println!("rate, native / Java: {ratio:.2} (at least {over_java})");
    let ratio = of(|round| round.native.cpu() / round.java.cpu());
    println!("CPU, native / Java: {ratio:.3} (at most 0.125)");
    let ratio = of(|round| round.typed.cpu() / round.native.cpu());
    println!("CPU, typed / native: {ratio:.2} (at most 1.05)");
}
