//! Random scans that stop at random points: the runs together return the rows of one scan.

use std::fmt::Debug;
use std::time::Duration;

use fastrand::Rng;
use hbase_schema::db::ScanRequest;
use hbase_schema::{Connection, Cursor, FromRowOwned, HTable, Table, connect};

use super::{Reading, reading};

/// The same rows without a salt.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:READINGS")]
#[family("D1")]
struct Unsalted {
    #[rowkey]
    id: u32,
    n: u32,
}

const ROWS: u32 = 20_000;

/// Cases of each table and store.
const CASES: usize = 6;

/// The options of a scan.
#[derive(Clone, Debug)]
struct Options {
    /// One row in this many passes.
    least: u32,
    reversed: bool,
    limit: Option<u64>,
    offset: u64,
    caching: u32,
    max_concurrent_scans: usize,
}

impl Options {
    /// Every tenth case reads all rows without a limit, so that it takes many runs on any machine.
    fn random(case: usize, rng: &mut Rng) -> Self {
        let least = [0, 5_000, 9_900, 9_990, 10_000][case % 5];
        Self {
            least,
            reversed: rng.bool(),
            limit: (case % 10 > 4).then(|| rng.u64(..40)),
            offset: if rng.bool() { rng.u64(..20) } else { 0 },
            caching: rng.u32(1..300),
            max_concurrent_scans: rng.usize(1..4),
        }
    }

    fn of<R: Table>(&self, scan: ScanRequest<R>) -> ScanRequest<R> {
        let scan = scan
            .offset(self.offset)
            .caching(self.caching)
            .max_concurrent_scans(self.max_concurrent_scans);
        let scan = match self.limit {
            Some(limit) => scan.limit(limit),
            None => scan,
        };
        if self.reversed { scan.reversed() } else { scan }
    }
}

/// Reads a scan in runs that stop after some rows, or while waiting for one.
async fn in_random_runs<R>(scan: impl Fn() -> ScanRequest<R>, rng: &mut Rng) -> (Vec<R>, usize)
where
    R: Table + FromRowOwned + 'static,
{
    let (mut found, mut runs) = (Vec::new(), 0);
    let mut position: Option<String> = None;
    loop {
        runs += 1;
        let mut rows = match &position {
            Some(position) => scan().after(position).rows(),
            None => scan().rows(),
        };
        for _ in 0..rng.usize(1..400) {
            let patience = Duration::from_micros(rng.u64(..400));
            match tokio::time::timeout(patience, rows.next()).await {
                Ok(Some(row)) => found.push(row.unwrap()),
                Ok(None) => return (found, runs),
                // On a slow machine, runs that end before they have read anything would never end.
                Err(_)
                    if has_advanced(rows.position().as_ref(), position.as_ref())
                        && rng.u8(..4) == 0 =>
                {
                    break;
                }
                Err(_) => {}
            }
        }
        position = rows.position().map(String::from).or(position);
    }
}

fn has_advanced(now: Option<&Cursor>, start: Option<&String>) -> bool {
    now.is_some_and(|now| start.is_none_or(|start| start != now.as_str()))
}

async fn check<R>(scan: impl Fn(u32) -> ScanRequest<R>, options: &Options, rng: &mut Rng) -> usize
where
    R: Table + FromRowOwned + Debug + PartialEq + 'static,
{
    let scan = || options.of(scan(options.least));
    let whole = scan().rows().collect().await.unwrap();
    let (found, runs) = in_random_runs(scan, rng).await;
    assert_eq!(found, whole, "{options:?}");
    runs
}

async fn check_store(url: &str, seed: u64) {
    let db: Connection = connect(url).await.unwrap();
    db.create_table::<Reading>().await.unwrap();
    db.create_table::<Unsalted>().await.unwrap();
    db.put_many((0..ROWS).map(reading)).await.unwrap();
    let unsalted = (0..ROWS).map(|id| Unsalted {
        id,
        n: reading(id).n,
    });
    db.put_many(unsalted).await.unwrap();
    let salted = |least| {
        let scan = db.scan(Reading::scan().id(100..));
        scan.filter(Reading::N.ge(least))
    };
    let unsalted = |least| {
        let scan = db.scan(Unsalted::scan().all());
        scan.filter(Unsalted::N.ge(least))
    };
    let mut rng = Rng::with_seed(seed);
    let mut runs = 0;
    for case in 0..CASES {
        let options = Options::random(case, &mut rng);
        runs += check(salted, &options, &mut rng).await;
        runs += check(unsalted, &options, &mut rng).await;
    }
    // Two cases read all rows of both tables, at most 400 in a run.
    assert!(
        runs > 4 * ROWS as usize / 400,
        "{runs} runs only, seed {seed}"
    );
}

#[tokio::test]
async fn runs_together_return_each_row_once() {
    let seed = std::env::var("POSITION_SEED").ok();
    let seed = seed.map_or_else(|| fastrand::u64(..), |seed| seed.parse().unwrap());
    println!("POSITION_SEED={seed}");
    check_store("memory:", seed).await;
    let dir = tempfile::tempdir().unwrap();
    check_store(&format!("embedded:{}", dir.path().display()), seed).await;
}
