//! The cost of a compaction per row, by the number of rows.

use std::time::Instant;

use hbase_backend::Backend;

use crate::process::{peak_mib, reset_peak};
use crate::report::{Line, Outcome, median};
use crate::store::{self, T, soon};

/// Pairs of measurements, of which the median counts: merges of files that the load has left take a part of the cores from each.
const PAIRS: usize = 3;

/// Microseconds a row, after three overwrites.
async fn cost(rows: usize) -> hbase_backend::Result<f64> {
    let dir =
        tempfile::tempdir().map_err(|error| hbase_backend::Error::io("a directory", error))?;
    let options = store::options().background_compaction(false);
    let store = store::create(dir.path(), options).await?;
    for round in 0..4 {
        store::load(&store, rows, round).await?;
    }
    let begun = Instant::now();
    store.major_compact(&T, soon()).await?;
    let micros = begun.elapsed().as_secs_f64() * 1e6;
    store.close(soon()).await?;
    Ok(micros / rows as f64)
}

pub(crate) async fn run(rows: usize) -> Outcome {
    let (mut ratios, mut costs, mut peaks) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..PAIRS {
        let few = cost(rows / 10).await?;
        reset_peak();
        let before = peak_mib();
        let many = cost(rows).await?;
        peaks.push((before, peak_mib()));
        costs.push(format!("{few:.1}/{many:.1}"));
        ratios.push(many / few);
    }
    let all: Vec<_> = peaks
        .iter()
        .map(|(before, peak)| format!("{before:.0}-{peak:.0}"))
        .collect();
    Ok(vec![
        Line::note("compaction: a tenth/all, us a row", costs.join(" ")),
        Line::at_most(
            "compaction: all rows of a tenth, the median",
            median(&mut ratios),
            "x",
            1.3,
        ),
        Line::note("compaction: memory before-peak, MiB", all.join(" ")),
        Line::at_most(
            "compaction: peak memory of the first pair",
            peaks[0].1,
            "MiB",
            256.0,
        ),
    ])
}
