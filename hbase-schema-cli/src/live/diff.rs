//! `diff`.

use std::io::{self, Write};

use serde::Serialize;

use super::args::DiffArgs;
use super::compare::{self, Sides};
use super::shown::{ShownDifference, ShownTable, write_some};
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{Answer, Output};
use crate::style::{BOLD, CARE, DIM, GOOD};
use crate::text::counted;

pub(super) async fn run(args: &DiffArgs, output: Output) -> Result<Status, CliError> {
    let sides = compare::sides(&args.sides, false).await?;
    output.give(&DiffAnswer::of(&args.sides.url, &sides))
}

/// Where a store's tables differ.
#[derive(Serialize)]
struct DiffAnswer {
    url: String,
    backend: &'static str,
    tables: Vec<ShownTable>,
    /// Tables in the same namespaces that no struct declares.
    extra: Vec<String>,
}

impl DiffAnswer {
    fn of(url: &str, sides: &Sides) -> Self {
        let tables = sides.declared.iter().zip(&sides.diffs);
        Self {
            url: url.to_owned(),
            backend: sides.db.backend().name(),
            tables: tables
                .map(|(table, diff)| ShownTable::of(table, diff))
                .collect(),
            extra: sides.extra.iter().map(ToString::to_string).collect(),
        }
    }

    fn differing(&self) -> usize {
        let differing = self.tables.iter().filter(|table| !table.is_as_declared());
        differing.count()
    }
}

impl Answer for DiffAnswer {
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
                "{DIM}beside them, declared by no struct: {extra}{DIM:#}"
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
    if !table.not_checked.is_empty() {
        let not_checked = table.not_checked.join("; ");
        writeln!(
            out,
            "  {CARE}not checked{CARE:#}, since the store does not tell it: {not_checked}"
        )?;
    }
    Ok(())
}

fn write_difference(out: &mut dyn Write, difference: &ShownDifference) -> io::Result<()> {
    let ShownDifference {
        what,
        declared,
        live,
        ..
    } = difference;
    writeln!(
        out,
        "  {CARE}{what}{CARE:#}: declared {declared}, live {live}"
    )?;
    write_some(out, &difference.steps)?;
    if let Some(advice) = &difference.advice {
        writeln!(out, "    {advice}")?;
    }
    Ok(())
}
