//! A comparison with Python's happybase, with the same server and gateway, in one run:
//! `tests/hbase/hbase with cargo bench -p hbase-schema-cluster-tests --features cluster --bench
//! happybase -- [ROWS] [--profile put|scan|get|gets|many]`.
//!
//! Each side writes, scans and gets rows of the same cells in a table of its own, in turns; both decode the
//! cells they read. The output has the median of each side, and the median of the ratios per turn: of the
//! rates, and of the client's CPU time per row. A third side sends the requests of the gets on a socket of
//! the same runtime and reads the responses as bytes: the machine's cost of two messages and a wait, which is
//! the lower bound. `--profile` repeats one task of this side for a profiler.

mod bytes;
#[path = "../shared/mod.rs"]
mod shared;

use hbase_schema::{Connection, Limits};
use hbase_schema_cluster_tests::{Cluster, connect, create_anew};
use hbase_schema_thrift::Options;

use bytes::Bytes;
use shared::{
    GETS, Outcome, Program, TURNS, Turn, User, UserKey, id, measured, median, numbers, scan, user,
    value_of,
};

const ROWS: u32 = 20_000;
const CONNECTIONS: u32 = 8;
const TOGETHER: usize = 100;
const PROFILED: usize = 50;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let rows = std::env::args().skip(1).find_map(|word| word.parse().ok());
    let rows: u32 = rows.unwrap_or(ROWS);
    let cluster = Cluster::from_env()?;
    let theirs = User::DDL.replace("BENCH_RUST", "BENCH_PYTHON");
    create_anew(&cluster, "bench", &[User::DDL, &theirs])?;
    let options = Options::default().pool(CONNECTIONS as usize);
    let ours = Ours {
        db: connect(&cluster.thrift, Limits::default(), &options)?,
        rows,
    };
    if let Some(work) = value_of("--profile") {
        return profile(&ours, &work).await;
    }
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../hbase/python/bench.py");
    let mut command = cluster.script(&["python", program]);
    let mut theirs = Program::start(&mut command, [rows, GETS, CONNECTIONS])?;
    let bytes = Bytes::new(&cluster, rows);

    println!("{rows} rows of 4 cells, {GETS} gets, {TURNS} turns");
    compare_with_happybase(&ours, &mut theirs).await?;
    compare_with_bytes(&ours, &bytes).await?;
    theirs.end()
}

async fn compare_with_happybase(ours: &Ours, theirs: &mut Program) -> Outcome {
    println!(
        "| | typed, rows/s | happybase, rows/s | ratio | target | typed, CPU µs/row | happybase, CPU µs/row | ratio | target |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for (work, what) in [
        ("put", "put in bulk"),
        ("scan", "scan"),
        ("get", "gets, one after another"),
        ("gets", "gets, 8 concurrently"),
        ("many", "gets, 100 in a call"),
    ] {
        // The first turn locates regions, fills caches, warms up Java.
        let mut turns = Vec::new();
        for _ in 0..=TURNS {
            turns.push((ours.turn(work).await?, theirs.turn(work)?));
        }
        show(what, &turns[1..]);
    }
    Ok(())
}

async fn compare_with_bytes(ours: &Ours, bytes: &Bytes) -> Outcome {
    let mut turns = Vec::new();
    for _ in 0..=TURNS {
        turns.push((ours.turn("get").await?, bytes.turn().await?));
    }
    let floor = median(turns[1..].iter().map(|(_, bytes)| bytes.cpu()));
    let ratio = median(
        turns[1..]
            .iter()
            .map(|(ours, bytes)| ours.cpu() / bytes.cpu()),
    );
    println!("\ngets as bytes alone: {floor:.1} CPU µs/row; typed / bytes: {ratio:.2}");
    Ok(())
}

async fn profile(ours: &Ours, work: &str) -> Outcome {
    ours.turn("put").await?;
    for _ in 0..PROFILED {
        ours.turn(work).await?;
    }
    Ok(())
}

/// The typed layer.
struct Ours {
    db: Connection,
    rows: u32,
}

impl Ours {
    async fn turn(&self, work: &str) -> Outcome<Turn> {
        measured(async {
            Outcome::Ok(match work {
                "put" => self.db.put_many((0..self.rows).map(user)).await?,
                "scan" => scan(&self.db, self.rows).await?,
                "get" => get(self.db.clone(), self.numbers()).await?,
                "many" => self.get_many().await?,
                _ => self.get_side_by_side().await?,
            })
        })
        .await
    }

    async fn get_many(&self) -> Outcome<u64> {
        let mut count = 0;
        for part in self.numbers().chunks(TOGETHER) {
            let keys: Vec<_> = part.iter().map(|n| UserKey { id: id(*n) }).collect();
            let found: Vec<Option<User>> = self.db.get_many(&keys).await?;
            let ids = found.iter().map(|user| user.as_ref().map(|user| user.id));
            assert!(ids.eq(keys.iter().map(|key| Some(key.id))));
            count += found.len() as u64;
        }
        Ok(count)
    }

    async fn get_side_by_side(&self) -> Outcome<u64> {
        let numbers = self.numbers();
        let parts = numbers.chunks_exact(numbers.len() / CONNECTIONS as usize);
        let parts = parts.take(CONNECTIONS as usize);
        let gets = parts.map(|part| tokio::spawn(get(self.db.clone(), part.to_vec())));
        let mut count = 0;
        for part in gets.collect::<Vec<_>>() {
            count += part.await??;
        }
        Ok(count)
    }

    fn numbers(&self) -> Vec<u32> {
        numbers(self.rows)
    }
}

async fn get(db: Connection, numbers: Vec<u32>) -> Result<u64, hbase_schema::Error> {
    let mut count = 0;
    for number in numbers {
        let key = UserKey { id: id(number) };
        let found = db.get(&key).await?;
        assert_eq!(found.map(|user| user.id), Some(key.id));
        count += 1;
    }
    Ok(count)
}

fn show(what: &str, turns: &[(Turn, Turn)]) {
    println!(
        "| {what} | {:.0} | {:.0} | {:.2} | at least 1 | {:.1} | {:.1} | {:.2} | at most 0.33 |",
        median(turns.iter().map(|(ours, _)| ours.rate())),
        median(turns.iter().map(|(_, theirs)| theirs.rate())),
        median(
            turns
                .iter()
                .map(|(ours, theirs)| ours.rate() / theirs.rate())
        ),
        median(turns.iter().map(|(ours, _)| ours.cpu())),
        median(turns.iter().map(|(_, theirs)| theirs.cpu())),
        median(turns.iter().map(|(ours, theirs)| ours.cpu() / theirs.cpu())),
    );
}
