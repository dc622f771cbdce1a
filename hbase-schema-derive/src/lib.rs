//! The macros of `hbase-schema`. They are documented where they are used: in `hbase-schema` itself.

mod table;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Makes a table of a struct.
#[proc_macro_derive(HTable, attributes(table, rowkey, family, column, columns, timestamp))]
pub fn derive_table(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    table::derive(&input).into()
}
