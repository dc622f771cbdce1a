//! A scan builder that accepts everything.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::Field;

use super::{Guess, guess};
use crate::table::names::{plain, with_params};

/// The builder's own methods.
const METHODS: [&str; 5] = ["all", "any_salt", "into_ranges", "ranges", "salted_by"];

pub(super) fn expand_struct(guess: &Guess<'_>) -> TokenStream {
    let (vis, name, private) = (&guess.input.vis, &guess.names.scan, &guess.names.private);
    let row = guess.names.row_type();
    let defaults = [quote!(__P = ()), quote!(__S = ())];
    let generics = with_params(&guess.names.generics, &defaults);
    let clause = &generics.where_clause;
    quote! {
        #[allow(missing_docs)]
        #vis struct #name #generics (#private::PhantomData<fn() -> (#row, __P, __S)>) #clause;
    }
}

/// `Clone` and `Debug`, as the builder of a valid struct has them.
fn std_traits(guess: &Guess<'_>) -> TokenStream {
    let generics = with_params(&guess.names.generics, &[quote!(__P), quote!(__S)]);
    let (params, arguments, clause) = generics.split_for_impl();
    let name = &guess.names.scan;
    quote! {
        impl #params __hs::Clone for #name #arguments #clause {
            fn clone(&self) -> Self {
                ::core::unreachable!()
            }
        }

        impl #params __hs::fmt::Debug for #name #arguments #clause {
            fn fmt(&self, _: &mut __hs::fmt::Formatter<'_>) -> __hs::fmt::Result {
                ::core::unreachable!()
            }
        }
    }
}

pub(super) fn expand(guess: &Guess<'_>) -> TokenStream {
    let (vis, row, name) = (&guess.input.vis, guess.names.row_type(), &guess.names.scan);
    let (params, arguments, clause) = guess.names.generics.split_for_impl();
    let (methods, std_traits) = (methods(guess, &row), std_traits(guess));
    quote! {
        #std_traits

        impl #params #row #clause {
            #vis fn scan() -> #name #arguments {
                ::core::unreachable!()
            }
        }

        impl #params #name #arguments #clause {
            #methods
        }

        impl #params __hs::KeyQuery for #name #arguments #clause {
            type Row = #row;
            type Cost = __hs::Full;

            fn into_ranges(
                self,
            ) -> __hs::Result<__hs::KeyRanges<#row, __hs::Full>, __hs::KeyError> {
                ::core::unreachable!()
            }
        }
    }
}

fn methods(guess: &Guess<'_>, row: &TokenStream) -> TokenStream {
    let vis = &guess.input.vis;
    let of_parts = guess
        .parts
        .iter()
        .filter_map(|(ident, _)| method(guess, ident));
    let (of_salt, matching) = (salt_methods(guess), matching(guess, row));
    quote! {
        #vis fn all(self) -> Self {
            ::core::unreachable!()
        }

        #vis fn ranges(
            self,
        ) -> __hs::Result<__hs::KeyRanges<#row, __hs::Full>, __hs::KeyError> {
            ::core::unreachable!()
        }

        #(#of_parts)*
        #of_salt
        #matching
    }
}

fn method(guess: &Guess<'_>, ident: &Ident) -> Option<TokenStream> {
    let vis = &guess.input.vis;
    let free = !METHODS.contains(&plain(ident).as_str());
    free.then(|| {
        quote! {
            #vis fn #ident<__A>(self, _: __A) -> Self {
                ::core::unreachable!()
            }
        }
    })
}

fn matching(guess: &Guess<'_>, row: &TokenStream) -> Option<TokenStream> {
    let vis = &guess.input.vis;
    let is_free = guess
        .parts
        .iter()
        .all(|(ident, _)| plain(ident) != "matching");
    is_free.then(|| {
        quote! {
            #vis fn matching(
                self,
                condition: __hs::KeyCondition<#row>,
            ) -> __hs::MatchingQuery<Self> {
                __hs::KeyQuery::matching(self, condition)
            }
        }
    })
}

/// The methods for the salt: `salted_by` has one argument for each part that is marked with `salt`.
fn salt_methods(guess: &Guess<'_>) -> TokenStream {
    let vis = &guess.input.vis;
    let marked = |(_, field): &&(&Ident, &Field)| guess::has_word(field, "rowkey", "salt");
    let count = guess.parts.iter().filter(marked).count();
    let types: Vec<Ident> = (0..count).map(|n| format_ident!("__A{n}")).collect();
    quote! {
        #vis fn any_salt(self) -> Self {
            ::core::unreachable!()
        }

        #vis fn salted_by<#(#types),*>(self, #(_: #types),*) -> Self {
            ::core::unreachable!()
        }
    }
}
