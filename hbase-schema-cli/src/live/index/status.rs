//! `index status`.

use std::io::{self, Write};

use hbase_index::Settings;
use hbase_index::protocol::Phase;
use hbase_model::{DescribedIndexField, Ttl};
use serde::Serialize;

use super::args::SelectArgs;
use super::progress::key;
use super::schema::{DeclaredIndex, Schema};
use super::store::{Other, Store, code};
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{CommandResult, Output};
use crate::style::{BAD, BOLD, CARE, GOOD};

pub(super) async fn run(args: &SelectArgs, output: Output) -> Result<Status, CliError> {
    let schema = Schema::read(&args.store.schema)?;
    let selected = schema.select(&args.store.schema, &args.indexes)?;
    let store = Store::open(&args.store).await?;
    let mut statuses = Statuses {
        url: args.store.url.clone(),
        backend: store.backend(),
        indexes: Vec::new(),
    };
    for declared in selected {
        statuses.indexes.push(of(&store, declared).await?);
    }
    output.print(&statuses)
}

/// The states of indexes.
#[derive(Serialize)]
struct Statuses {
    url: String,
    backend: &'static str,
    indexes: Vec<IndexStatus>,
}

#[derive(Serialize)]
struct IndexStatus {
    index: String,
    table: String,
    row: String,
    fields: Vec<ShownField>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ttl: Option<u32>,
    /// Whether this command can build, verify and repair it.
    computable: bool,
    state: &'static str,
    generation: u64,
    #[serde(skip)]
    phase: Phase,
    /// Whether its table exists.
    exists: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    other_definition: Option<Other>,
    #[serde(skip_serializing_if = "Option::is_none")]
    backfill: Option<Backfill>,
}

#[derive(Serialize)]
struct ShownField {
    field: String,
    encoding: String,
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

impl ShownField {
    fn of(field: &DescribedIndexField) -> Self {
        Self {
            field: field.field.clone(),
            encoding: field.encoding.to_string(),
        }
    }
}

async fn of(store: &Store, declared: &DeclaredIndex) -> Result<IndexStatus, CliError> {
    let index = &declared.index;
    let table = store.table(declared, Settings::default());
    let (state, other) = store.any_state(&table, &index.table).await?;
    let is_filling = state.phase == Phase::Backfilling && other.is_none();
    Ok(IndexStatus {
        index: index.table.to_string(),
        table: declared.table.name.to_string(),
        row: declared.rows.row.clone(),
        fields: index.fields.iter().map(ShownField::of).collect(),
        ttl: index.ttl.map(Ttl::as_secs),
        computable: declared.rows.index_values(index).is_ok(),
        state: code(state.phase),
        generation: state.generation,
        phase: state.phase,
        exists: store.has_table(&index.table).await?,
        other_definition: other,
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

impl CommandResult for Statuses {
    /// [`Status::Findings`] for an index that cannot be queried.
    fn status(&self) -> Status {
        let is_readable = |of: &IndexStatus| {
            of.phase == Phase::Readable && of.exists && of.other_definition.is_none()
        };
        Status::of(self.indexes.iter().all(is_readable))
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.indexes.iter().try_for_each(|status| status.write(out))
    }
}

impl IndexStatus {
    /// Writes the reasons why the index cannot be used as it is.
    fn write_findings(&self, out: &mut dyn Write) -> io::Result<()> {
        if !self.exists && self.phase != Phase::Dropped {
            writeln!(
                out,
                "  {BAD}its table is missing{BAD:#}: `index drop` sets its state, then `index build` rebuilds it"
            )?;
        }
        if let Some(Other {
            stored,
            declared,
            help,
        }) = &self.other_definition
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
        let style = if self.phase == Phase::Readable {
            GOOD
        } else {
            CARE
        };
        let (state, generation) = (self.phase.name(), self.generation);
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
