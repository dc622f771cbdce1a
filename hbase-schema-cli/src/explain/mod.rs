//! `explain PATH NAME`: shows the layout of a table, and the cost of each query.

mod columns;
mod families;
mod key;
mod queries;
mod regions;

use std::io::{self, Write};

use hbase_model::DescribedTable;
use serde::Serialize;

use crate::cli::ExplainArgs;
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{CommandResult, Output};
use crate::style::BOLD;
use crate::tables;
use columns::Column;
use families::Family;
use key::KeySegments;
use queries::Queries;
use regions::Regions;

/// The description of one table.
#[derive(Serialize)]
struct Explained {
    /// The struct.
    row: String,
    table: String,
    key: KeySegments,
    regions: Regions,
    families: Vec<Family>,
    columns: Vec<Column>,
    /// The field that holds the cells' timestamp.
    #[serde(skip_serializing_if = "Option::is_none")]
    timestamp: Option<String>,
    #[serde(flatten)]
    queries: Queries,
}

pub(crate) fn run(args: &ExplainArgs, output: Output) -> Result<Status, CliError> {
    let table = tables::find(&args.path, &args.name)?;
    output.print(&Explained::of(&table)?)
}

impl Explained {
    fn of(table: &DescribedTable) -> Result<Self, CliError> {
        Ok(Self {
            row: table.row.clone(),
            table: table.descriptor.name.to_string(),
            key: KeySegments::of(&table.key),
            regions: Regions::of(&table.descriptor)?,
            families: table.descriptor.families.iter().map(Family::of).collect(),
            columns: table.columns.iter().map(Column::of).collect(),
            timestamp: table.timestamp.clone(),
            queries: Queries::of(&table.row, &table.key),
        })
    }
}

impl CommandResult for Explained {
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
        heading("queries", out)?;
        self.queries.write(out)
    }
}

fn heading(text: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n{BOLD}{text}{BOLD:#}")
}
