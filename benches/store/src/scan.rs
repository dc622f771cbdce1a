//! A full scan, alternately with the engine below.

use hbase_schema_embedded::Embedded;
use tokio::runtime::Runtime;

use crate::raw::Raw;
use crate::report::{Line, Outcome, median};
use crate::store;

/// Runs, and the pairs of scans in each. What counts of a run is the median of its ratios: a single
/// pair measures what else the machine does.
const RUNS: usize = 5;
const PAIRS: usize = 5;

/// The time of a scan over that of the engine's, one after the other.
fn ratio(
    runtime: &Runtime,
    raw: &Raw,
    store: &Embedded,
    rows: usize,
) -> Result<f64, Box<dyn std::error::Error>> {
    let (theirs, cells) = raw.scan()?;
    let (own, found) = runtime.block_on(store::scan(store))?;
    if (found, cells) != (rows, rows * 3) {
        return Err(format!("{found} rows and {cells} cells of {rows}").into());
    }
    Ok(own.as_secs_f64() / theirs.as_secs_f64())
}

pub(crate) fn run(runtime: &Runtime, rows: usize) -> Outcome {
    let (ours, theirs) = (tempfile::tempdir()?, tempfile::tempdir()?);
    Raw::open(theirs.path())?.load(rows)?;
    runtime.block_on(async {
        let store = store::create(ours.path(), store::options()).await?;
        store::load(&store, rows, 0).await?;
        store.close(store::soon()).await
    })?;
    let raw = Raw::open(theirs.path())?;
    let store = runtime.block_on(store::open(ours.path()))?;
    ratio(runtime, &raw, &store, rows)?;
    let mut lines = Vec::new();
    let mut medians = Vec::new();
    for run in 1..=RUNS {
        let ratios = (0..PAIRS).map(|_| ratio(runtime, &raw, &store, rows));
        let mut ratios = ratios.collect::<Result<Vec<_>, _>>()?;
        let text: Vec<_> = ratios.iter().map(|ratio| format!("{ratio:.2}")).collect();
        lines.push(Line::note(
            format!("scan: of fjall, the pairs of run {run}"),
            text.join(" "),
        ));
        medians.push(median(&mut ratios));
    }
    let worst = medians.into_iter().fold(0.0, f64::max);
    let what = "scan: of fjall, the worst of 5 runs' medians";
    lines.push(Line::at_most(what, worst, "x", 1.4));
    Ok(lines)
}
