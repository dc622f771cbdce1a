//! `index list`.

use std::io::{self, Write};

use hbase_index::Settings;
use hbase_index::protocol::{IndexState, Phase};
use serde::Serialize;

use super::args::StoreArgs;
use super::schema::{DeclaredIndex, Schema};
use super::store::{Found, Store, code};
use crate::columns::{Cell, Columns};
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{CommandResult, Output};
use crate::style::BAD;

pub(super) async fn run(args: &StoreArgs, output: Output) -> Result<Status, CliError> {
    let schema = Schema::read(&args.schema)?;
    let store = Store::open(args).await?;
    let mut list = List {
        url: args.url.clone(),
        backend: store.backend(),
        indexes: Vec::new(),
        undeclared: Vec::new(),
    };
    for declared in &schema.indexes {
        list.indexes.push(Listed::of(&store, declared).await?);
    }
    for table in &schema.tables {
        for (name, state) in store.all_states(table).await? {
            let is_declared = schema.find(&name).is_some();
            if !is_declared && state.phase != Phase::Dropped {
                list.undeclared.push(Undeclared::of(name, state));
            }
        }
    }
    output.print(&list)
}

/// The indexes of a store.
#[derive(Serialize)]
struct List {
    url: String,
    backend: &'static str,
    indexes: Vec<Listed>,
    /// Indexes of the same namespaces that no struct declares.
    undeclared: Vec<Undeclared>,
}

/// A declared index.
#[derive(Serialize)]
struct Listed {
    index: String,
    table: String,
    row: String,
    fields: Vec<String>,
    #[serde(flatten)]
    found: Found,
}

/// An index that no struct declares: writers do not update it.
#[derive(Serialize)]
struct Undeclared {
    index: String,
    state: &'static str,
    generation: u64,
    #[serde(skip)]
    phase: Phase,
}

impl Listed {
    async fn of(store: &Store, declared: &DeclaredIndex) -> Result<Self, CliError> {
        let name = &declared.index.table;
        let table = store.table(declared, Settings::default());
        let fields = declared.index.fields.iter();
        Ok(Self {
            index: name.to_string(),
            table: declared.table.name.to_string(),
            row: declared.rows.row.clone(),
            fields: fields.map(|field| field.field.clone()).collect(),
            found: store.find(&table, name).await?,
        })
    }

    fn state(&self) -> Cell {
        let (found, state) = (&self.found, self.found.phase.name());
        if found.is_lost() {
            return Cell::of(format!("{state}, but its table is missing")).styled(BAD);
        }
        if found.other_definition.is_some() {
            return Cell::of(format!("{state}, of another definition")).styled(BAD);
        }
        Cell::of(state).styled(found.style())
    }
}

impl Undeclared {
    fn of(index: String, state: IndexState) -> Self {
        Self {
            index,
            state: code(state.phase),
            generation: state.generation,
            phase: state.phase,
        }
    }
}

impl CommandResult for List {
    /// [`Status::Findings`] for an index that cannot be queried, and for one that nobody declares.
    fn status(&self) -> Status {
        let mut indexes = self.indexes.iter();
        let are_readable = indexes.all(|listed| listed.found.is_readable());
        Status::of(are_readable && self.undeclared.is_empty())
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let header = ["index", "table", "fields", "generation", "state"];
        let mut columns = Columns::new(&header.map(Cell::of));
        for listed in &self.indexes {
            columns.row([
                Cell::of(listed.index.as_str()),
                Cell::of(listed.table.as_str()),
                Cell::of(listed.fields.join(", ")),
                Cell::number(listed.found.generation.to_string()),
                listed.state(),
            ]);
        }
        for undeclared in &self.undeclared {
            let state = format!("{}, declared by no struct", undeclared.phase.name());
            columns.row([
                Cell::of(undeclared.index.as_str()),
                Cell::of(""),
                Cell::of(""),
                Cell::number(undeclared.generation.to_string()),
                Cell::of(state).styled(BAD),
            ]);
        }
        columns.write(out)?;
        match self.indexes.len() {
            1 => writeln!(out, "1 index is declared")?,
            count => writeln!(out, "{count} indexes are declared")?,
        }
        if !self.undeclared.is_empty() {
            writeln!(
                out,
                "`hbase-schema index drop NAME` drops one that no program declares any more"
            )?;
        }
        Ok(())
    }
}
