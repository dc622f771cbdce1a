//! `index status`.

use std::io::{self, Write};

use hbase_index::Settings;
use hbase_index::protocol::Phase;
use hbase_model::Ttl;
use serde::Serialize;

use super::args::SelectArgs;
use super::progress::key;
use super::report::Report;
use super::schema::{DeclaredIndex, Schema};
use super::store::{Found, Other, Store};
use crate::error::CliError;
use crate::exit::Status;
use crate::explain::IndexField;
use crate::output::{CommandResult, Output};
use crate::style::{BAD, BOLD, CARE};

pub(super) async fn run(args: &SelectArgs, output: Output) -> Result<Status, CliError> {
    let schema = Schema::read(&args.store.schema)?;
    let selected = schema.select(&args.store.schema, &args.indexes)?;
    let store = Store::open(&args.store).await?;
    let mut statuses = Report::of(&store);
    for declared in selected {
        statuses.indexes.push(of(&store, declared).await?);
    }
    output.print(&statuses)
}

/// The state of an index.
#[derive(Serialize)]
struct IndexStatus {
    index: String,
    table: String,
    row: String,
    fields: Vec<IndexField>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ttl: Option<u32>,
    /// Whether this command can build, verify and repair it.
    computable: bool,
    #[serde(flatten)]
    found: Found,
    #[serde(skip_serializing_if = "Option::is_none")]
    backfill: Option<Backfill>,
}

/// The progress of a backfill.
#[derive(Serialize)]
struct Backfill {
    /// The last row whose entries were put.
    last_row: String,
    /// The number of the region that it is in, from 1.
    region: usize,
    /// The regions of the table.
    regions: usize,
}

async fn of(store: &Store, declared: &DeclaredIndex) -> Result<IndexStatus, CliError> {
    let index = &declared.index;
    let table = store.table(declared, Settings::default());
    let found = store.find(&table, &index.table).await?;
    let is_filling = found.phase == Phase::Backfilling && found.other_definition.is_none();
    Ok(IndexStatus {
        index: index.table.to_string(),
        table: declared.table.name.to_string(),
        row: declared.rows.row.clone(),
        fields: IndexField::all(index),
        ttl: index.ttl.map(Ttl::as_secs),
        computable: declared.rows.index_values(index).is_ok(),
        found,
        backfill: if is_filling {
            backfill(store, declared, &table).await?
        } else {
            None
        },
    })
}

async fn backfill(
    store: &Store,
    declared: &DeclaredIndex,
    table: &hbase_index::IndexedTable,
) -> Result<Option<Backfill>, CliError> {
    let done = table
        .backfilled(&declared.index.table, store.deadline())
        .await;
    let Some(row) = done.map_err(|error| store.error(&error))? else {
        return Ok(None);
    };
    let backend = store.db.backend();
    let splits = backend.split_points(&declared.table.name, store.deadline());
    let splits = splits.await.unwrap_or_default();
    let passed = splits.iter().filter(|split| **split <= row).count();
    Ok(Some(Backfill {
        last_row: key(&row).unwrap_or_default(),
        region: passed + 1,
        regions: splits.len() + 1,
    }))
}

impl CommandResult for Report<IndexStatus> {
    /// [`Status::Findings`] for an index that cannot be queried.
    fn status(&self) -> Status {
        let mut indexes = self.indexes.iter();
        Status::of(indexes.all(|status| status.found.is_readable()))
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.indexes.iter().try_for_each(|status| status.write(out))
    }
}

impl IndexStatus {
    /// Writes the reasons why the index cannot be used as it is.
    fn write_findings(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.found.is_lost() {
            writeln!(
                out,
                "  {BAD}its table is missing{BAD:#}: `index drop` sets its state, then `index build` rebuilds it"
            )?;
        }
        if let Some(Other {
            stored,
            declared,
            help,
        }) = &self.found.other_definition
        {
            writeln!(
                out,
                "  {BAD}filled by another definition{BAD:#}: found `{stored}`, declared `{declared}`: {help}"
            )?;
        }
        Ok(())
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let (index, table, row) = (&self.index, &self.table, &self.row);
        writeln!(out, "{BOLD}{index}{BOLD:#}, index of {table} ({row})")?;
        let style = self.found.style();
        let (state, generation) = (self.found.phase.name(), self.found.generation);
        writeln!(
            out,
            "  state {style}{state}{style:#}, generation {generation}"
        )?;
        self.write_findings(out)?;
        if let Some(backfill) = &self.backfill {
            let Backfill {
                last_row,
                region,
                regions,
            } = backfill;
            writeln!(
                out,
                "  filled up to row \"{last_row}\", in region {region} of {regions}: `index build` continues"
            )?;
        }
        for field in &self.fields {
            writeln!(out, "  field {}: {}", field.field, field.encoding)?;
        }
        if let Some(ttl) = self.ttl {
            writeln!(out, "  entries expire after {ttl} s")?;
        }
        if !self.computable {
            writeln!(
                out,
                "  {CARE}built by the program only{CARE:#}: a description does not determine its values"
            )?;
        }
        Ok(())
    }
}
