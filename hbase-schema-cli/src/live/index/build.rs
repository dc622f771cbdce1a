//! `index build`.

use std::io::{self, Write};
use std::time::Duration;

use hbase_index::protocol::Phase;
use hbase_index::{IndexError, IndexedTable, Progress as Filled};
use hbase_model::printable::Printable;
use serde::Serialize;

use super::args::WorkArgs;
use super::progress::{Printer, Progress, key};
use super::ready::{self, Needed};
use super::report::{Report, print_note};
use super::schema::DeclaredIndex;
use super::store::{Store, code};
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{CommandResult, Output};
use crate::style::{BOLD, GOOD};
use crate::text::{counted, grouped};

pub(super) async fn run(args: &WorkArgs, output: Output) -> Result<Status, CliError> {
    let selected = ready::select(&args.select, Needed::Selected)?;
    let store = Store::open(&args.select.store).await?;
    let mut built = Report::of(&store);
    for declared in &selected {
        built
            .indexes
            .push(build(args, &store, declared, output).await?);
    }
    output.print(&built)
}

async fn build(
    args: &WorkArgs,
    store: &Store,
    declared: &DeclaredIndex,
    output: Output,
) -> Result<IndexBuild, CliError> {
    let table = store.table(declared, args.clients.settings());
    store.check_writes(&table)?;
    ready::check_tables(store, declared).await?;
    let (index, name) = (&declared.index.table, declared.index.table.to_string());
    let before = store.state(&table, index).await?.phase;
    if before != Phase::Dropped {
        ready::check_table(store, index).await?;
    }
    announce(args, store, &table, declared, before, output).await?;
    let mut printer = Printer::after(wait(args, before), output);
    let mut done = Filled::default();
    let mut report = |filled: &Filled| {
        done.clone_from(filled);
        printer.show(&Progress {
            index: &name,
            read: filled.rows,
            things: "rows",
            more: format!(", {} with entries", grouped(filled.added)),
            last_row: key(&filled.last_row),
        });
    };
    let built = table.build(index, store.timeout, &mut report).await;
    built.map_err(|error| {
        let help = help(&error);
        store.error(&error).help(help)
    })?;
    let state = store.state(&table, index).await?;
    Ok(IndexBuild {
        index: name,
        was: code(before),
        state: code(state.phase),
        generation: state.generation,
        rows: done.rows,
        with_entries: done.added,
        seconds: printer.seconds(),
        rows_per_second: printer.rate(done.rows),
    })
}

const fn help(error: &IndexError) -> &'static str {
    match error {
        IndexError::Undecodable { .. } => {
            "`index verify` counts these rows: once they are mended or deleted, run `index build` once more; \
             before, it ends with the same error"
        }
        _ => "run `index build` once more: it continues after the last page of rows",
    }
}

/// How long a build waits for writers before the first row.
fn wait(args: &WorkArgs, phase: Phase) -> Duration {
    match phase {
        Phase::Dropped | Phase::WriteOnly => 2 * args.clients.write_limit,
        _ => Duration::ZERO,
    }
}

/// Reports what takes time before the first row.
async fn announce(
    args: &WorkArgs,
    store: &Store,
    table: &IndexedTable,
    declared: &DeclaredIndex,
    phase: Phase,
    output: Output,
) -> Result<(), CliError> {
    let index = &declared.index.table;
    let text = match phase {
        Phase::Dropped | Phase::WriteOnly => format!(
            "{index}: waits {} s until every write that does not know the index has ended",
            wait(args, phase).as_secs()
        ),
        Phase::Backfilling => {
            let last = table.backfilled(index, store.deadline()).await;
            match last.map_err(|error| store.error(&error))? {
                None => return Ok(()),
                Some(row) => format!("{index}: continues after row \"{}\"", Printable(&row)),
            }
        }
        Phase::Readable | Phase::Dropping => return Ok(()),
    };
    print_note(output, &text);
    Ok(())
}

/// An index that was built.
#[derive(Serialize)]
struct IndexBuild {
    index: String,
    /// Its state before.
    was: &'static str,
    state: &'static str,
    generation: u64,
    /// Rows that were read; a build that continued reads the rest.
    rows: u64,
    /// Rows whose entries were put.
    with_entries: u64,
    /// Without the wait for writers.
    seconds: f64,
    rows_per_second: u64,
}

impl CommandResult for Report<IndexBuild> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        for built in &self.indexes {
            let index = &built.index;
            if built.was == code(Phase::Readable) {
                writeln!(out, "{BOLD}{index}{BOLD:#}: {GOOD}readable{GOOD:#} before")?;
                continue;
            }
            let (rows, entries) = (counted(built.rows, "row"), grouped(built.with_entries));
            writeln!(
                out,
                "{BOLD}{index}{BOLD:#}: {GOOD}readable{GOOD:#}, {rows} read, {entries} with entries"
            )?;
        }
        Ok(())
    }
}
