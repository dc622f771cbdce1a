//! `impl Columns for Audit`.

use hbase_schema_syntax::ast::ColumnGroup;
use proc_macro2::TokenStream;
use quote::quote;
use syn::Generics;

use super::parts::{cells, group_type, schema_of};
use crate::table::{bounds, columns, write_cells};

pub(crate) fn expand(group: &ColumnGroup<'_>, generics: &Generics) -> TokenStream {
    let ty = group_type(group, generics);
    let generics = bounds::add(generics, &bounds::columns(&group.columns));
    let (params, _, clause) = generics.split_for_impl();
    let schemas = cells(group).map(|(column, cell)| columns::schema(column, cell));
    let writes = cells(group)
        .enumerate()
        .map(|(index, (column, cell))| write_cells::cell(column, cell, &schema_of(index)));
    quote! {
        #[automatically_derived]
        impl #params __hs::Columns for #ty #clause {
            const COLUMNS: &'static [__hs::ColumnSchema] = &[#(#schemas),*];

            #[inline]
            fn write_columns(&self, __out: &mut __hs::CellWriter<'_>) {
                #(#writes)*
            }
        }
    }
}
