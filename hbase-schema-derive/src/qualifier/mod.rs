//! `#[derive(Qualifier)]`: a struct, or an enum of kinds, as the qualifier of dynamic columns.
//!
//! The parts of a struct are those of a row key without a salt, and so is the generated code.

mod bits;
mod kinds;
mod starts;

use hbase_model::{TableDescriptor, TableName};
use hbase_schema_syntax::ast::{Allow, Part, QualifierStruct, QualifierType, Table};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::DeriveInput;
use syn::spanned::Spanned;

use crate::block;
use crate::table::fallback::crate_path;
use crate::table::names::{Names, private};
use crate::table::{bounds, checks, encoding, escapes, row_key};

pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    match hbase_schema_syntax::parse_qualifier(input) {
        Ok(QualifierType::Kinds(kinds)) => kinds::expand(&kinds),
        Ok(QualifierType::Struct(qualifier)) if qualifier.bits.iter().any(Option::is_some) => {
            bits::expand(&qualifier)
        }
        Ok(QualifierType::Struct(qualifier)) => expand(&as_key(*qualifier)),
        Err(errors) => {
            let errors = errors.into_compile_error();
            let fallback = fallback(input);
            quote!(#errors #fallback)
        }
    }
}

/// The parts as the key of a table that has nothing else.
fn as_key(qualifier: QualifierStruct<'_>) -> Table<'_> {
    Table {
        input: qualifier.input,
        name_span: Span::call_site(),
        descriptor: TableDescriptor::new(TableName::from_static("", "")),
        named_columns: Vec::new(),
        key: qualifier.key,
        columns: Vec::new(),
        skipped: Vec::new(),
        indexes: Vec::new(),
        timestamp: None,
        date: None,
        crate_path: qualifier.crate_path,
        allow: Allow {
            hotspot: true,
            key_length: true,
            ..Allow::default()
        },
        key_name: Some(qualifier.input.ident.clone()),
        scan_name: None,
    }
}

fn expand(table: &Table<'_>) -> TokenStream {
    let names = Names::new(table);
    block::of_impls(
        &names.private,
        &[
            quote! {
                const __TABLE: &'static __hs::TableDescriptor = __hs::stand_in::TABLE;
            },
            escapes::expand(&table.key.parts),
            checks::expand(table, &names),
            row_key::expand(table, &names),
            qualifier(table, &names),
            starts::expand(table, &names, usize::MAX),
        ],
    )
}

fn qualifier(table: &Table<'_>, names: &Names) -> TokenStream {
    let ty = &names.key;
    let mut all = bounds::key(table, names);
    let reads = bounds::decode_key(table).into_iter();
    all.extend(reads.map(|bound| quote!(for<'__k> #bound)));
    let ordered = table.key.parts.iter().map(in_order);
    quote! {
        #[automatically_derived]
        impl __hs::Qualifier for #ty
        where
            #(#all,)*
        {
            const LAYOUT: &'static __hs::KeyLayout = <Self as __hs::RowKey>::LAYOUT;

            fn encode_qualifier(
                &self,
                __out: &mut __hs::Vec<__hs::u8>,
            ) -> __hs::Result<(), __hs::CodecError> {
                __hs::encode_parts(self, __out)
            }

            fn decode_qualifier(__bytes: &[__hs::u8]) -> __hs::Result<Self, __hs::CodecError> {
                __hs::decode_parts(__bytes)
            }
        }

        #[automatically_derived]
        impl __hs::OrderedQualifier for #ty
        where
            Self: __hs::Qualifier,
            #(#ordered,)*
        {
        }
    }
}

/// The bound that a part's bytes sort as its values do. It is higher-ranked, more than necessary: a
/// bound that does not hold then only means that there is no impl.
fn in_order(part: &Part<'_>) -> TokenStream {
    let (ty, encoding) = (&part.field.ty, encoding::closed(part));
    quote_spanned!(ty.span()=> for<'__any> #ty: __hs::RangePart<#encoding>)
}

/// Stand-in impls for a struct with errors, so that tables with such columns report none.
fn fallback(input: &DeriveInput) -> TokenStream {
    if !input.generics.params.is_empty() {
        return TokenStream::new();
    }
    let private = private(crate_path(input, "qualifier").as_ref());
    let ident = &input.ident;
    let impls = quote! {
        impl __hs::Qualifier for #ident {
            const LAYOUT: &'static __hs::KeyLayout = __hs::stand_in::LAYOUT;

            fn encode_qualifier(
                &self,
                _: &mut __hs::Vec<__hs::u8>,
            ) -> __hs::Result<(), __hs::CodecError> {
                ::core::unreachable!()
            }

            fn decode_qualifier(_: &[__hs::u8]) -> __hs::Result<Self, __hs::CodecError> {
                ::core::unreachable!()
            }
        }

        impl __hs::OrderedQualifier for #ident {}
    };
    block::of_stand_ins(&private, &[impls])
}
