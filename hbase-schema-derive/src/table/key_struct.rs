//! `CallKey`: the key as a plain struct.

use hbase_schema_syntax::ast::Table;
use proc_macro2::TokenStream;
use quote::quote;

use super::key_layout;
use super::names::{Names, plain};

pub(crate) fn expand(table: &Table<'_>, names: &Names) -> TokenStream {
    let vis = &table.input.vis;
    let name = &names.key;
    let generics = &names.key_generics;
    let clause = &generics.where_clause;
    let derives = &table.key.derives;
    let title = format!("The row key of [`{}`].", names.row);
    let layout = key_layout::describe(table);
    let fields = table.key.parts.iter().map(|part| {
        let (vis, ident, ty) = (&part.field.vis, part.ident, &part.field.ty);
        let doc = format!("The key part `{}`.", plain(ident));
        quote!(#[doc = #doc] #vis #ident: #ty)
    });
    quote! {
        #[doc = #title]
        #[doc = ""]
        #[doc = #layout]
        #[allow(deprecated, private_interfaces)]
        #[derive(
            ::core::fmt::Debug,
            ::core::clone::Clone,
            ::core::cmp::PartialEq
            #(, #derives)*
        )]
        #vis struct #name #generics #clause {
            #(#fields),*
        }
    }
}
