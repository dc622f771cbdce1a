//! `explain PATH NAME`: what stands where in a table, and what each question costs.

mod columns;
mod families;
mod key;
mod questions;
mod regions;

use std::io::{self, Write};

use hbase_model::DescribedTable;
use serde::Serialize;

use crate::cli::ExplainArgs;
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{Answer, Output};
use crate::style::BOLD;
use crate::tables;
use columns::Column;
use families::Family;
use key::Key;
use questions::Questions;
use regions::Regions;

/// Everything about one table.
#[derive(Serialize)]
struct Explained {
    /// The struct.
    row: String,
    table: String,
    key: Key,
    regions: Regions,
    families: Vec<Family>,
    columns: Vec<Column>,
    /// The field that holds the cells' timestamp.
    #[serde(skip_serializing_if = "Option::is_none")]
    timestamp: Option<String>,
    #[serde(flatten)]
    questions: Questions,
}

pub(crate) fn run(args: &ExplainArgs, output: Output) -> Result<Status, CliError> {
    let table = tables::find(&args.path, &args.name)?;
    output.give(&Explained::of(&table)?)
}

impl Explained {
    fn of(table: &DescribedTable) -> Result<Self, CliError> {
        Ok(Self {
            row: table.row.clone(),
            table: table.descriptor.name.to_string(),
            key: Key::of(&table.key),
            regions: Regions::of(&table.descriptor)?,
            families: table.descriptor.families.iter().map(Family::of).collect(),
            columns: table.columns.iter().map(Column::of).collect(),
            timestamp: table.timestamp.clone(),
            questions: Questions::of(&table.row, &table.key),
        })
    }
}

impl Answer for Explained {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let (row, table) = (&self.row, &self.table);
        writeln!(out, "{BOLD}{table}{BOLD:#}, rows of `{row}`")?;
        heading("key", out)?;
        self.key.write(out)?;
        heading("regions", out)?;
        self.regions.write(out)?;
        heading("families", out)?;
        families::write(&self.families, out)?;
        heading("columns", out)?;
        columns::write(&self.columns, self.timestamp.as_deref(), out)?;
        heading("questions, and what each reads", out)?;
        self.questions.write(out)
    }
}

fn heading(text: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n{BOLD}{text}{BOLD:#}")
}
