//! `AddressColumns`: a token for each column of the group, of any table that flattens it.

use hbase_schema_syntax::ast::{CellColumn, Column, ColumnGroup};
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Generics, Visibility};

use super::parts::{cells, group_type};
use crate::table::names::{plain, used_by, with_params};
use crate::table::{bounds, columns};

pub(crate) fn expand(group: &ColumnGroup<'_>, generics: &Generics) -> TokenStream {
    if cells(group).next().is_none() {
        return TokenStream::new();
    }
    let ty = group_type(group, generics);
    let (vis, name) = (
        &group.input.vis,
        format_ident!("{}Columns", group.input.ident),
    );
    let used = used_by(generics, cells(group).map(|(column, _)| &column.field.ty));
    let used = with_params(&used, &[quote!(__R)]);
    let (used_params, used_args, used_clause) = used.split_for_impl();
    let fields = cells(group).map(|(column, cell)| field(vis, column, cell));
    let tokens = cells(group).enumerate().map(|(index, (column, cell))| {
        let (ident, default) = (column.ident, columns::default(column, cell));
        quote!(#ident: __hs::Column::new(<__hs::InGroup<__R, #ty, __GROUP, #index>>::SCHEMA) #default)
    });
    let more = [
        quote!(__R: __hs::Flattens<__GROUP>),
        quote!(const __GROUP: __hs::usize),
    ];
    let all = bounds::add(
        &with_params(generics, &more),
        &bounds::columns(&group.columns),
    );
    let (params, _, clause) = all.split_for_impl();
    let defaults = defaults(group, generics);
    quote! {
        #defaults

        #[allow(dead_code, missing_docs, private_interfaces, missing_debug_implementations)]
        #vis struct #name #used_params #used_clause {
            #(#fields,)*
        }

        #[automatically_derived]
        #[allow(private_interfaces)]
        impl #params __hs::GroupTokens<__R, __GROUP> for #ty #clause {
            type Tokens = #name #used_args;
            const TOKENS: Self::Tokens = #name { #(#tokens),* };
        }
    }
}

/// The functions of `default = path`, which the tokens and the reads call.
fn defaults(group: &ColumnGroup<'_>, generics: &Generics) -> Option<TokenStream> {
    let functions = columns::default_functions(cells(group));
    let ty = group_type(group, generics);
    let (params, _, clause) = generics.split_for_impl();
    (!functions.is_empty()).then(|| {
        quote! {
            #[automatically_derived]
            impl #params #ty #clause {
                #functions
            }
        }
    })
}

/// The field of a column's token.
fn field(vis: &Visibility, column: &Column<'_>, cell: &CellColumn) -> TokenStream {
    let (ident, ty) = (column.ident, &column.field.ty);
    let codec = bounds::codec(cell, column);
    let doc = format!("The column of the field `{}`.", plain(ident));
    quote_spanned!(ty.span()=> #[doc = #doc] #vis #ident: __hs::Column<__R, #ty, #codec>)
}
