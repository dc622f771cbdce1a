//! Statements for other systems, one for each table: the structs of a table are one view of it.

use hbase_model::DescribedTable;

use super::{KeyMapping, Unsupported, UnsupportedItem, hive, phoenix};

/// Another system that reads `HBase`'s tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum System {
    /// Hive: external tables.
    Hive,
    /// Phoenix: views.
    Phoenix,
}

/// The statement of one table for another system.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Statement {
    /// The struct, or the comma-separated structs of the view.
    pub row: String,
    /// The table.
    pub table: String,
    /// The statement, or what the system cannot express.
    pub text: Result<String, Unsupported>,
}

impl System {
    fn name(self) -> &'static str {
        match self {
            Self::Hive => "Hive",
            Self::Phoenix => "Phoenix",
        }
    }

    fn statement(self, table: &DescribedTable, key: KeyMapping) -> Result<String, Unsupported> {
        match self {
            Self::Hive => hive(table, key),
            Self::Phoenix => phoenix(table, key),
        }
    }
}

/// Formats the statements of a system, one for each table: both systems have one table of a name.
///
/// Structs of one table with the same key layout are one view with the columns of all. Structs with
/// different key layouts are one view only with [`KeyMapping::Whole`].
pub fn statements(tables: &[DescribedTable], system: System, key: KeyMapping) -> Vec<Statement> {
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

fn views(tables: &[DescribedTable], key: KeyMapping) -> Vec<DescribedTable> {
    let mut views: Vec<DescribedTable> = Vec::new();
    for table in tables {
        match views.iter_mut().find(|view| is_same_view(view, table, key)) {
            Some(view) => add(view, table),
            None => views.push(table.clone()),
        }
    }
    views
}

fn is_same_view(view: &DescribedTable, table: &DescribedTable, key: KeyMapping) -> bool {
    let is_same_key = match key {
        KeyMapping::Parts => view.key == table.key,
        KeyMapping::Whole => view.key.is_text() == table.key.is_text(),
    };
    is_same_key && view.descriptor.name == table.descriptor.name
}

/// Adds the columns that the view does not have with the same format. Another format of a column is an error of
/// the system's statement.
fn add(view: &mut DescribedTable, table: &DescribedTable) {
    view.row = format!("{}, {}", view.row, table.row);
    for column in &table.columns {
        let mut known = view.columns.iter();
        let is_known = known.any(|there| {
            there.family == column.family
                && there.qualifier == column.qualifier
                && there.facts.format == column.facts.format
        });
        if !is_known {
            view.columns.push(column.clone());
        }
    }
    for columns in &table.dynamic {
        if !view.dynamic.contains(columns) {
            view.dynamic.push(columns.clone());
        }
    }
    if view.timestamp.is_none() {
        view.timestamp.clone_from(&table.timestamp);
    }
    if view.table_date.is_none() {
        view.table_date.clone_from(&table.table_date);
    }
}

fn two_of_one_name(
    view: &DescribedTable,
    other: &DescribedTable,
    system: System,
    alone: Option<Unsupported>,
) -> Unsupported {
    let reason = format!(
        "`{}` has another key, and {} has one table per name: map the key as a whole, or only one \
         of them",
        other.row,
        system.name()
    );
    let mut items = vec![UnsupportedItem::new(&view.row, reason)];
    items.extend(alone.into_iter().flat_map(|alone| alone.items));
    Unsupported {
        table: view.descriptor.name.to_string(),
        system: system.name(),
        items,
    }
}
