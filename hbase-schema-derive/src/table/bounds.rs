//! What must hold of the fields' types, as where-clauses at the types' own spans.
//!
//! The same clauses stand on every impl, so that a type that lacks something is reported once, in
//! the words of the trait that it lacks, and not again from within the generated code.

use hbase_schema_syntax::ast::{Codec, Column, ColumnKind, Table};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Generics, WhereClause, parse_quote};

use super::{encoding, with_codec};

/// `generics` with these bounds in its where-clause.
pub(crate) fn add(generics: &Generics, bounds: &[TokenStream]) -> Generics {
    let mut generics = generics.clone();
    let clause: WhereClause = parse_quote!(where #(#bounds),*);
    generics
        .make_where_clause()
        .predicates
        .extend(clause.predicates);
    generics
}

/// What the key asks of its parts.
pub(crate) fn key(table: &Table<'_>) -> Vec<TokenStream> {
    let last = table.key.parts.len() - 1;
    let salted = table.key.salt.is_some();
    let mut bounds = Vec::new();
    for (index, part) in table.key.parts.iter().enumerate() {
        let ty = &part.field.ty;
        let encoding = encoding::of(part);
        let span = ty.span();
        bounds.push(quote_spanned!(span=> #ty: __hs::KeyPart<#encoding>));
        if index != last && part.separator.is_none() {
            bounds.push(quote_spanned!(span=> #ty: __hs::SelfDelimiting<#encoding>));
        }
        if index == 0 && !salted && !table.allow.hotspot {
            bounds.push(quote_spanned!(span=> #ty: __hs::LeadingPart<#encoding>));
        }
        if part.salt.is_some() {
            bounds.push(quote_spanned!(span=> #ty: __hs::SaltPart));
        }
    }
    bounds
}

/// What reading the key asks of its parts; `'__k` is the key's lifetime.
pub(crate) fn decode_key(table: &Table<'_>) -> Vec<TokenStream> {
    let parts = table.key.parts.iter();
    parts
        .map(|part| {
            let ty = &part.field.ty;
            let encoding = encoding::of(part);
            quote_spanned!(ty.span()=> #ty: __hs::DecodePart<'__k, #encoding>)
        })
        .collect()
}

/// What writing the cells asks of their fields.
pub(crate) fn cells(table: &Table<'_>) -> Vec<TokenStream> {
    let mut bounds = columns(&table.columns);
    if let Some(field) = &table.timestamp {
        let ty = &field.field.ty;
        bounds.push(quote_spanned!(ty.span()=> #ty: __hs::CellVersion));
        if table.descriptor.families.iter().any(|f| f.ttl.is_some()) {
            bounds.push(quote_spanned!(ty.span()=> #ty: __hs::MillisVersion));
        }
    }
    bounds
}

/// What writing these columns asks of their fields.
pub(crate) fn columns(columns: &[Column<'_>]) -> Vec<TokenStream> {
    columns.iter().flat_map(encode_cell).collect()
}

fn encode_cell(column: &Column<'_>) -> Vec<TokenStream> {
    let ty = &column.field.ty;
    let span = ty.span();
    match &column.kind {
        ColumnKind::Flatten { .. } => vec![quote_spanned!(span=> #ty: __hs::Columns)],
        ColumnKind::Cell(cell) => {
            let codec = codec(&cell.codec, column);
            let mut bounds = vec![quote_spanned!(span=> #ty: __hs::EncodeCell<#codec>)];
            if cell.counter.is_some() {
                bounds.push(quote_spanned!(span=> #ty: __hs::CounterCell));
            }
            bounds
        }
    }
}

/// What reading the cells asks of their fields; `'__k` is the row's lifetime.
pub(crate) fn decode_columns(columns: &[Column<'_>]) -> Vec<TokenStream> {
    columns
        .iter()
        .map(|column| {
            let ty = &column.field.ty;
            match &column.kind {
                ColumnKind::Flatten { .. } => {
                    quote_spanned!(ty.span()=> #ty: __hs::FromColumns<'__k>)
                }
                ColumnKind::Cell(cell) => {
                    let codec = codec(&cell.codec, column);
                    quote_spanned!(ty.span()=> #ty: __hs::DecodeCell<'__k, #codec>)
                }
            }
        })
        .collect()
}

/// The codec type of a column.
pub(crate) fn codec(codec: &Codec, column: &Column<'_>) -> TokenStream {
    match codec {
        Codec::Native => quote!(__hs::NativeCell),
        Codec::Text(_) => quote!(__hs::TextCell),
        Codec::Json(_) => quote!(__hs::JsonCell),
        Codec::With(_) => {
            let name = with_codec::name(column);
            quote!(#name)
        }
    }
}
