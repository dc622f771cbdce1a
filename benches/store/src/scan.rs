//! A scan of everything, in turns with the engine below.

use tokio::runtime::Runtime;

use crate::Outcome;
use crate::raw::Raw;
use crate::report::Line;
use crate::store;

const TURNS: usize = 5;

pub(crate) fn run(runtime: &Runtime, rows: usize) -> Outcome {
    let (ours, theirs) = (tempfile::tempdir()?, tempfile::tempdir()?);
    Raw::open(theirs.path())?.load(rows)?;
    runtime.block_on(async {
        let store = store::create(ours.path(), store::options()).await?;
        store::load(&store, rows, 0).await?;
        store.close(store::soon()).await
    })?;
    let mut worst = 0.0_f64;
    let mut all = Vec::new();
    let raw = Raw::open(theirs.path())?;
    let store = runtime.block_on(store::open(ours.path()))?;
    raw.scan()?;
    runtime.block_on(store::scan(&store))?;
    for _ in 0..TURNS {
        let (raw, cells) = raw.scan()?;
        let (own, found) = runtime.block_on(store::scan(&store))?;
        if (found, cells) != (rows, rows * 3) {
            return Err(format!("{found} rows and {cells} cells of {rows}").into());
        }
        let ratio = own.as_secs_f64() / raw.as_secs_f64();
        worst = worst.max(ratio);
        all.push(format!("{ratio:.2}"));
    }
    Ok(vec![
        Line::note("scan: of fjall, each turn", all.join(" ")),
        Line::at_most("scan: of fjall, the worst of 5 turns", worst, "x", 1.4),
    ])
}
