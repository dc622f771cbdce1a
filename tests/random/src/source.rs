//! The source of a table as a file that the command reads.

use hbase_schema_random_generator::Table;

/// The types of fields. The sources of the tables need them.
const TYPES: &str = include_str!("types.rs");

const IMPORTS: &str = "use std::collections::BTreeMap;
use std::sync::Arc;
use hbase_schema::row_index::{Entries, RowIndex};
use hbase_schema::{Columns, Dynamic, HTable, Sequence, TimeOfDay};
";

/// The source of a file that contains one table.
pub fn file(table: &Table) -> String {
    let types = TYPES.lines().filter(|line| !line.starts_with("//!"));
    let types = types.collect::<Vec<_>>().join("\n");
    format!("{IMPORTS}{types}\n{}", table.items())
}
