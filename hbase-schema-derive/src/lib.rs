//! The macros of `hbase-schema`. They are documented where they are used: in `hbase-schema` itself.

mod columns_group;
mod table;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Makes a table of a struct.
#[proc_macro_derive(HTable, attributes(table, rowkey, family, column, columns, timestamp))]
pub fn derive_table(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    table::derive(&input).into()
}

/// Makes a group of columns of a struct, to be flattened into tables.
#[proc_macro_derive(Columns, attributes(columns, column))]
pub fn derive_columns(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    columns_group::derive(&input).into()
}
