//! Compares the native client with `HBase`'s own in Java and with the Thrift gateway, on one server, in one
//! run: `tests/hbase/hbase with cargo bench -p hbase-schema-cluster-tests --features cluster --bench clients --
//! [ROWS] [--seed SEED] [--profile put|scan|unordered|get|gets]`.
//!
//! Each side writes, scans and gets the same rows of one table, in turns, the first of which are not measured:
//! server and Java are warm. The order of the sides in each turn is random. All decode the cells, the backends'
//! sides by code written by hand; a bare socket, which does not, shows the server's limit. CPU time is that of
//! the client's process. `--profile` repeats one task of the native client.

mod bare;
mod gets;
mod plain;
mod server;
#[path = "../shared/mod.rs"]
mod shared;
mod table;
mod typed;

use std::sync::Arc;

use hbase_native::Native;
use hbase_schema::Connection;
use hbase_schema::model::TableName;
use hbase_schema_cluster_tests::{Cluster, native, thrift};
use hbase_schema_thrift::{Options, Thrift};

use bare::Bare;
use gets::{IN_FLIGHT, gets};
use plain::Plain;
use server::ServerCpu;
use shared::{GETS, Outcome, Program, TURNS, Turn, median, value_of};
use table::create;
use typed::Typed;

const ROWS: u32 = 100_000;
const PROFILED: usize = 30;

/// Turns that are not measured: until the server and Java's client have compiled what the work needs.
const WARM_UP: usize = 4;

const TABLE: TableName = TableName::from_static("DLQX", "BENCH_RUST");

/// The work, and the least ratios of rates: native over Thrift, native over Java.
const WORK: [(&str, &str, f64, f64); 5] = [
    ("put", "put in bulk", 1.4, 2.3),
    ("scan", "scan", 3.0, 4.0),
    (
        "unordered",
        "scan, unordered; the others in order",
        3.0,
        4.0,
    ),
    ("get", "gets, one after another", 2.0, 2.5),
    ("gets", "gets, 64 in flight", 2.0, 2.5),
];

/// The sides; the last is a client without costs.
#[derive(Clone, Copy)]
enum Side {
    Native,
    Typed,
    Thrift,
    Java,
    Bare,
}

impl Side {
    const ALL: [Self; 5] = [
        Self::Native,
        Self::Typed,
        Self::Thrift,
        Self::Java,
        Self::Bare,
    ];
}

struct Sides {
    native: Plain<Native>,
    typed: Typed,
    thrift: Plain<Thrift>,
    java: Program,
    bare: Bare,
    server: ServerCpu,
    random: fastrand::Rng,
}

impl Sides {
    async fn start(cluster: &Cluster, rows: u32, seed: u64) -> Outcome<Self> {
        let backend = native(cluster);
        Ok(Self {
            random: fastrand::Rng::with_seed(seed),
            bare: Bare::connect(&backend, rows).await?,
            native: Plain::new(backend, rows),
            typed: Typed::new(Connection::with_backend(Arc::new(native(cluster))), rows),
            thrift: Plain::new(thrift(&cluster.thrift, &Options::default().pool(8))?, rows),
            java: Program::start(&mut cluster.script(&["bench"]), [rows, GETS, IN_FLIGHT])?,
            server: ServerCpu::of(cluster)?,
        })
    }

    /// One turn, and the processor time of the server in it, seconds.
    async fn turn(&mut self, side: Side, work: &str) -> Outcome<(Turn, f64)> {
        let before = self.server.seconds()?;
        let turn = match side {
            Side::Native => self.native.turn(work).await?,
            Side::Typed => self.typed.turn(work).await?,
            Side::Thrift => self.thrift.turn(in_order(work)).await?,
            Side::Java => self.java.turn(in_order(work))?,
            Side::Bare => self.bare.turn(in_order(work)).await?,
        };
        Ok((turn, self.server.seconds()? - before))
    }

