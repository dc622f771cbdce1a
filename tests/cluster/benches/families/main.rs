//! Compares scans and gets of whole families with those that name their columns, on one server, in one run:
//! `tests/hbase/hbase with cargo bench -p hbase-schema-cluster-tests --features cluster --bench families --
//! [ROWS] [--seed SEED] [--only COLUMNS]`.
//!
//! For 2, 10 and 40 declared columns, and for families that have other columns too, each side reads and decodes all rows in turns, the
//! first of which are not measured. `--only 10` compares only rows with ten declared columns. The order of the sides in each turn is random. CPU time is that of the client's process.

mod rows;
#[path = "../clients/server.rs"]
mod server;
#[path = "../shared/mod.rs"]
#[allow(
    dead_code,
    unused_imports,
    reason = "the other comparisons read other rows"
)]
mod shared;

use std::sync::Arc;

use hbase_native::Native;
use hbase_schema::Connection;
use hbase_schema::model::{Backend as _, Mutation, Scan};
use hbase_schema::query::ScanStart as _;
use hbase_schema_cluster_tests::{Cluster, create_anew, native, soon};

use rows::{Forty, FortyNamed, Numbered, Ten, TenNamed, Two, TwoNamed};
use server::ServerCpu;
use shared::{Outcome, Program, TURNS, Turn, measured, median, value_of};

const ROWS: u32 = 100_000;

/// Turns that are not measured: until the server and Java's client have compiled what the work needs.
const WARM_UP: usize = 5;

/// Gets in a turn.
const GETS: u32 = 4000;

/// Rows per call.
const TOGETHER: usize = 1000;

const SIDES: [&str; 5] = [
    "typed",
    "typed, named",
    "backend, whole rows",
    "Java, whole family",
    "Java, named",
];

/// A table with rows of some declared columns, and some others.
struct Case {
    db: Connection,
    backend: Native,
    java: Program,
    server: ServerCpu,
    random: fastrand::Rng,
    rows: u32,
    columns: usize,
}

impl Case {
    async fn turn<W, N>(&mut self, side: usize, work: &str) -> Outcome<(Turn, f64)>
    where
        W: Numbered,
        N: Numbered,
    {
        let before = self.server.seconds()?;
        let turn = match (side, work) {
            (0, _) => measured(typed::<W>(&self.db, self.rows, work)).await?,
            (1, _) => measured(typed::<N>(&self.db, self.rows, work)).await?,
            (2, _) => measured(self.whole_rows::<W>()).await?,
            (side, _) => {
                let reading = if side == 3 { "whole" } else { "named" };
                let table = &W::SCHEMA.table.name;
                self.java
                    .turn(&format!("{reading} {table} {}", self.columns))?
            }
        };
        Ok((turn, self.server.seconds()? - before))
    }

    async fn whole_rows<W: Numbered>(&self) -> Outcome<u64> {
        let scan = Scan::new();
        let mut scanner = self
            .backend
            .scan(&W::SCHEMA.table.name, scan, soon())
            .await?;
        let mut count = 0;
        loop {
            let batch = scanner.next_batch(soon()).await?;
            if batch.is_empty() {
                return Ok(count);
            }
            let cells: usize = batch.iter().map(|row| row.cells().count()).sum();
            std::hint::black_box(cells);
            count += batch.len() as u64;
        }
    }

    async fn compare<W, N>(&mut self, work: &str, sides: &[usize]) -> Outcome
    where
        W: Numbered,
        N: Numbered,
    {
        let mut turns: [Vec<(Turn, f64)>; SIDES.len()] = Default::default();
        for number in 0..WARM_UP + TURNS {
            let mut order = sides.to_vec();
            self.random.shuffle(&mut order);
            for side in order {
                let turn = self.turn::<W, N>(side, work).await?;
                if number >= WARM_UP {
                    turns[side].push(turn);
                }
            }
        }
        println!(
            "\n{work}\n| | rows/s | typed / this | CPU, µs/row | CPU of the server, µs/row |\n|---|---|---|---|---|"
        );
        for side in sides {
            let of = &turns[*side];
            let rate = median(of.iter().map(|(turn, _)| turn.rate()));
            let pairs = turns[0].iter().zip(of);
            let ratio = median(pairs.map(|((typed, _), (turn, _))| typed.rate() / turn.rate()));
            let cpu = median(of.iter().map(|(turn, _)| turn.cpu()));
            let server = median(of.iter().map(|(turn, s)| s / turn.rows * 1e6));
            println!(
                "| {} | {rate:.0} | {ratio:.2} | {cpu:.2} | {server:.2} |",
                SIDES[*side]
            );
        }
        Ok(())
    }
}

