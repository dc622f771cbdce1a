//! Stand-in impls for a struct with errors, so that code that uses it reports no further errors.

pub(crate) mod guess;
mod scan;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{DeriveInput, Field};

use super::names::{Names, with_params};
use crate::block;

pub(crate) use guess::crate_path;

/// A struct with errors, with its guessed parts.
struct Guess<'g> {
    input: &'g DeriveInput,
    names: Names,
    parts: Vec<(&'g Ident, &'g Field)>,
    columns: Vec<(Ident, &'g Field)>,
    /// The type of the field with the date in the table's name.
    date: Option<&'g syn::Type>,
}

pub(crate) fn expand(input: &DeriveInput) -> TokenStream {
    let fields = guess::fields(input);
    let parts = fields.iter().copied();
    let parts: Vec<_> = parts.filter(|(_, f)| guess::has(f, "rowkey")).collect();
    let mut dates = fields.iter().copied();
    let date = dates.find(|(_, f)| guess::has(f, "table_date") && !guess::has(f, "rowkey"));
    let path = crate_path(input, "table");
    let key_types = date.iter().chain(&parts).map(|(_, f)| &f.ty);
    let mut names = Names::of(input, key_types, path.as_ref());
    let chosen = ["key", "scan"].map(|option| guess::type_name(input, option));
    let differ =
        chosen[0] != chosen[1] && !chosen.iter().flatten().any(|name| *name == input.ident);
    if let (true, [key, scan]) = (differ, chosen) {
        names.key = key.unwrap_or(names.key);
        names.scan = scan.unwrap_or(names.scan);
    }
    if takes_generated_names(input, &names) {
        return TokenStream::new();
    }
    let guess = Guess {
        input,
        names,
        columns: guess::columns(&fields),
        date: date.map(|(_, field)| &field.ty),
        parts: date.into_iter().chain(parts).collect(),
    };
    let outside = [key_struct(&guess), scan::expand_struct(&guess)];
    let inside = [
        key_traits(&guess),
        row_key(&guess),
        table(&guess),
        row(&guess),
        scan::expand(&guess),
    ];
    let block = block::of_stand_ins(&guess.names.private, &inside);
    quote! {
        #(#outside)*
        #block
    }
}

