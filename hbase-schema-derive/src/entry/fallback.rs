//! Stand-ins for an entry with errors, so that code that uses it reports none.

use std::collections::BTreeSet;

use hbase_model::name::upper_snake;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{DeriveInput, Field};

use crate::table::fallback::crate_path;
use crate::table::fallback::guess::{fields, has, has_word};
use crate::table::names::{plain, private, without_defaults};

pub(super) fn expand(input: &DeriveInput) -> TokenStream {
    let private = private(crate_path(input, "entry").as_ref());
    let generics = without_defaults(&input.generics);
    let (name, vis) = (&input.ident, &input.vis);
    let (params, args, clause) = generics.split_for_impl();
    let tokens = indexed(input).into_iter().map(|(token, field)| {
        let (ty, encoding) = (&field.ty, encoding(field));
        quote! {
            #vis const #token: __hs::IndexField<#name #args, #ty, #encoding> =
                __hs::IndexField::new("", 0);
        }
    });
    quote! {
        #[doc(hidden)]
        #[allow(warnings, clippy::all, clippy::pedantic)]
        const _: () = {
            use #private as __hs;
            impl #params #name #args #clause {
                #(#tokens)*
            }

            impl #params __hs::IndexedEntry for #name #args #clause {
                const FIELDS: &'static [__hs::FieldTag] = &[];

                fn write_index(
                    &self,
                    _: &mut __hs::IndexWriter<'_, Self>,
                ) -> __hs::Result<(), __hs::CodecError> {
                    ::core::unreachable!()
                }
            }
        };
    }
}

/// The marked fields with their tokens, each name once.
fn indexed(input: &DeriveInput) -> Vec<(Ident, &Field)> {
    let mut names = BTreeSet::new();
    let marked = fields(input)
        .into_iter()
        .filter(|(_, field)| has(field, "index"));
    marked
        .filter_map(|(ident, field)| {
            let name = upper_snake(&plain(ident));
            let token: Ident = syn::parse_str(&name).ok()?;
            names.insert(name).then_some((token, field))
        })
        .collect()
}

fn encoding(field: &Field) -> TokenStream {
    if has_word(field, "index", "native") {
        quote!(__hs::Native)
    } else {
        quote!(__hs::Ordered)
    }
}