/// Reads and decodes rows by the typed layer.
async fn typed<T: Numbered>(db: &Connection, rows: u32, work: &str) -> Outcome<u64> {
    match work {
        "count" => Ok(db.scan(T::scan().all()).count().await?),
        "get" => {
            for id in (0..GETS).map(|n| n * 31 % rows) {
                std::hint::black_box(db.get(&T::numbered(id).key()).await?);
            }
            Ok(GETS.into())
        }
        "get_many" => {
            let keys: Vec<_> = (0..rows).map(|id| T::numbered(id).key()).collect();
            let found: Vec<Option<T>> = db.get_many(&keys).await?;
            Ok(found.iter().flatten().count() as u64)
        }
        _ => {
            let mut found = db.scan(T::scan().all()).rows();
            let mut count = 0;
            while let Some(row) = found.next().await {
                std::hint::black_box(row?);
                count += 1;
            }
            assert_eq!(count, u64::from(rows));
            Ok(count)
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let rows = std::env::args().nth(1).and_then(|word| word.parse().ok());
    let rows: u32 = rows.unwrap_or(ROWS);
    let seed = value_of("--seed").map(|seed| seed.parse()).transpose()?;
    let seed = seed.unwrap_or_else(|| fastrand::u64(..));
    println!("{rows} rows, {TURNS} turns, --seed {seed}");
    let cluster = Cluster::from_env()?;
    let only: Option<usize> = value_of("--only")
        .map(|columns| columns.parse())
        .transpose()?;
    let is_compared = |columns| only.is_none_or(|only| only == columns);
    let all = (rows, seed);
    let half = (rows / 2, seed);
    if is_compared(2) {
        let works = ["scan", "get", "get_many", "count"];
        compare::<Two, TwoNamed>(&cluster, all, 2, 0, &works).await?;
        for others in [2, 4, 6, 8, 18] {
            compare::<Two, TwoNamed>(&cluster, all, 2, others, &works[..1]).await?;
        }
    }
    if is_compared(10) {
        compare::<Ten, TenNamed>(&cluster, all, 10, 0, &["scan", "get_many"]).await?;
        compare::<Ten, TenNamed>(&cluster, half, 10, 90, &["scan", "get_many"]).await?;
    }
    if is_compared(40) {
        compare::<Forty, FortyNamed>(&cluster, half, 40, 0, &["scan", "get_many"]).await?;
    }
    Ok(())
}

/// Compares the sides on a new table whose rows have `others` columns that no struct declares.
async fn compare<W: Numbered, N: Numbered>(
    cluster: &Cluster,
    (rows, seed): (u32, u64),
    columns: usize,
    others: u32,
    works: &[&str],
) -> Outcome {
    create_anew(cluster, "families", &[W::DDL])?;
    let db = Connection::with_backend(Arc::new(native(cluster)));
    db.put_many((0..rows).map(W::numbered)).await?;
    let backend = native(cluster);
    put_others::<W>(&backend, rows, others).await?;
    db.flush::<W>().await?;
    println!("\n## {columns} declared columns, {others} others, {rows} rows");
    let mut case = Case {
        db,
        backend,
        java: Program::start(&mut cluster.script(&["bench"]), [rows, GETS, 1])?,
        server: ServerCpu::of(cluster)?,
        random: fastrand::Rng::with_seed(seed),
        rows,
        columns,
    };
    for work in works {
        let sides: &[usize] = if *work == "scan" {
            &[0, 1, 2, 3, 4]
        } else {
            &[0, 1]
        };
        case.compare::<W, N>(work, sides).await?;
    }
    case.java.end()
}

/// Adds cells of columns that come before, between and after the declared ones.
async fn put_others<W: Numbered>(backend: &Native, rows: u32, others: u32) -> Outcome {
    let numbers: Vec<u32> = (0..rows).collect();
    for numbers in numbers.chunks(TOGETHER).filter(|_| others > 0) {
        let mutations = numbers.iter().map(|number| {
            let mut row = Mutation::new(format!("{number:08}"));
            for other in 0..others {
                let first = ["B", "C00X", "Z"][other as usize % 3];
                row.put(
                    b"D1",
                    format!("{first}{other}").as_bytes(),
                    &number.to_be_bytes(),
                )?;
            }
            Ok(row)
        });
        let mutations = mutations.collect::<Result<_, hbase_schema::model::Error>>()?;
        for outcome in backend
            .mutate_many(&W::SCHEMA.table.name, mutations, soon())
            .await?
        {
            outcome?;
        }
    }
    Ok(())
}
