//! Stand-in impls for a struct with errors, so that code that uses it reports no further errors.

mod guess;
mod scan;

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{DeriveInput, Field};

use super::names::{Names, with_params};

pub(crate) use guess::crate_path;

/// A struct with errors, with its guessed parts.
struct Guess<'g> {
    input: &'g DeriveInput,
    names: Names,
    parts: Vec<(&'g Ident, &'g Field)>,
    columns: Vec<(Ident, &'g Field)>,
}

pub(crate) fn expand(input: &DeriveInput) -> TokenStream {
    let fields = guess::fields(input);
    let parts = fields.iter().copied();
    let parts: Vec<_> = parts.filter(|(_, f)| guess::has(f, "rowkey")).collect();
    let path = crate_path(input, "table");
    let mut names = Names::of(input, parts.iter().map(|(_, f)| &f.ty), path.as_ref());
    let chosen = ["key", "scan"].map(|option| guess::type_name(input, option));
    let differ =
        chosen[0] != chosen[1] && !chosen.iter().flatten().any(|name| *name == input.ident);
    if let (true, [key, scan]) = (differ, chosen) {
        names.key = key.unwrap_or(names.key);
        names.scan = scan.unwrap_or(names.scan);
    }
    let guess = Guess {
        input,
        names,
        columns: guess::tokens(&fields),
        parts,
    };
    let outside = [key_struct(&guess), scan::expand_struct(&guess)];
    let inside = [
        key_traits(&guess),
        row_key(&guess),
        table(&guess),
        row(&guess),
        scan::expand(&guess),
    ];
    let private = &guess.names.private;
    quote! {
        #(#outside)*
        #[doc(hidden)]
        #[allow(warnings, clippy::all, clippy::pedantic)]
        const _: () = {
            use #private as __hs;
            #(#inside)*
        };
    }
}

fn key_struct(guess: &Guess<'_>) -> TokenStream {
    let (vis, name) = (&guess.input.vis, &guess.names.key);
    let generics = &guess.names.key_generics;
    let clause = &generics.where_clause;
    let fields = guess.parts.iter().map(|(ident, field)| {
        let (vis, ty) = (&field.vis, &field.ty);
        quote!(#vis #ident: #ty)
    });
    quote! {
        #[allow(missing_docs, dead_code)]
        #vis struct #name #generics #clause {
            #(#fields),*
        }
    }
}

/// The traits of a key, without the bounds of its fields.
fn key_traits(guess: &Guess<'_>) -> TokenStream {
    let key = guess.names.key_type();
    let (params, _, clause) = guess.names.key_generics.split_for_impl();
    let types = guess.parts.iter().map(|(_, field)| &field.ty);
    let types: Vec<_> = types.collect();
    quote! {
        impl #params __hs::fmt::Debug for #key #clause {
            fn fmt(&self, _: &mut __hs::fmt::Formatter<'_>) -> __hs::fmt::Result {
                ::core::unreachable!()
            }
        }

        impl #params __hs::Clone for #key #clause {
            fn clone(&self) -> Self {
                ::core::unreachable!()
            }
        }

        impl #params __hs::PartialEq for #key #clause {
            fn eq(&self, _: &Self) -> __hs::bool {
                ::core::unreachable!()
            }
        }

        impl #params ::core::cmp::Eq for #key #clause {}

        impl #params ::core::hash::Hash for #key #clause {
            fn hash<__H: ::core::hash::Hasher>(&self, _: &mut __H) {
                ::core::unreachable!()
            }
        }

        impl #params __hs::fmt::Display for #key #clause {
            fn fmt(&self, _: &mut __hs::fmt::Formatter<'_>) -> __hs::fmt::Result {
                ::core::unreachable!()
            }
        }

        impl #params ::core::convert::From<(#(#types,)*)> for #key #clause {
            fn from(_: (#(#types,)*)) -> Self {
                ::core::unreachable!()
            }
        }
    }
}

