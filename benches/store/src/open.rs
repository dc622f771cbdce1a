//! The time to open a store that was closed, flushed and killed, or killed during writes.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use hbase_backend::Backend;
use tokio::runtime::Runtime;

use crate::process::{disk_mib, peak_mib, reset_peak};
use crate::report::{Line, Outcome};
use crate::store::{self, T, soon};

/// Overwrites the rows of a store, flushes it or not, and ends the process without a close.
pub(crate) fn write_and_die(dir: &str, rows: usize, flush: bool) -> ! {
    let written = Runtime::new()
        .map_err(Box::<dyn std::error::Error>::from)
        .and_then(|runtime| {
            runtime.block_on(async {
                let store = store::create(Path::new(dir), store::options()).await?;
                for round in 0..2 {
                    store::load(&store, rows, round).await?;
                }
                if flush {
                    store.flush(&T, soon()).await?;
                }
                std::mem::forget(store);
                Ok(())
            })
        });
    if let Err(error) = written {
        println!("{error}");
    }
    std::process::abort()
}

async fn timed(dir: &Path) -> hbase_backend::Result<f64> {
    let begun = Instant::now();
    let store = store::open(dir).await?;
    let seconds = begun.elapsed().as_secs_f64();
    store.close(soon()).await?;
    Ok(seconds)
}

fn killed(rows: usize, flush: bool) -> std::io::Result<tempfile::TempDir> {
    let dir = tempfile::tempdir()?;
    let mut child = Command::new(std::env::current_exe()?);
    child
        .arg("--write-and-die")
        .arg(dir.path())
        .args(["--rows", &rows.to_string()]);
    if flush {
        child.args(["--flush", "yes"]);
    }
    child.status()?;
    Ok(dir)
}

pub(crate) fn run(runtime: &Runtime, rows: usize) -> Outcome {
    let killed_at_work = killed(rows, false)?;
    let flushed = killed(rows, true)?;
    let [_, logs] = disk_mib(killed_at_work.path());
    let [_, flushed_logs] = disk_mib(flushed.path());
    reset_peak();
    let at_work = runtime.block_on(timed(killed_at_work.path()))?;
    let peak = peak_mib();
    let closed = runtime.block_on(timed(killed_at_work.path()))?;
    let flushed = runtime.block_on(timed(flushed.path()))?;
    Ok(vec![
        Line::at_most("open: a store that was closed", closed, "s", 0.5),
        Line::at_most("open: flushed, then killed", flushed, "s", 0.5),
        Line::at_most("open: killed at work", at_work, "s", 3.0),
        Line::note(
            "open: logs, flushed and at work",
            format!("{flushed_logs:.0}, {logs:.0} MiB"),
        ),
        Line::note(
            "open: peak memory, killed at work",
            format!("{peak:.0} MiB"),
        ),
    ])
}
