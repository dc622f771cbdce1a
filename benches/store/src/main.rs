//! The embedded store at work, with its targets in one table:
//!
//! ```sh
//! cargo run --release -p hbase-schema-store-bench --features peers
//! ```
//!
//! `-- --rows N` sets the number of rows (default 1,000,000), `--turns N` how often they are loaded
//! (default 3), `--only NAME` runs one section: `load`, `work`, `open`, `compaction`, `scan`, `get`,
//! `peers`. Each section runs in a separate process, so that its memory is measured alone.

#![allow(clippy::cast_precision_loss, reason = "a ratio needs no more digits")]

mod compaction;
mod data;
mod get;
mod load;
mod open;
#[cfg(feature = "peers")]
mod peers;
mod process;
mod raw;
mod report;
mod scan;
mod store;
mod work;

use std::process::{Command, ExitCode};

use tokio::runtime::Runtime;

use report::Outcome;

const SECTIONS: [&str; 7] = ["load", "work", "open", "compaction", "scan", "get", "peers"];

fn run(section: &str, rows: usize) -> Outcome {
    let runtime = Runtime::new()?;
    match section {
        "load" => load::run(&runtime, rows, number("--turns").unwrap_or(3)),
        "work" => runtime.block_on(work::run(rows)),
        "open" => open::run(&runtime, rows),
        "compaction" => runtime.block_on(compaction::run(rows)),
        "scan" => scan::run(&runtime, rows),
        "get" => get::run(&runtime, rows),
        #[cfg(feature = "peers")]
        "peers" => peers::run(rows),
        #[cfg(not(feature = "peers"))]
        "peers" => Ok(vec![report::Line::note(
            "redb, SQLite",
            "add --features peers",
        )]),
        other => Err(format!("no section {other}: one of {SECTIONS:?}").into()),
    }
}

/// The number after `name`.
fn number(name: &str) -> Option<usize> {
    argument(name).and_then(|text| text.parse().ok())
}

/// The argument after `name`.
fn argument(name: &str) -> Option<String> {
    let mut words = std::env::args().skip_while(|word| word != name);
    words.nth(1)
}

fn in_own_process(section: &str) -> std::io::Result<bool> {
    let status = Command::new(std::env::current_exe()?)
        .args(["--section", section])
        .args(std::env::args().skip(1))
        .status()?;
    Ok(status.success())
}

fn main() -> ExitCode {
    let rows = number("--rows").unwrap_or(1_000_000);
    if let Some(dir) = argument("--write-and-die") {
        open::write_and_die(&dir, rows, argument("--flush").is_some());
    }
    if let Some(section) = argument("--section") {
        return match run(&section, rows) {
            Ok(lines) => {
                for line in &lines {
                    println!("{line}");
                }
                ExitCode::SUCCESS
            }
            Err(error) => {
                println!("{section}: {error}");
                ExitCode::FAILURE
            }
        };
    }
    report::head(rows);
    let only = argument("--only");
    let asked = SECTIONS
        .iter()
        .filter(|section| only.as_deref().is_none_or(|only| only == **section));
    let mut all = true;
    for section in asked {
        all &= in_own_process(section).unwrap_or(false);
    }
    if all {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