    /// Runs the turns of each side in random order, so that the state that one leaves at the server favours
    /// nobody.
    async fn turns(&mut self, work: &str) -> Outcome<Turns> {
        let mut turns = Turns::default();
        for number in 0..WARM_UP + TURNS {
            let mut sides = Side::ALL;
            self.random.shuffle(&mut sides);
            for side in sides {
                let turn = self.turn(side, work).await?;
                if number >= WARM_UP {
                    turns.0[side as usize].push(turn);
                }
            }
        }
        Ok(turns)
    }
}

/// The turns of each side.
#[derive(Default)]
struct Turns([Vec<(Turn, f64)>; Side::ALL.len()]);

impl Turns {
    fn median(&self, side: Side, value: impl Fn(&(Turn, f64)) -> f64) -> f64 {
        median(self.0[side as usize].iter().map(value))
    }

    fn ratio(&self, sides: [Side; 2], value: impl Fn(&Turn) -> f64) -> f64 {
        let [one, other] = sides.map(|side| &self.0[side as usize]);
        let pairs = one.iter().zip(other);
        median(pairs.map(|((one, _), (other, _))| value(one) / value(other)))
    }

    fn row(&self, what: &str, value: impl Fn(&(Turn, f64)) -> f64, decimals: usize) {
        let of_side = |side| format!(" {:.decimals$} |", self.median(side, &value));
        println!("| {what} |{}", Side::ALL.map(of_side).concat());
    }

    fn show(&self, what: &str, over_thrift: f64, over_java: f64) {
        println!("\n{what}");
        println!("| | native | typed, native | Thrift | Java | bare socket |");
        println!("|---|---|---|---|---|---|");
        self.row("rows/s", |(turn, _)| turn.rate(), 0);
        self.row("CPU µs/row", |(turn, _)| turn.cpu(), 2);
        let of_server = |(turn, seconds): &(Turn, f64)| seconds / turn.rows * 1e6;
        self.row("CPU of the server, µs/row", of_server, 1);
        for (name, other, least) in [
            ("Thrift", Side::Thrift, over_thrift),
            ("Java", Side::Java, over_java),
            ("bare socket", Side::Bare, 0.0),
        ] {
            let ratio = self.ratio([Side::Native, other], Turn::rate);
            println!("rate, native / {name}: {ratio:.2} (at least {least})");
        }
        let ratio = self.ratio([Side::Native, Side::Java], Turn::cpu);
        println!("CPU, native / Java: {ratio:.3} (at most 0.125)");
        let ratio = self.ratio([Side::Typed, Side::Native], Turn::cpu);
        println!("CPU, typed / native: {ratio:.2} (at most 1.05)");
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let rows = std::env::args().nth(1).and_then(|word| word.parse().ok());
    let rows: u32 = rows.unwrap_or(ROWS);
    let cluster = Cluster::from_env()?;
    if let Some(work) = value_of("--profile") {
        return profile(&cluster, rows, &work).await;
    }
    let seed = value_of("--seed").map(|seed| seed.parse()).transpose()?;
    let seed = seed.unwrap_or_else(|| fastrand::u64(..));
    create(&cluster)?;
    let mut sides = Sides::start(&cluster, rows, seed).await?;
    println!("{rows} rows of 4 cells, {GETS} gets, {TURNS} turns, --seed {seed}");
    for (work, what, over_thrift, over_java) in WORK {
        let turns = sides.turns(work).await?;
        turns.show(what, over_thrift, over_java);
    }
    sides.java.end()
}

/// Repeats one task of the native client.
async fn profile(cluster: &Cluster, rows: u32, work: &str) -> Outcome {
    create(cluster)?;
    let side = Plain::new(native(cluster), rows);
    side.turn("put").await?;
    for _ in 0..PROFILED {
        let turn = side.turn(work).await?;
        println!("{:.0} rows/s, {:.2} µs/row", turn.rate(), turn.cpu());
    }
    Ok(())
}

/// The work of the sides that have no unordered scans.
fn in_order(work: &str) -> &str {
    if work == "unordered" { "scan" } else { work }
}
