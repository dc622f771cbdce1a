//! The derive macros of `hbase-schema`, which re-exports them with further docs.

mod cell_value;
mod columns_group;
#[cfg(test)]
mod documents;
mod key_part;
mod receiver;
mod single;
mod table;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Derives a table: the row key, the cells, the schema with its DDL, and the scan builder.
///
/// For a struct `Call` it generates:
///
/// - `CallKey`, a plain struct of the key parts, with `encode` and `decode` by the trait `RowKey`;
/// - `CallScan`, the scan builder that `Call::scan()` starts: one method for each key part, in
///   order, which takes a value, a range or a `prefix(…)`; its type holds the cost of the scan;
/// - `Call::key()`, `Call::SCHEMA`, `Call::DDL`, and a token for each column, named after the field
///   in upper case: `Call::DURATION_S`;
/// - the traits `Table`, `FromRow` and, for structs that own their data, `TableRow`, which is the one
///   bound that generic code needs.
///
/// `#[table("…", key = CallId, scan = CallQuery)]` renames the key and the scan builder.
///
/// All errors are reported at once, each at its own token. The macro interprets no type by its
/// name: requirements on a type are trait bounds, so that aliases and newtypes work.
///
/// # Options
///
/// Each option with a valid value as an example:
///
#[doc = include_str!("../OPTIONS.md")]
///
/// # Expansion
///
/// <details><summary>A salted text key: the struct, and the code generated for it</summary>
///
/// ```ignore
#[doc = include_str!("../expansions/input/call.rs")]
/// ```
///
/// ```ignore
#[doc = include_str!("../expansions/call.rs")]
/// ```
///
/// </details>
/// <details><summary>A row that borrows, with a flattened group</summary>
///
/// ```ignore
#[doc = include_str!("../expansions/input/note.rs")]
/// ```
///
/// ```ignore
#[doc = include_str!("../expansions/note.rs")]
/// ```
///
/// </details>
#[proc_macro_derive(HTable, attributes(table, rowkey, family, column, timestamp, columns))]
pub fn derive_table(input: TokenStream) -> TokenStream {
    let input = receiver::resolve(parse_macro_input!(input as DeriveInput));
    table::derive(&input).into()
}

/// Derives a group of columns, which tables flatten.
///
/// # Expansion
///
/// <details><summary>A group of two columns: the struct, and the code generated for it</summary>
///
/// ```ignore
#[doc = include_str!("../expansions/input/place.rs")]
/// ```
///
/// ```ignore
#[doc = include_str!("../expansions/place.rs")]
/// ```
///
/// </details>
// The attributes of tables are registered too, for errors that name the right derive.
#[proc_macro_derive(Columns, attributes(columns, column, table, rowkey, family, timestamp))]
pub fn derive_columns(input: TokenStream) -> TokenStream {
    let input = receiver::resolve(parse_macro_input!(input as DeriveInput));
    columns_group::derive(&input).into()
}

/// Derives a key part: a newtype, or an enum of unit variants with codes.
///
/// # Expansion
///
/// <details><summary>A newtype: the struct, and the code generated for it</summary>
///
/// ```ignore
#[doc = include_str!("../expansions/input/user_id.rs")]
/// ```
///
/// ```ignore
#[doc = include_str!("../expansions/user_id.rs")]
/// ```
///
/// </details>
#[proc_macro_derive(KeyPart, attributes(key_part, code))]
pub fn derive_key_part(input: TokenStream) -> TokenStream {
    let input = receiver::resolve(parse_macro_input!(input as DeriveInput));
    key_part::derive(&input).into()
}

/// Derives a cell value: a newtype, or an enum of unit variants with codes.
///
/// # Expansion
///
/// <details><summary>An enum with codes: the enum, and the code generated for it</summary>
///
/// ```ignore
#[doc = include_str!("../expansions/input/state.rs")]
/// ```
///
/// ```ignore
#[doc = include_str!("../expansions/state.rs")]
/// ```
///
/// </details>
#[proc_macro_derive(CellValue, attributes(cell_value, code))]
pub fn derive_cell_value(input: TokenStream) -> TokenStream {
    let input = receiver::resolve(parse_macro_input!(input as DeriveInput));
    cell_value::derive(&input).into()
}
