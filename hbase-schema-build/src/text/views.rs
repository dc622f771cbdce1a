//! Statements of other systems, one for each table: structs that share a table are one view of it.

use hbase_model::DescribedTable;

use super::{KeyAs, Unsupported, UnsupportedItem, hive, phoenix};

/// Another system that sees tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum System {
    /// Hive: external tables.
    Hive,
    /// Phoenix: views.
    Phoenix,
}

/// What another system is told of a table.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Statement {
    /// The struct; several, with commas between them, where they are seen as one.
    pub row: String,
    /// The table.
    pub table: String,
    /// The statement, or why there is none.
    pub text: Result<String, Unsupported>,
}

impl System {
    fn name(self) -> &'static str {
        match self {
            Self::Hive => "Hive",
            Self::Phoenix => "Phoenix",
        }
    }

    fn statement(self, table: &DescribedTable, key: KeyAs) -> Result<String, Unsupported> {
        match self {
            Self::Hive => hive(table, key),
            Self::Phoenix => phoenix(table, key),
        }
    }
}

/// The statements of a system, one for each table: either system has one table of a name.
///
/// Structs of one table with one key are seen together, with the columns of all. Where their keys
/// differ, as for rows of different ages, only keys as a whole can be seen together.
pub fn statements(tables: &[DescribedTable], system: System, key: KeyAs) -> Vec<Statement> {
    let views = views(tables, key);
    let statement = |view: &DescribedTable| {
        let is_other = |other: &&DescribedTable| {
            other.descriptor.name == view.descriptor.name && *other != view
        };
        let text = system.statement(view, key);
        let text = match views.iter().find(is_other) {
            Some(other) => Err(two_of_one_name(view, other, system, text.err())),
            None => text,
        };
        Statement {
            row: view.row.clone(),
            table: view.descriptor.name.to_string(),
            text,
        }
    };
    views.iter().map(statement).collect()
}

fn views(tables: &[DescribedTable], key: KeyAs) -> Vec<DescribedTable> {
    let mut views: Vec<DescribedTable> = Vec::new();
    for table in tables {
        match views.iter_mut().find(|view| is_one(view, table, key)) {
            Some(view) => add(view, table),
            None => views.push(table.clone()),
        }
    }
    views
}

fn is_one(view: &DescribedTable, table: &DescribedTable, key: KeyAs) -> bool {
    let is_one_key = match key {
        KeyAs::Parts => view.key == table.key,
        KeyAs::Whole => view.key.is_text() == table.key.is_text(),
    };
    is_one_key && view.descriptor.name == table.descriptor.name
}

/// A column that both see alike is there once; one that they do not is for the system to refuse.
fn add(view: &mut DescribedTable, table: &DescribedTable) {
    view.row = format!("{}, {}", view.row, table.row);
    for column in &table.columns {
        let mut known = view.columns.iter();
        let is_known = known.any(|there| {
            there.family == column.family
                && there.qualifier == column.qualifier
                && there.format == column.format
        });
        if !is_known {
            view.columns.push(column.clone());
        }
    }
    if view.timestamp.is_none() {
        view.timestamp.clone_from(&table.timestamp);
    }
}

fn two_of_one_name(
    view: &DescribedTable,
    other: &DescribedTable,
    system: System,
    alone: Option<Unsupported>,
) -> Unsupported {
    let why = format!(
        "`{}` has another key, and {} has one table of a name: map the key as a whole, or only one \
         of them",
        other.row,
        system.name()
    );
    let mut items = vec![UnsupportedItem::new(&view.row, why)];
    items.extend(alone.into_iter().flat_map(|alone| alone.items));
    Unsupported {
        table: view.descriptor.name.to_string(),
        system: system.name(),
        items,
    }
}
