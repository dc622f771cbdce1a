//! The derive macros of `hbase-schema`, which re-exports them with further docs.

mod block;
mod cell_value;
mod columns_group;
#[cfg(test)]
mod documents;
mod entry;
mod key_part;
mod lock;
mod outcome;
mod qualifier;
mod receiver;
mod single;
mod table;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Derives a table: the row key, the cells, the schema with its DDL, and the scan builder.
///
/// For a struct `Call` it generates:
///
/// - `CallKey`, a plain struct of the key parts, with `encode` and `decode` from the trait `RowKey`;
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
/// Each option with a valid value as an example. The attributes of the other derives are here too: `#[columns]`,
/// `#[qualifier]` and `#[entry]`.
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
#[proc_macro_derive(
    HTable,
    attributes(
        table, rowkey, family, column, index, timestamp, table_date, version, columns
    )
)]
pub fn derive_table(input: TokenStream) -> TokenStream {
    let input = receiver::resolve(parse_macro_input!(input as DeriveInput));
    table::derive(&input).into()
}

/// Derives a group of columns, which tables flatten: `#[column(flatten, prefix = "HOME_")]`.
///
/// Fields take `#[column]`, the struct the naming options in `#[columns]`; [`HTable`](macro@HTable) documents both.
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
// The attributes of tables are not listed: rustc proposes `derive(Columns)` for a struct without a
// derive that has a listed one. The derive reports them all the same.
#[proc_macro_derive(Columns, attributes(columns, column))]
pub fn derive_columns(input: TokenStream) -> TokenStream {
    let input = receiver::resolve(parse_macro_input!(input as DeriveInput));
    columns_group::derive(&input).into()
}

/// Derives a key part: a newtype, or an enum of unit variants with codes. The type needs `Debug`, `Clone` and
/// `PartialEq`.
///
/// A newtype has its field's encodings, and takes the same options of `#[rowkey]`.
///
/// # Attributes
///
/// - `#[code = "A"]` on each variant of an enum: its text. Without codes, an enum with `#[repr(u8)]`, or another
///   integer, is encoded as the number of its variant.
/// - `#[key_part(crate = path)]`: the path of the runtime (default `::hbase_schema`).
///
#[doc = include_str!("../docs/key_part.md")]
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
/// A newtype has its field's codecs, and takes the same options of `#[column]`.
///
/// # Attributes
///
/// - `#[code = "A"]` on each variant of an enum: its text. Without codes, an enum with `#[repr(u8)]`, or another
///   integer, is encoded as the number of its variant.
/// - `#[cell_value(crate = path)]`: the path of the runtime (default `::hbase_schema`).
///
#[doc = include_str!("../docs/cell_value.md")]
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

/// Derives a qualifier of dynamic columns: a struct whose fields are the parts, encoded like parts of
/// a row key, or an enum of several kinds of qualifiers.
///
/// Fields take the options of key parts in `#[qualifier]`, the struct a `separator`. The first parts as
/// a tuple are a prefix and, if their bytes sort as their values do, a bound of ranges. Fields next to each other with
/// `bits` fill whole bytes.
///
/// Each variant of an enum holds one type of qualifiers. Their lengths, or bits at their start that are `always` the
/// same, tell the kinds apart; the last kind may be of any bytes, and takes the rest.
///
/// ```ignore
/// #[derive(Qualifier, Debug)]
/// struct Note {
///     #[qualifier(bits = 8, always = 1)]
///     mark: (),
///     offset: u16,
/// }
///
/// #[derive(Qualifier, Debug)]
/// enum Column {
///     Seconds(u16),
///     Note(Note),
///     Other(Vec<u8>),
/// }
/// ```
///
/// # Expansion
///
/// <details><summary>A time, newest first, and a number: the struct, and the code generated for it</summary>
///
/// ```ignore
#[doc = include_str!("../expansions/input/entry.rs")]
/// ```
///
/// ```ignore
#[doc = include_str!("../expansions/entry.rs")]
/// ```
///
/// </details>
#[proc_macro_derive(Qualifier, attributes(qualifier))]
pub fn derive_qualifier(input: TokenStream) -> TokenStream {
    let input = receiver::resolve(parse_macro_input!(input as DeriveInput));
    qualifier::derive(&input).into()
}

/// Derives an entry that is indexed inside its row: the trait `IndexedEntry`, and a token for each
/// indexed field, named after the field in upper case: `Mail::FROM`.
///
/// Fields with `#[index(tag = 1)]` are indexed. A tag is the first byte of the field's index columns. It is stored, so
/// a field keeps its tag for ever. A field is encoded as `OrderedBytes`, or with `native` by its type's own encoding,
/// for unsigned integers, times and `[u8; N]`. Every entry has every indexed
/// field: for an `Option` or a list, implement the trait by hand.
///
/// The codec of a column, such as `#[column(dynamic, json)]`, encodes the entry's value. With
/// `#[entry(json)]` or `#[entry(with = module)]` on the struct, columns need none.
///
/// # Expansion
///
/// <details><summary>An entry of two fields: the struct, and the code generated for it</summary>
///
/// ```ignore
#[doc = include_str!("../expansions/input/mail.rs")]
/// ```
///
/// ```ignore
#[doc = include_str!("../expansions/mail.rs")]
/// ```
///
/// </details>
#[proc_macro_derive(IndexedEntry, attributes(entry, index))]
pub fn derive_indexed_entry(input: TokenStream) -> TokenStream {
    let input = receiver::resolve(parse_macro_input!(input as DeriveInput));
    entry::derive(&input).into()
}

#[doc = include_str!("../docs/lock.md")]
#[proc_macro]
pub fn lock(input: TokenStream) -> TokenStream {
    lock::expand(input.into()).into()
}
