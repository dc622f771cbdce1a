//! The macros of `hbase-schema`. They are documented where they are used: in `hbase-schema` itself.

mod cell_value;
mod columns_group;
#[cfg(test)]
mod expansions;
mod key_part;
mod receiver;
mod single;
mod table;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Makes a table of a struct: its row key, its cells, its schema and statement, and the builder of
/// questions.
///
/// For a struct `Call` there come, beside it:
///
/// - `CallKey`, a plain struct of the key's parts, with `encode` and `decode` by the trait `RowKey`;
/// - `CallScan`, the builder that `Call::scan()` starts: one method for each part, in order, which
///   takes a value, a range or a `prefix(…)`; its type says what the question costs;
/// - both can be given other names: `#[table("…", key = CallId, scan = CallQuery)]`;
/// - `Call::key()`, `Call::SCHEMA`, `Call::DDL`, and one column token for each column, named after
///   the field in upper case: `Call::DURATION_S`;
/// - the traits `Table`, `FromRow` and, for structs that own their data, `TableRow`, which is the one
///   bound that generic code needs.
///
/// Mistakes are reported all at once, each at its own token. What depends on a type is asked of the
/// type: no name of a type means anything to the macro, so aliases and newtypes work.
///
/// # Options
#[doc = include_str!("../OPTIONS.md")]
#[proc_macro_derive(HTable, attributes(table, rowkey, family, column, timestamp, columns))]
pub fn derive_table(input: TokenStream) -> TokenStream {
    let input = receiver::resolve(parse_macro_input!(input as DeriveInput));
    table::derive(&input).into()
}

/// Makes a group of columns of a struct, to be flattened into tables.
// The attributes of tables are known as well, so that it can be said where they belong.
#[proc_macro_derive(Columns, attributes(columns, column, table, rowkey, family, timestamp))]
pub fn derive_columns(input: TokenStream) -> TokenStream {
    let input = receiver::resolve(parse_macro_input!(input as DeriveInput));
    columns_group::derive(&input).into()
}

/// Makes a part of row keys of a newtype, or of an enum of unit variants with codes.
#[proc_macro_derive(KeyPart, attributes(key_part, code))]
pub fn derive_key_part(input: TokenStream) -> TokenStream {
    let input = receiver::resolve(parse_macro_input!(input as DeriveInput));
    key_part::derive(&input).into()
}

/// Makes a cell of a newtype, or of an enum of unit variants with codes.
#[proc_macro_derive(CellValue, attributes(cell_value, code))]
pub fn derive_cell_value(input: TokenStream) -> TokenStream {
    let input = receiver::resolve(parse_macro_input!(input as DeriveInput));
    cell_value::derive(&input).into()
}
