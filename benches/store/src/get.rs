//! Gets of single rows, from memory and from disk.

use std::path::Path;
use std::time::Instant;

use tokio::runtime::Runtime;

use crate::raw::Raw;
use crate::report::{Line, Outcome};
use crate::{data, store};

const GETS: usize = 20_000;

/// Microseconds a get: the engine's, and the store's.
fn cost(
    runtime: &Runtime,
    dirs: [&Path; 2],
    rows: usize,
) -> Result<[f64; 2], Box<dyn std::error::Error>> {
    let numbers = data::shuffled(rows, GETS);
    let raw = Raw::open(dirs[0])?;
    let store = runtime.block_on(store::open(dirs[1]))?;
    let mut micros = [0.0; 2];
    for turn in 0..2 {
        let begun = Instant::now();
        for number in &numbers {
            assert_eq!(raw.get(*number)?, 3);
        }
        micros[0] = begun.elapsed().as_secs_f64() * 1e6 / GETS as f64;
        let begun = Instant::now();
        runtime.block_on(async {
            for number in &numbers {
                assert_eq!(store::get(&store, *number).await?, 3, "turn {turn}");
            }
            Ok::<_, hbase_model::Error>(())
        })?;
        micros[1] = begun.elapsed().as_secs_f64() * 1e6 / GETS as f64;
    }
    Ok(micros)
}

pub(crate) fn run(runtime: &Runtime, rows: usize) -> Outcome {
    let mut lines = Vec::new();
    // What fits the cache, and what does not.
    for (what, rows) in [("from memory", rows / 10), ("from disk", rows)] {
        let (ours, theirs) = (tempfile::tempdir()?, tempfile::tempdir()?);
        Raw::open(theirs.path())?.load(rows)?;
        runtime.block_on(async {
            let store = store::create(ours.path(), store::options()).await?;
            store::load(&store, rows, 0).await?;
            store.close(store::soon()).await
        })?;
        let [raw, own] = cost(runtime, [theirs.path(), ours.path()], rows)?;
        let text = format!("{own:.1}/{raw:.1} us");
        lines.push(Line::note(format!("get: {what}, ours/fjall"), text));
        lines.push(match what {
            "from memory" => Line::at_most(format!("get: {what}, of fjall"), own / raw, "x", 2.0),
            _ => Line::at_most(format!("get: {what}, above fjall"), own - raw, "us", 25.0),
        });
    }
    Ok(lines)
}
