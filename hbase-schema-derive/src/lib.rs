//! The macros of `hbase-schema`. They are documented where they are used: in `hbase-schema` itself.

mod columns_group;
#[cfg(test)]
mod expansions;
mod table;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Makes a table of a struct.
#[proc_macro_derive(HTable, attributes(table, rowkey, family, column, timestamp, columns))]
pub fn derive_table(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    table::derive(&input).into()
}

/// Makes a group of columns of a struct, to be flattened into tables.
// The attributes of tables are known as well, so that it can be said where they belong.
#[proc_macro_derive(Columns, attributes(columns, column, table, rowkey, family, timestamp))]
pub fn derive_columns(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    columns_group::derive(&input).into()
}
