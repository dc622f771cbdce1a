//! `CallKey`: the key as a plain struct.

use hbase_schema_syntax::ast::Table;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::names::{self, Names, plain};
use super::{dates, key_layout};

pub(crate) fn expand(table: &Table<'_>, names: &Names) -> TokenStream {
    let vis = &table.input.vis;
    let name = &names.key;
    let generics = &names.key_generics;
    let clause = &generics.where_clause;
    let derives = &table.key.derives;
    let title = format!("The row key of [`{}`].", names.row);
    let layout = key_layout::describe(table);
    let date = table.date.as_ref().map(|date| date.ident);
    let fields = dates::key_fields(table).into_iter().map(|(ident, field)| {
        let (vis, ty) = (&field.vis, &field.ty);
        let doc = if date == Some(ident) {
            "The date in the table's name, which the key's bytes do not contain.".to_owned()
        } else {
            format!("The key part `{}`.", plain(ident))
        };
        quote!(#[doc = #doc] #vis #ident: #ty)
    });
    let place = names::declared_at(table.key_name.as_ref());
    let fields = quote_spanned!(place=> { #(#fields),* });
    let item = quote_spanned!(place=> struct #name #generics #clause #fields);
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
        #vis #item
    }
}