fn row_key(guess: &Guess<'_>) -> TokenStream {
    let key = guess.names.key_type();
    let (params, _, clause) = guess.names.key_generics.split_for_impl();
    let read = with_params(&guess.names.key_generics, &[quote!('__k)]);
    let (read_params, _, read_clause) = read.split_for_impl();
    quote! {
        impl #params __hs::RowKey for #key #clause {
            const ROW: &'static __hs::str = "";
            const TABLE: &'static __hs::TableDescriptor = __hs::stand_in::TABLE;
            const LAYOUT: &'static __hs::KeyLayout = __hs::stand_in::LAYOUT;
            const WIDTH: __hs::Option<__hs::usize> = __hs::None;
            type Bytes = __hs::KeyBuf;

            fn write<__W: __hs::WholeKey>(
                &self,
                _: &mut __hs::KeyWriter<Self, __W>,
            ) -> __hs::Result<(), __hs::KeyError> {
                ::core::unreachable!()
            }
        }

        impl #read_params __hs::DecodeKey<'__k> for #key #read_clause {
            fn read(_: &mut __hs::KeyReader<'__k, Self>) -> __hs::Result<Self, __hs::KeyError> {
                ::core::unreachable!()
            }
        }
    }
}

fn table(guess: &Guess<'_>) -> TokenStream {
    let (row, key) = (guess.names.row_type(), guess.names.key_type());
    let (params, _, clause) = guess.names.generics.split_for_impl();
    let read = with_params(&guess.names.generics, &[quote!('__k)]);
    let (read_params, _, read_clause) = read.split_for_impl();
    let owned = owned(guess);
    quote! {
        impl #params __hs::Table for #row #clause {
            type Key = #key;
            type Time = __hs::Flag<true>;
            const SCHEMA: &'static __hs::TableSchema = __hs::stand_in::SCHEMA;
            const DDL: &'static __hs::str = "";

            fn write_key<__W: __hs::WholeKey>(
                &self,
                _: &mut __hs::KeyWriter<#key, __W>,
            ) -> __hs::Result<(), __hs::KeyError> {
                ::core::unreachable!()
            }

            fn write_cells(
                &self,
                _: &mut __hs::CellWriter<'_>,
            ) -> __hs::Result<(), __hs::RowError> {
                ::core::unreachable!()
            }
        }

        impl #params __hs::Unversioned for #row #clause {}

        impl #params __hs::KeyFor<#row> for #key #clause {}

        impl #read_params __hs::FromRow<'__k> for #row #read_clause {
            fn from_row(_: &__hs::RowCells<'__k>) -> __hs::Result<Self, __hs::RowError> {
                ::core::unreachable!()
            }
        }

        #owned
    }
}

/// The further impls of a struct that owns its data.
fn owned(guess: &Guess<'_>) -> Option<TokenStream> {
    let generics = &guess.names.generics;
    if !generics.params.is_empty() {
        return None;
    }
    let (row, key, scan) = (
        guess.names.row_type(),
        guess.names.key_type(),
        &guess.names.scan,
    );
    let clause = &generics.where_clause;
    Some(quote! {
        impl __hs::FromRowOwned for #row #clause {}

        impl __hs::TableRow for #row #clause {
            type Scan = #scan;

            fn key(&self) -> #key {
                ::core::unreachable!()
            }

            fn scan() -> #scan {
                ::core::unreachable!()
            }
        }

        impl __hs::ScanStart for #scan #clause {
            type Row = #row;
            type All = Self;

            fn all(self) -> Self {
                ::core::unreachable!()
            }
        }
    })
}

fn row(guess: &Guess<'_>) -> TokenStream {
    let (vis, row, key) = (
        &guess.input.vis,
        guess.names.row_type(),
        guess.names.key_type(),
    );
    let (params, _, clause) = guess.names.generics.split_for_impl();
    let tokens = guess.columns.iter().map(|(token, field)| {
        let (ty, codec) = (&field.ty, codec(field));
        quote! {
            #vis const #token: __hs::Column<#row, #ty, #codec> = __hs::stand_in::column();
        }
    });
    quote! {
        impl #params #row #clause {
            #vis const SCHEMA: &'static __hs::TableSchema = __hs::stand_in::SCHEMA;
            #vis const DDL: &'static __hs::str = "";
            #vis fn key(&self) -> #key {
                ::core::unreachable!()
            }
            #(#tokens)*
        }
    }
}

fn codec(field: &Field) -> TokenStream {
    if guess::has_word(field, "column", "json") {
        quote!(__hs::JsonCell)
    } else if guess::has_word(field, "column", "text") {
        quote!(__hs::TextCell)
    } else {
        quote!(__hs::NativeCell)
    }
}
