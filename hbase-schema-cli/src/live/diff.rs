//! `diff`: shows the differences between declared tables and a store.

use std::io::{self, Write};

use serde::Serialize;

use super::args::CompareArgs;
use super::comparison::{Comparison, compare};
use super::shown::{ShownDifference, ShownTable, write_some};
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{CommandResult, Output};
use crate::style::{BOLD, CARE, DIM, GOOD};
use crate::text::counted;

pub(super) async fn run(args: &CompareArgs, output: Output) -> Result<Status, CliError> {
    let comparison = compare(args, false).await?;
    output.print(&DiffResult::of(&args.url, &comparison))
}

/// The differences of a store's tables.
#[derive(Serialize)]
struct DiffResult {
    url: String,
    backend: &'static str,
    tables: Vec<ShownTable>,
    /// Tables in the same namespaces that no struct declares.
    extra: Vec<String>,
}

impl DiffResult {
    fn of(url: &str, comparison: &Comparison) -> Self {
        let tables = comparison.declared.iter().zip(&comparison.diffs);
        let tables = tables.zip(&comparison.changes);
        Self {
            url: url.to_owned(),
            backend: comparison.db.backend().name(),
            tables: tables
                .map(|((table, diff), changes)| {
                    ShownTable::of(table, diff, changes, comparison.has_former)
                })
                .collect(),
            extra: comparison.extra.iter().map(ToString::to_string).collect(),
        }
    }

    fn differing(&self) -> usize {
        let differing = self.tables.iter().filter(|table| !table.is_as_declared());
        differing.count()
    }
}

impl CommandResult for DiffResult {
    fn status(&self) -> Status {
        Status::of(self.differing() == 0)
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        for table in &self.tables {
            write_table(out, table)?;
        }
        let all = counted(self.tables.len() as u64, "table");
        match self.differing() {
            0 => writeln!(out, "{GOOD}{all}, as declared{GOOD:#}")?,
            some => writeln!(out, "{CARE}{all}, {some} not as declared{CARE:#}")?,
        }
        if !self.extra.is_empty() {
            let extra = self.extra.join(", ");
            writeln!(
                out,
                "{DIM}also there, declared by no struct: {extra}{DIM:#}"
            )?;
        }
        Ok(())
    }
}

fn write_table(out: &mut dyn Write, table: &ShownTable) -> io::Result<()> {
    let structs = table.structs.join(", ");
    write!(out, "{BOLD}{}{BOLD:#} ({structs})", table.table)?;
    if table.is_as_declared() {
        writeln!(out, ": {GOOD}as declared{GOOD:#}")?;
    } else {
        writeln!(out)?;
    }
    for difference in &table.differences {
        write_difference(out, difference)?;
    }
    for change in &table.changes {
        writeln!(out, "  {DIM}since the former source{DIM:#}: {change}")?;
    }
    if !table.not_checked.is_empty() {
        let not_checked = table.not_checked.join("; ");
        writeln!(
            out,
            "  {CARE}not checked{CARE:#}, since the store does not report it: {not_checked}"
        )?;
    }
    Ok(())
}

fn write_difference(out: &mut dyn Write, difference: &ShownDifference) -> io::Result<()> {
    let ShownDifference {
        what,
        declared,
        live,
        origin,
        ..
    } = difference;
    writeln!(
        out,
        "  {CARE}{what}{CARE:#}: declared {declared}, {origin} {live}"
    )?;
    write_some(out, &difference.steps)?;
    if let Some(advice) = &difference.advice {
        writeln!(out, "    {advice}")?;
    }
    Ok(())
}
