//! What a login and protection cost the client: `benches/secured/run.sh [ROWS] [--turns TURNS] [--seed SEED]
//! [--profile SIDE:WORK]`, which starts a secured `HBase` that also takes clients without a login.
//!
//! Clients of one server put, scan and get the same rows, in turns: without a login, under each protection, and Java's
//! client under privacy. The table is compacted after the puts. The first turns are not measured; the order in each turn is random. A second table compares
//! the times until a new connection can be used. `--profile privacy:put` repeats one task of one side.

#[path = "../clients/gets.rs"]
mod gets;
mod logins;
mod report;
#[path = "../clients/server.rs"]
mod server;
#[path = "../shared/mod.rs"]
#[allow(dead_code, reason = "this comparison has more turns")]
mod shared;
mod sides;
#[path = "../clients/table.rs"]
mod table;
#[path = "../clients/typed.rs"]
mod typed;

use hbase_schema_cluster_tests::Cluster;

use gets::{IN_FLIGHT, gets};
use report::{load, show};
use shared::{GETS, Outcome, value_of};
use sides::{Side, Sides};

/// Rows of a put and of a scan, unless the first argument has another number.
const ROWS: u32 = 100_000;

/// Measured turns of each work, unless `--turns` has another number.
const TURNS: usize = 11;

/// Turns that are not measured: until the server and Java's client have compiled what the work needs.
const WARM_UP: usize = 4;

/// How often `--profile` repeats its task.
const PROFILED: usize = 30;

const WORK: [(&str, &str); 4] = [
    ("put", "put in bulk"),
    ("scan", "scan"),
    ("get", "gets, one after another"),
    ("gets", "gets, 64 in flight"),
];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let number = |word: String| word.parse().ok();
    let rows = std::env::args().nth(1).and_then(|word| word.parse().ok());
    let rows: u32 = rows.unwrap_or(ROWS);
    let turns = value_of("--turns").map_or(Some(TURNS as u64), number);
    let turns = usize::try_from(turns.ok_or("--turns: expected a number")?)?;
    let seed = value_of("--seed").map_or_else(|| Some(fastrand::u64(..)), number);
    let seed = seed.ok_or("--seed: expected a number")?;
    let cluster = Cluster::from_env()?;
    table::create(&cluster)?;
    let mut sides = Sides::start(&cluster, rows, seed)?;
    if let Some(task) = value_of("--profile") {
        return profile(&mut sides, &task).await;
    }
    println!("{rows} rows of 4 cells, {GETS} gets, {turns} turns, --seed {seed}");
    println!("load at the start: {}", load());
    for (work, what) in WORK {
        show(what, &sides.turns(work, WARM_UP, turns).await?);
        if work == "put" {
            sides.compact().await?;
        }
    }
    logins::compare(&cluster, turns).await?;
    println!("\nload at the end: {}", load());
    sides.end()
}

/// Repeats one task of one side.
async fn profile(sides: &mut Sides, task: &str) -> Outcome {
    let known = || format!("--profile {task}: expected a side and a work, as in `privacy:put`");
    let (side, work) = task.split_once(':').ok_or_else(known)?;
    let side = Side::named(side).ok_or_else(known)?;
    sides.turn(side, "put").await?;
    sides.compact().await?;
    for _ in 0..PROFILED {
        let taken = sides.turn(side, work).await?;
        let turn = taken.client;
        println!("{:.0} rows/s, {:.2} µs/row", turn.rate(), turn.cpu());
    }
    Ok(())
}
