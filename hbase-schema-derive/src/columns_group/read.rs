//! `impl FromColumns for Audit`.

use hbase_schema_syntax::ast::ColumnGroup;
use proc_macro2::TokenStream;
use quote::quote;
use syn::Generics;

use super::parts::{cells, group_type, schema_of};
use crate::table::names::with_params;
use crate::table::{bounds, from_row};

pub(crate) fn expand(group: &ColumnGroup<'_>, generics: &Generics) -> TokenStream {
    let ty = group_type(group, generics);
    let lifetimes = generics.lifetimes().map(|param| &param.lifetime);
    let mut all = bounds::columns(&group.columns);
    all.extend(bounds::decode_columns(&group.columns));
    all.extend(lifetimes.map(|lifetime| quote!('__k: #lifetime)));
    let generics = bounds::add(&with_params(generics, &[quote!('__k)]), &all);
    let (params, _, clause) = generics.split_for_impl();
    let fields = cells(group)
        .enumerate()
        .map(|(index, (column, cell))| from_row::read(column, cell, &schema_of(index), None));
    let skipped = from_row::skipped(&group.skipped);
    quote! {
        #[automatically_derived]
        impl #params __hs::FromColumns<'__k> for #ty #clause {
            #[inline]
            fn from_columns(
                __row: &__hs::RowCells<'__k>,
            ) -> __hs::Result<Self, __hs::RowError> {
                __hs::Ok(Self {
                    #(#fields,)*
                    #(#skipped,)*
                })
            }
        }
    }
}
