//! `explain PATH NAME`: shows the layout of a table, and the cost of each query.

mod columns;
mod conditions;
mod dynamic;
mod families;
mod indexes;
mod key;
mod picture;
mod queries;
mod regions;

use std::io::{self, Write};

use hbase_model::DescribedTable;
use hbase_model::time::PeriodUnit;
use serde::Serialize;

use crate::cli::ExplainArgs;
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{CommandResult, Output};
use crate::picture::Picture;
use crate::style::BOLD;
use crate::tables;
use columns::Column;
use dynamic::Dynamic;
use families::Family;
use indexes::Index;
pub(crate) use indexes::IndexField;
use key::KeySegments;
use picture::Shown;
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
    /// Columns whose qualifiers are values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    dynamic: Vec<Dynamic>,
    /// Indexes that have a table of their own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    indexes: Vec<Index>,
    /// The field that holds the cells' timestamp.
    #[serde(skip_serializing_if = "Option::is_none")]
    timestamp: Option<String>,
    /// The period whose start it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    timestamp_period: Option<&'static str>,
    /// The field that counts the writes of a row.
    #[serde(skip_serializing_if = "Option::is_none")]
    row_version: Option<String>,
    /// The field that holds the date in the table's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    table_date: Option<String>,
    #[serde(flatten)]
    queries: Queries,
}

pub(crate) fn run(args: &ExplainArgs, output: Output) -> Result<Status, CliError> {
    let table = tables::find(&args.table.path, &args.table.name)?;
    let explained = Explained::of(&table)?;
    if let Some(plot) = &args.plot {
        explained.picture().write(plot)?;
    }
    output.print(&explained)
}

impl Explained {
    fn of(table: &DescribedTable) -> Result<Self, CliError> {
        Ok(Self {
            row: table.row.clone(),
            table: table.descriptor.name.to_string(),
            key: KeySegments::of(&table.key),
            regions: Regions::of(&table.descriptor)?,
            families: table.descriptor.families.iter().map(Family::of).collect(),
            columns: table.columns.iter().cloned().map(Column).collect(),
            dynamic: table.dynamic.iter().cloned().map(Dynamic).collect(),
            indexes: table.indexes.iter().map(Index::of).collect(),
            timestamp: table.timestamp.clone(),
            timestamp_period: table.period.map(PeriodUnit::name),
            row_version: table.row_version.clone(),
            table_date: table.table_date.clone(),
            queries: Queries::of(&table.row, &table.key),
        })
    }

    fn picture(&self) -> Picture {
        let shown = Shown {
            table: &self.table,
            row: &self.row,
            key: &self.key,
            regions: &self.regions.in_words(),
        };
        shown.picture()
    }
}

impl CommandResult for Explained {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let (row, table) = (&self.row, &self.table);
        write!(out, "{BOLD}{table}{BOLD:#}, rows of `{row}`")?;
        if let Some(date) = &self.table_date {
            write!(out, "; the date in the name is `{date}`")?;
        }
        writeln!(out)?;
        heading("key", out)?;
        self.key.write(out)?;
        heading("regions", out)?;
        self.regions.write(out)?;
        heading("families", out)?;
        families::write(&self.families, out)?;
        heading("columns", out)?;
        let timestamp = self.timestamp.as_deref();
        columns::write(&self.columns, timestamp, self.timestamp_period, out)?;
        if let Some(field) = &self.row_version {
            writeln!(out, "  the field `{field}` counts the writes of a row")?;
        }
        if !self.dynamic.is_empty() {
            heading("dynamic columns", out)?;
            dynamic::write(&self.dynamic, out)?;
        }
        if !self.indexes.is_empty() {
            heading("indexes", out)?;
            indexes::write(&self.indexes, out)?;
        }
        heading("queries", out)?;
        self.queries.write(out)
    }
}

fn heading(text: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n{BOLD}{text}{BOLD:#}")
}
