//! Bulk loading, alternately with the engine below.

use tokio::runtime::Runtime;

use crate::raw::Raw;
use crate::report::{Line, Outcome, median};
use crate::store;

pub(crate) fn run(runtime: &Runtime, rows: usize, turns: usize) -> Outcome {
    let mut ratios = Vec::new();
    let mut seconds = Vec::new();
    for _ in 0..turns {
        let (ours, theirs) = (tempfile::tempdir()?, tempfile::tempdir()?);
        let raw = Raw::open(theirs.path())?.load(rows)?;
        let own = runtime.block_on(async {
            let store = store::create(ours.path(), store::options()).await?;
            let own = store::load(&store, rows, 0).await?;
            store.close(store::soon()).await?;
            Ok::<_, hbase_backend::Error>(own)
        })?;
        ratios.push(own.as_secs_f64() / raw.as_secs_f64());
        seconds.push(format!("{:.1}/{:.1}", own.as_secs_f64(), raw.as_secs_f64()));
    }
    Ok(vec![
        Line::note("load: seconds, ours/fjall", seconds.join(", ")),
        Line::at_most(
            format!("load: of fjall with the same settings (median of {turns})"),
            median(&mut ratios),
            "x",
            1.3,
        ),
    ])
}
