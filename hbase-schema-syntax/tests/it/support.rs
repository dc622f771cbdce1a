//! Structs as text, read.

use hbase_schema_syntax::ast::Table;
use hbase_schema_syntax::single::{SingleDerive, parse_single};
use hbase_schema_syntax::{Errors, parse_columns, parse_entry, parse_qualifier, parse_table};
use syn::DeriveInput;

/// Parses a struct that is Rust.
pub(crate) fn input(source: &str) -> DeriveInput {
    syn::parse_str(source).unwrap_or_else(|e| panic!("{e} in {source}"))
}

/// Reads a valid table, and passes it on.
pub(crate) fn table<T>(source: &str, look: impl FnOnce(&Table<'_>) -> T) -> T {
    let input = input(source);
    match parse_table(&input) {
        Ok(table) => look(&table),
        Err(errors) => panic!("rejected:\n{errors}\nin {source}"),
    }
}

/// The errors of a table, each after its token; none if the table is valid.
pub(crate) fn errors(source: &str) -> Vec<String> {
    let input = input(source);
    parse_table(&input).err().iter().flat_map(lines).collect()
}

/// The same for a group of columns.
pub(crate) fn group_errors(source: &str) -> Vec<String> {
    let input = input(source);
    parse_columns(&input).err().iter().flat_map(lines).collect()
}

/// The same for the name of dynamic columns.
pub(crate) fn qualifier_errors(source: &str) -> Vec<String> {
    let input = input(source);
    parse_qualifier(&input)
        .err()
        .iter()
        .flat_map(lines)
        .collect()
}

/// The same for an entry.
pub(crate) fn entry_errors(source: &str) -> Vec<String> {
    let input = input(source);
    parse_entry(&input).err().iter().flat_map(lines).collect()
}

/// The same for a newtype or an enum with codes.
pub(crate) fn single_errors(source: &str, derive: SingleDerive) -> Vec<String> {
    let input = input(source);
    let errors = parse_single(&input, derive).err();
    errors.iter().flat_map(lines).collect()
}

fn lines(errors: &Errors) -> Vec<String> {
    let line = |e: &syn::Error| format!("{}: {e}", e.span().source_text().unwrap_or_default());
    errors.iter().map(line).collect()
}
