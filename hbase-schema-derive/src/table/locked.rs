//! The hashes of a struct's facts, and where its change since it was locked is reported: at its field.

use hbase_model::Encoding;
use hbase_model::lock::{FactWriter, hashed};
use hbase_schema_syntax::ast::{CellColumn, Codec, Column, ColumnKind, Part, Table};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::names::{Names, with_params};
use super::{bounds, columns, encoding, indexes};

/// The hashes of the struct as a member of `impl Table`, if the crate has a lock. They equal those of the schema, from which the
/// trait computes them for a struct with an index, a group or dynamic columns; that takes the compiler several times as long.
pub(crate) fn hashes(table: &Table<'_>) -> Option<TokenStream> {
    if indexes::is_indexed(table) || !crate::lock::exists() {
        return None;
    }
    let (name, known) = (hashed::table(&table.descriptor.name), known(table));
    let parts = table.key.parts.iter().enumerate();
    let parts = parts.map(|(at, of)| part(table, at, of));
    let (mut columns, mut others) = (Vec::new(), Vec::new());
    for column in &table.columns {
        let ColumnKind::Cell(cell) = &column.kind else {
            return None;
        };
        match by_type(table, column, cell) {
            Some(hashed) => columns.push(hashed),
            None => others.push(by_schema(name, column, cell)),
        }
    }
    let others = (!others.is_empty()).then(|| quote!(.with(&[#(#others),*])));
    Some(quote! {
        const LOCKED: __hs::lock::Locked =
            __hs::lock::Locked::new(#name, #known, &[#(#parts),*], &[#(#columns),*]) #others;
    })
}

/// The fingerprint of the facts that depend on no type.
fn known(table: &Table<'_>) -> u64 {
    let mut facts = FactWriter::hashing(&table.descriptor.name);
    if let Some(salt) = table.key.salt_layout() {
        facts.salt(&salt);
    }
    facts.table(&table.descriptor, false);
    if let Some(timestamp) = &table.timestamp {
        facts.timestamp(timestamp.period);
    }
    if let Some((column, cell)) = table.version() {
        facts.row_version(column.family.as_bytes(), cell.qualifier.value.as_bytes());
    }
    facts.fingerprint()
}

/// The words of a key part, and its encoding.
fn part(table: &Table<'_>, at: usize, part: &Part<'_>) -> TokenStream {
    // The sum leaves the encoding out.
    let layout = part.layout(Encoding::Bool);
    let words = hashed::part(&table.descriptor.name, at, &layout);
    let (ty, encoding) = (&part.field.ty, encoding::of(part));
    quote_spanned!(ty.span()=> (#words, <#ty as __hs::KeyPart<#encoding>>::LOCKED))
}

/// The words of a column, and its type; `None` if they do not determine its facts.
fn by_type(table: &Table<'_>, column: &Column<'_>, cell: &CellColumn) -> Option<TokenStream> {
    let has_options = cell.default.is_some() || cell.counter.is_some();
    if has_options
        || matches!(
            cell.codec,
            Codec::Json(_) | Codec::With(_) | Codec::WithName(_)
        )
    {
        return None;
    }
    let (family, qualifier) = (column.family.as_bytes(), cell.qualifier.value.as_bytes());
    let words = hashed::column(&table.descriptor.name, family, qualifier);
    let (ty, codec) = (&column.field.ty, bounds::codec(cell, column));
    Some(quote_spanned!(ty.span()=> (#words, <#ty as __hs::EncodeCell<#codec>>::LOCKED)))
}

/// The fingerprint of a column whose facts its schema has.
fn by_schema(table: u64, column: &Column<'_>, cell: &CellColumn) -> TokenStream {
    let (ty, schema) = (&column.field.ty, columns::schema_of(cell));
    quote_spanned!(ty.span()=> __hs::lock::whole_column(#table, #schema))
}

/// `impl Declared` and `impl AtField`. Neither has bounds on the fields' types, which would cost the compiler more than the rest.
pub(crate) fn expand(table: &Table<'_>, names: &Names) -> TokenStream {
    let found = Ident::new("__found", Span::call_site());
    let parts = table.key.parts.iter().map(|part| part.ident);
    let fields = parts.chain(table.columns.iter().map(|column| column.ident));
    let reports = fields
        .zip(1_usize..)
        .map(|(field, number)| quote_spanned!(field.span()=> __hs::lock::report(#found, #number);));
    let rest = quote_spanned!(table.input.ident.span()=> __hs::lock::report(#found, 0usize));
    let generics = with_params(&names.generics, &[quote!(__F: __hs::lock::Found)]);
    let (params, _, clause) = generics.split_for_impl();
    let row = names.row_type();
    let (of, _, declared) = names.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #of __hs::lock::Declared for #row #declared {}

        #[automatically_derived]
        impl #params __hs::lock::AtField<__F> for #row #clause {
            const REPORT: () = {
                let #found = &<__F as __hs::lock::Found>::FINDING;
                #(#reports)*
                #rest
            };
        }
    }
}
