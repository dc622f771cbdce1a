//! `index lag`.

use std::io::{self, Write};
use std::time::Duration;

use hbase_index::Backlog;
use hbase_model::PartValue;
use serde::Serialize;

use super::args::LagArgs;
use super::progress::{Printer, Progress};
use super::ready::{self, Needed};
use super::report::Report;
use super::store::Store;
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{CommandResult, Output};
use crate::style::{BOLD, CARE};
use crate::text::grouped;

pub(super) async fn run(args: &LagArgs, output: Output) -> Result<Status, CliError> {
    let selected = ready::select(&args.select, Needed::Selected)?;
    let store = Store::open(&args.select.store).await?;
    let mut lags = Report::of(&store);
    for declared in &selected {
        let table = store.table(declared, args.clients.settings());
        let (index, name) = (&declared.index.table, declared.index.table.to_string());
        ready::check_built(&store, &table, index).await?;
        let mut printer = Printer::new(output);
        let mut report = |backlog: &Backlog| {
            printer.show(&Progress {
                index: &name,
                read: backlog.live + backlog.waiting,
                things: "entries",
                more: format!(", {} wait", grouped(backlog.waiting)),
                last_row: None,
            });
        };
        let age = Duration::from_secs(args.min_age);
        let backlog = table.backlog(index, age, store.timeout, &mut report).await;
        let backlog = backlog.map_err(|error| store.error(&error))?;
        lags.indexes.push(IndexLag::of(name, &backlog));
    }
    output.print(&lags)
}

/// The entries of an index.
#[derive(Serialize)]
struct IndexLag {
    index: String,
    /// Entries that rows have.
    live: u64,
    /// Entries that no row has.
    waiting: u64,
    /// Those of them that are older than `--min-age`.
    left: u64,
    /// The time of the oldest of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    oldest: Option<String>,
}

impl IndexLag {
    fn of(index: String, backlog: &Backlog) -> Self {
        Self {
            index,
            live: backlog.live,
            waiting: backlog.waiting,
            left: backlog.left,
            oldest: backlog.oldest.map(|at| PartValue::Time(at).to_string()),
        }
    }
}

impl CommandResult for Report<IndexLag> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        for lag in &self.indexes {
            let (live, waiting) = (grouped(lag.live), grouped(lag.waiting));
            write!(out, "{BOLD}{}{BOLD:#}: {live} entries of rows, ", lag.index)?;
            if lag.waiting == 0 {
                writeln!(out, "none waiting to be deleted")?;
                continue;
            }
            write!(out, "{CARE}{waiting} waiting to be deleted{CARE:#}")?;
            if let Some(oldest) = &lag.oldest {
                write!(out, ", the oldest of {oldest}")?;
            }
            writeln!(out)?;
            if lag.left > 0 {
                let left = grouped(lag.left);
                writeln!(
                    out,
                    "  {left} of them were left by clients that have ended: `index repair` deletes them"
                )?;
            }
        }
        Ok(())
    }
}
