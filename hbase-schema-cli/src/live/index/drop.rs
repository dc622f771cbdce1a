//! `index drop`.

use std::io::{self, Write};

use hbase_index::IndexedTable;
use hbase_index::protocol::Phase;
use hbase_model::TableName;
use serde::Serialize;

use super::args::DropArgs;
use super::report::print_note;
use super::schema::{Schema, is_named};
use super::store::{Store, code, named};
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{CommandResult, Output};
use crate::style::BOLD;

pub(super) async fn run(args: &DropArgs, output: Output) -> Result<Status, CliError> {
    let schema = Schema::read(&args.store.schema)?;
    let store = Store::open(&args.store).await?;
    let (table, index) = find(args, &schema, &store).await?;
    let before = store.own_state(&table, &index).await?;
    if before.phase != Phase::Dropped {
        store.check_writes(&table)?;
        let seconds = 2 * args.clients.write_limit.as_secs();
        let text =
            format!("{index}: waits {seconds} s until every write that puts entries has ended");
        print_note(output, &text);
        let dropped = table.drop_index(&index, store.timeout).await;
        dropped.map_err(|error| {
            let error = store.error(&error);
            error.help("run `index drop` once more: it continues")
        })?;
    }
    let after = store.own_state(&table, &index).await?;
    output.print(&Dropped {
        index: index.to_string(),
        was: code(before.phase),
        state: code(after.phase),
        generation: after.generation,
        is_declared: schema.find(&args.index).is_some(),
    })
}

/// The index, with its table; an index that no struct declares is found by its state.
async fn find(
    args: &DropArgs,
    schema: &Schema,
    store: &Store,
) -> Result<(IndexedTable, TableName), CliError> {
    let settings = args.clients.settings();
    if let Some(declared) = schema.find(&args.index) {
        let table = store.table(declared, settings);
        return Ok((table, declared.index.table.clone()));
    }
    let mut of_another = None;
    for rows in &schema.tables {
        for (name, _) in store.all_states(rows).await? {
            let Ok(name) = TableName::parse(&name) else {
                continue;
            };
            if !is_named(&name, &args.index) {
                continue;
            }
            let table = store.of(named(rows, &name), settings.clone());
            if store.is_of(&table, &name).await? {
                return Ok((table, name));
            }
            of_another = Some((table, name));
        }
    }
    of_another.ok_or_else(|| schema.unknown(&args.store.schema, &args.index))
}

/// An index that was dropped.
#[derive(Serialize)]
struct Dropped {
    index: String,
    /// Its state before.
    was: &'static str,
    state: &'static str,
    generation: u64,
    /// Whether a struct declares it; that struct's queries by the index fail now.
    is_declared: bool,
}

impl CommandResult for Dropped {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let index = &self.index;
        if self.was == code(Phase::Dropped) {
            return writeln!(out, "{BOLD}{index}{BOLD:#}: not built before");
        }
        writeln!(out, "{BOLD}{index}{BOLD:#}: dropped")?;
        if self.is_declared {
            writeln!(
                out,
                "  it is still declared: queries by it fail until `index build`"
            )?;
        }
        Ok(())
    }
}
