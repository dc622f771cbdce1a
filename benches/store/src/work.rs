//! Memory and disk space while all rows are overwritten three times, with an open scan.

use std::path::Path;
use std::time::{Duration, Instant};

use hbase_backend::{Backend, Scan, Scanner};
use hbase_schema_embedded::Embedded;
use tokio::time::{sleep, timeout};

use crate::data;
use crate::process::{disk_mib, peak_mib, reset_peak};
use crate::report::{Line, Outcome};
use crate::store::{self, T, soon};

const SETTLE: Duration = Duration::from_secs(60);

/// The largest tables and logs while something goes on.
async fn watch(
    dir: &Path,
    work: impl Future<Output = hbase_backend::Result<Duration>>,
) -> hbase_backend::Result<[f64; 2]> {
    let mut most = [0.0_f64; 2];
    let mut work = std::pin::pin!(work);
    loop {
        let done = timeout(Duration::from_millis(200), &mut work).await;
        let now = disk_mib(dir);
        most = [most[0].max(now[0]), most[1].max(now[1])];
        if let Ok(done) = done {
            done?;
            return Ok(most);
        }
    }
}

/// What was measured while rows were overwritten and after it.
struct Figures {
    /// Seconds of the three overwrites.
    overwriting: f64,
    /// The largest tables and logs, and those of the end, in MiB.
    most: [f64; 2],
    last: [f64; 2],
    peak: f64,
}

async fn overwrite(dir: &Path, store: &Embedded, rows: usize) -> hbase_backend::Result<Figures> {
    let mut most = [0.0_f64; 2];
    let begun = Instant::now();
    for round in 1..=3 {
        let now = watch(dir, store::load(store, rows, round)).await?;
        most = [most[0].max(now[0]), most[1].max(now[1])];
    }
    let overwriting = begun.elapsed().as_secs_f64();
    let settling = async {
        sleep(SETTLE).await;
        Ok(SETTLE)
    };
    let after = watch(dir, settling).await?;
    Ok(Figures {
        overwriting,
        most: [most[0].max(after[0]), most[1].max(after[1])],
        last: disk_mib(dir),
        peak: peak_mib(),
    })
}

/// The number of remaining rows of a scan.
async fn rest(mut scanner: Box<dyn Scanner>) -> hbase_backend::Result<usize> {
    let mut rows = 0;
    loop {
        let batch = scanner.next_batch(soon()).await?;
        if batch.is_empty() {
            return Ok(rows);
        }
        rows += batch.len();
    }
}

pub(crate) async fn run(rows: usize) -> Outcome {
    let dir = tempfile::tempdir()?;
    let store = store::create(dir.path(), store::options()).await?;
    store::load(&store, rows, 0).await?;
    store.flush(&T, soon()).await?;
    reset_peak();
    let mut held = store.scan(&T, Scan::new(), soon()).await?;
    held.next_batch(soon()).await?;
    let figures = overwrite(dir.path(), &store, rows).await?;
    let (_, found) = store::scan(&store).await?;
    if found != rows {
        return Err(format!("{found} rows of {rows}").into());
    }
    let mut lines = lines(&figures, data::mib(rows));
    let rest = rest(held).await?;
    lines.push(Line::note(
        "work: rows left for the open scan",
        format!("{rest}"),
    ));
    let stats = format!("{:?}", store.stats());
    lines.push(Line::note("work: in the background", stats));
    Ok(lines)
}

fn lines(figures: &Figures, one: f64) -> Vec<Line> {
    let Figures {
        most, last, peak, ..
    } = figures;
    let overwriting = format!("{:.1} s", figures.overwriting);
    let memory = "work: peak memory, a scan open, compactions";
    let after = "work: tables after 60 s, of one copy";
    vec![
        Line::note(
            "work: one copy of the rows, keys and values",
            format!("{one:.0} MiB"),
        ),
        Line::note("work: three overwrites", overwriting),
        Line::at_most(memory, *peak, "MiB", 256.0),
        Line::at_most("work: tables at most, of one copy", most[0] / one, "x", 3.0),
        Line::note("work: logs at most", format!("{:.0} MiB", most[1])),
        Line::at_most(after, last[0] / one, "x", 1.5),
        Line::at_most("work: logs after 60 s", last[1], "MiB", 128.0),
    ]
}
