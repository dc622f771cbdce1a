//! The comparison of a struct with its crate's lock.

use hbase_model::lock::{LockFile, quick};
use hbase_schema_syntax::ast::{CellColumn, Codec, Column, ColumnKind, Table};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::names::{Names, with_params};
use super::{bounds, columns, indexes};

/// `impl Locked`. Each field has its own call, so that an error is at the field.
pub(crate) fn expand(table: &Table<'_>, names: &Names) -> TokenStream {
    let found = Ident::new("__found", Span::call_site());
    let parts = table.key.parts.iter().map(|part| part.ident);
    let fields = parts.chain(table.columns.iter().map(|column| column.ident));
    let arms = fields.zip(2_usize..).map(|(field, arm)| {
        let report = quote_spanned!(field.span()=> __hs::lock::report(&#found));
        quote!(#arm => #report,)
    });
    let report = quote_spanned!(table.input.ident.span()=> __hs::lock::report(&#found));
    let name = LockFile::name_hash(&table.descriptor.name.to_string());
    let fingerprint = fingerprint(table, names);
    let generics = with_params(&names.generics, &[quote!(__L: __hs::lock::IsLock)]);
    let mut all = bounds::key(table, names);
    all.extend(bounds::cells(table));
    let generics = bounds::add(&generics, &all);
    let (params, _, clause) = generics.split_for_impl();
    let row = names.row_type();
    let (of, _, declared) = names.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #of __hs::lock::Declared for #row #declared {}

        #[automatically_derived]
        impl #params __hs::lock::Locked<__L> for #row #clause {
            const NAME: __hs::u64 = #name;
            const FINGERPRINT: __hs::u64 = #fingerprint;
            const CHECK: () = {
                let #found = __hs::lock::check::<Self, __L>();
                match #found.field() {
                    0 => {}
                    #(#arms)*
                    _ => #report,
                }
            };
        }
    }
}

/// The fingerprint of the table's facts. Names are hashed here; a struct with other columns than named ones, or with indexes, is
/// hashed as a whole.
fn fingerprint(table: &Table<'_>, names: &Names) -> TokenStream {
    let cells = table.columns.iter().map(|column| cell(table, column));
    let cells: Option<Vec<_>> = cells.collect();
    let Some(cells) = cells.filter(|_| !indexes::is_indexed(table)) else {
        return quote!(__hs::lock::fingerprint(<Self as __hs::Table>::SCHEMA));
    };
    let timestamp = table.timestamp.as_ref().map(|field| field.period);
    let rest = quick::without_types(&table.descriptor, timestamp);
    let key = names.key_type();
    quote! {
        __hs::lock::sum(&[
            #rest,
            __hs::lock::key(__TABLE, <#key as __hs::RowKey>::LAYOUT),
            #(#cells,)*
        ])
    }
}

/// The part of the fingerprint that is a column with a name.
fn cell(table: &Table<'_>, column: &Column<'_>) -> Option<TokenStream> {
    let ColumnKind::Cell(cell) = &column.kind else {
        return None;
    };
    let qualifier = cell.qualifier.value.as_bytes();
    let names = quick::column_names(&table.descriptor, &column.family, qualifier);
    let names = quote!([#(#names),*]);
    if !follows_from_type(cell) {
        let schema = columns::schema_of(cell);
        return Some(quote!(__hs::lock::column(#names, #schema)));
    }
    let (ty, codec) = (&column.field.ty, bounds::codec(cell, column));
    Some(quote_spanned!(ty.span()=> __hs::lock::cell::<#ty, #codec>(#names)))
}

/// Whether the type and the codec determine all facts of the column.
const fn follows_from_type(cell: &CellColumn) -> bool {
    let is_of_type = matches!(
        cell.codec,
        Codec::Native | Codec::Text(_) | Codec::JavaText(_) | Codec::Part(_)
    );
    is_of_type && cell.default.is_none() && cell.counter.is_none()
}
