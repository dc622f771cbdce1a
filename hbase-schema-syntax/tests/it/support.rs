//! Structs as text, read.

use hbase_schema_syntax::ast::Table;
use hbase_schema_syntax::{parse_columns, parse_table};
use syn::DeriveInput;

/// Parses a struct that is Rust.
pub fn input(source: &str) -> DeriveInput {
    syn::parse_str(source).unwrap_or_else(|e| panic!("{e} in {source}"))
}

/// Reads a table that must be right, and looks at it.
pub fn table<T>(source: &str, look: impl FnOnce(&Table<'_>) -> T) -> T {
    let input = input(source);
    match parse_table(&input) {
        Ok(table) => look(&table),
        Err(errors) => panic!("refused:\n{errors}\nin {source}"),
    }
}

/// The messages for a table that must be wrong; none if it is right.
pub fn mistakes(source: &str) -> Vec<String> {
    let input = input(source);
    let errors = parse_table(&input).err();
    errors
        .iter()
        .flat_map(|e| e.iter())
        .map(ToString::to_string)
        .collect()
}

/// The same for a group of columns.
pub fn group_mistakes(source: &str) -> Vec<String> {
    let input = input(source);
    let errors = parse_columns(&input).err();
    errors
        .iter()
        .flat_map(|e| e.iter())
        .map(ToString::to_string)
        .collect()
}
