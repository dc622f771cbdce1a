//! `#[derive(HTable)]`: one file for each generated item.

pub(crate) mod bounds;
pub(crate) mod checks;
pub(crate) mod columns;
mod dates;
pub(crate) mod encoding;
pub(crate) mod escapes;
pub(crate) mod fallback;
pub(crate) mod from_row;
mod group_tokens;
mod indexes;
mod key_layout;
mod key_struct;
mod key_traits;
mod locked;
pub(crate) mod names;
pub(crate) mod row_key;
mod scan;
mod scan_states;
mod schema;
mod table_impl;
mod table_row;
pub(crate) mod with_codec;
pub(crate) mod write_cells;

use hbase_schema_syntax::ast::Table;
use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::block;
use names::Names;

/// The whole output: the key struct and the scan builder next to the struct, everything else in a
/// separate block.
pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    match hbase_schema_syntax::parse_table(input) {
        Ok(table) => expand(&table),
        Err(errors) => {
            let errors = errors.into_compile_error();
            let fallback = fallback::expand(input);
            quote! {
                #errors
                #fallback
            }
        }
    }
}

fn expand(table: &Table<'_>) -> TokenStream {
    let names = Names::new(table);
    let key_struct = key_struct::expand(table, &names);
    let scan_struct = scan::expand_struct(table, &names);
    let parts = [
        with_codec::expand(&table.columns, &names.generics),
        escapes::expand(&table.key.parts),
        checks::expand(table, &names),
        row_key::expand(table, &names),
        key_traits::expand(table, &names),
        columns::expand(table, &names),
        schema::expand(table),
        table_impl::expand(table, &names),
        dates::expand(table, &names),
        indexes::expand(table, &names),
        schema::check_schema(table, &names),
        from_row::expand(table, &names),
        table_row::expand(table, &names),
        scan::expand(table, &names),
    ];
    let block = block::of_impls(&names.private, &parts);
    quote! {
        #key_struct
        #scan_struct
        #block
    }
}
