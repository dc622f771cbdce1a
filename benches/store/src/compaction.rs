//! The cost of a compaction per row, by the number of rows.

use std::time::Instant;

use hbase_model::Backend;

use crate::process::{peak_mib, reset_peak};
use crate::report::{Line, Outcome};
use crate::store::{self, T, soon};

/// Microseconds a row, after three overwrites.
async fn cost(rows: usize) -> hbase_model::Result<f64> {
    let dir = tempfile::tempdir().map_err(|error| hbase_model::Error::io("a directory", error))?;
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
    let few = cost(rows / 10).await?;
    reset_peak();
    let many = cost(rows).await?;
    Ok(vec![
        Line::note(
            "compaction: a row of a tenth of the rows, overwritten 3x",
            format!("{few:.1} us"),
        ),
        Line::note(
            "compaction: a row of all rows, overwritten 3x",
            format!("{many:.1} us"),
        ),
        Line::at_most(
            "compaction: all rows of a tenth, a row",
            many / few,
            "x",
            1.3,
        ),
        Line::at_most("compaction: peak memory", peak_mib(), "MiB", 256.0),
    ])
}