/// Whether a type parameter has the name of the key or of the scan builder, which then cannot name it.
fn takes_generated_names(input: &DeriveInput, names: &Names) -> bool {
    let mut parameters = input.generics.type_params();
    parameters.any(|parameter| parameter.ident == names.key || parameter.ident == names.scan)
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

/// The date in the table's name, whether it has one or not.
fn dated(guess: &Guess<'_>) -> TokenStream {
    let row = guess.names.row_type();
    let (params, _, clause) = guess.names.generics.split_for_impl();
    let date = guess
        .date
        .map_or_else(|| quote!(__hs::Timestamp), |ty| quote!(#ty));
    quote! {
        impl #params __hs::DatedTable for #row #clause {
            type Date = #date;
            const UNIT: __hs::PeriodUnit = __hs::PeriodUnit::Hour;
        }
    }
}

fn table(guess: &Guess<'_>) -> TokenStream {
    let (row, key) = (guess.names.row_type(), guess.names.key_type());
    let (params, _, clause) = guess.names.generics.split_for_impl();
    let read = with_params(&guess.names.generics, &[quote!('__k)]);
    let (read_params, _, read_clause) = read.split_for_impl();
    let further = [
        dated(guess),
        locked(guess),
        owned(guess).unwrap_or_default(),
    ];
    quote! {
        impl #params __hs::Table for #row #clause {
            type Key = #key;
            type Time = __hs::Flag<true>;
            type Properties = __hs::Properties<true, true, true, true, true>;
            const SCHEMA: &'static __hs::TableSchema = __hs::stand_in::SCHEMA;
            const DDL: &'static __hs::str = "";

            fn write_key<__W: __hs::WholeKey>(
                &self,
                _: &mut __hs::KeyWriter<#key, __W>,
            ) -> __hs::Result<(), __hs::KeyError> {
                ::core::unreachable!()
            }

            fn write_cells(&self, _: &mut __hs::CellWriter<'_>) {
                ::core::unreachable!()
            }
        }

        impl #params __hs::KeyFor<#row> for #key #clause {}

        impl #read_params __hs::FromRow<'__k> for #row #read_clause {
            fn from_row(_: &__hs::RowCells<'__k>) -> __hs::Result<Self, __hs::RowError> {
                ::core::unreachable!()
            }
        }

        #(#further)*
    }
}

/// The comparison with a lock, which reports nothing.
fn locked(guess: &Guess<'_>) -> TokenStream {
    let row = guess.names.row_type();
    let generics = with_params(&guess.names.generics, &[quote!(__F)]);
    let (params, _, clause) = generics.split_for_impl();
    let (of, _, declared) = guess.names.generics.split_for_impl();
    quote! {
        impl #of __hs::lock::Declared for #row #declared {}

        impl #params __hs::lock::AtField<__F> for #row #clause {
            const REPORT: () = ();
        }
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
    let indexed = indexed(guess);
    Some(quote! {
        #indexed

        impl __hs::OwnsItsData for #row #clause {}

        impl __hs::RowParts for #row #clause {
            type Key = #key;
            type Scan = #scan;

            fn key_of_row(&self) -> #key {
                ::core::unreachable!()
            }

            fn start_scan() -> #scan {
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

/// `impl Indexed`, if a field or the struct has an index.
fn indexed(guess: &Guess<'_>) -> Option<TokenStream> {
    let fields = guess::fields(guess.input);
    let on_field = fields.iter().any(|(_, f)| guess::has(f, "index"));
    let on_struct = guess.input.attrs.iter().any(|a| a.path().is_ident("index"));
    let is_indexed = guess.date.is_none() && (on_field || on_struct);
    let (row, clause) = (guess.names.row_type(), &guess.names.generics.where_clause);
    is_indexed.then(|| {
        quote! {
            impl __hs::Indexed for #row #clause {
                const INDEXES: &'static [&'static __hs::IndexSchema] = &[];
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
    let indexes = indexes(guess);
    let tokens = guess.columns.iter().map(|(token, field)| {
        let (ty, codec) = (&field.ty, codec(field));
        if guess::has_word(field, "column", "dynamic") {
            return quote! {
                #vis const #token: __hs::DynamicColumns<#row, #ty, #codec> =
                    __hs::stand_in::dynamic();
            };
        }
        let index = format_ident!("BY_{token}", span = token.span());
        let is_free = guess.columns.iter().all(|(other, _)| *other != index);
        let index = (is_free && guess::has(field, "index")).then(|| {
            let token = index;
            quote!(#vis const #token: __hs::Index<#row, #ty> = __hs::stand_in::index();)
        });
        quote! {
            #vis const #token: __hs::Column<#row, #ty, #codec> = __hs::stand_in::column();
            #index
        }
    });
    let parts = guess::part_tokens(guess.input, &guess.parts, &guess.columns);
    quote! {
        impl #params #row #clause {
            #(#vis const #parts: __hs::stand_in::Part<#row> = __hs::stand_in::part();)*
            #vis const SCHEMA: &'static __hs::TableSchema = __hs::stand_in::SCHEMA;
            #vis const DDL: &'static __hs::str = "";
            #vis fn key(&self) -> #key {
                ::core::unreachable!()
            }
            #(#tokens)*
            #(#indexes)*
        }
    }
}

/// The tokens of the indexes on the struct whose fields are all known.
fn indexes(guess: &Guess<'_>) -> Vec<TokenStream> {
    let (vis, row) = (&guess.input.vis, guess.names.row_type());
    let columns = guess.columns.iter().map(|(token, _)| token);
    let mut taken: Vec<Ident> = columns
        .flat_map(|token| [token.clone(), format_ident!("BY_{token}")])
        .collect();
    let mut tokens = Vec::new();
    for fields in guess::indexed_together(guess.input, &guess.columns) {
        let names = fields.iter().map(|(token, _)| format!("_{token}"));
        let name = format_ident!("BY{}", names.collect::<String>());
        if !taken.contains(&name) {
            let types = fields.iter().map(|(_, field)| &field.ty);
            tokens.push(
                quote!(#vis const #name: __hs::Index<#row, (#(#types),*)> = __hs::stand_in::index();),
            );
            taken.push(name);
        }
    }
    tokens
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
