//! Gets of single rows, from memory and from disk, alternately with the engine below.

use std::path::Path;
use std::time::Instant;

use tokio::runtime::Runtime;

use crate::raw::Raw;
use crate::report::{Line, Outcome, median};
use crate::{data, store};

const GETS: usize = 20_000;

/// Pairs of measurements, of which the medians count: both engines merge files for a while after they were opened.
const PAIRS: usize = 9;

/// Microseconds a get, pair by pair: the engine's, and the store's.
fn costs(
    runtime: &Runtime,
    dirs: [&Path; 2],
    rows: usize,
) -> Result<[Vec<f64>; 2], Box<dyn std::error::Error>> {
    let numbers = data::shuffled(rows, GETS);
    let raw = Raw::open(dirs[0])?;
    let store = runtime.block_on(store::open(dirs[1]))?;
    let mut micros = [Vec::new(), Vec::new()];
    for _ in 0..PAIRS {
        let begun = Instant::now();
        for number in &numbers {
            assert_eq!(raw.get(*number)?, 3);
        }
        micros[0].push(a_get(begun));
        let begun = Instant::now();
        runtime.block_on(async {
            for number in &numbers {
                assert_eq!(store::get(&store, *number).await?, 3);
            }
            Ok::<_, hbase_backend::Error>(())
        })?;
        micros[1].push(a_get(begun));
    }
    Ok(micros)
}

fn a_get(begun: Instant) -> f64 {
    begun.elapsed().as_secs_f64() * 1e6 / GETS as f64
}

pub(crate) fn run(runtime: &Runtime, rows: usize) -> Outcome {
    let mut lines = Vec::new();
    // Rows that fit the cache, and rows that do not.
    for (what, rows) in [("from memory", rows / 10), ("from disk", rows)] {
        let (ours, theirs) = (tempfile::tempdir()?, tempfile::tempdir()?);
        Raw::open(theirs.path())?.load(rows)?;
        runtime.block_on(async {
            let store = store::create(ours.path(), store::options()).await?;
            store::load(&store, rows, 0).await?;
            store.close(store::soon()).await
        })?;
        let [raw, own] = costs(runtime, [theirs.path(), ours.path()], rows)?;
        let text: Vec<_> = own
            .iter()
            .zip(&raw)
            .map(|(own, raw)| format!("{own:.1}/{raw:.1}"))
            .collect();
        let name = format!("get: {what}, ours/fjall, us");
        lines.push(Line::note(name, text.join(" ")));
        lines.push(compared(what, &own, &raw));
    }
    Ok(lines)
}

/// From memory the ratio counts, from disk the difference.
fn compared(what: &str, own: &[f64], raw: &[f64]) -> Line {
    let pairs = own.iter().zip(raw);
    if what == "from memory" {
        let mut ratios: Vec<_> = pairs.map(|(own, raw)| own / raw).collect();
        let name = format!("get: {what}, of fjall, the median");
        return Line::at_most(name, median(&mut ratios), "x", 2.0);
    }
    let mut more: Vec<_> = pairs.map(|(own, raw)| own - raw).collect();
    let name = format!("get: {what}, above fjall, the median");
    Line::at_most(name, median(&mut more), "us", 25.0)
}
