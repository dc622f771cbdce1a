//! Further bounds of types that have an encoding: in a function that is never called, at the types'
//! own spans.

use hbase_model::Ttl;
use hbase_schema_syntax::ast::{Column, ColumnKind, Part, Table};
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::Generics;
use syn::spanned::Spanned;

use super::names::{Names, is_generic, used_by};
use super::{bounds, encoding};

pub(crate) fn expand(table: &Table<'_>, names: &Names) -> TokenStream {
    let (params, _, clause) = names.generics.split_for_impl();
    let parts = table.key.parts.iter();
    let parts = parts
        .filter(|part| !is_generic(&names.generics, &part.field.ty))
        .map(|p| part(table, p, &names.generics));
    let columns = table.columns.iter();
    let columns = columns
        .filter(|column| !is_generic(&names.generics, &column.field.ty))
        .map(|column| cell(column, &names.generics));
    let timestamp = timestamp(table);
    quote! {
        #[inline]
        fn __checks #params () #clause {
            #(#parts)*
            #(#columns)*
            #timestamp
        }
    }
}

/// The checks of a group's fields.
pub(crate) fn columns(columns: &[Column<'_>], generics: &Generics) -> TokenStream {
    let (params, _, clause) = generics.split_for_impl();
    let columns = columns.iter();
    let columns = columns
        .filter(|column| !is_generic(generics, &column.field.ty))
        .map(|column| cell(column, generics));
    quote! {
        #[inline]
        fn __checks #params () #clause {
            #(#columns)*
        }
    }
}

fn part(table: &Table<'_>, part: &Part<'_>, generics: &Generics) -> TokenStream {
    let (ty, encoding) = (&part.field.ty, encoding::of(part));
    let checks = [
        ("ends", bounds::needs_end(table, part)),
        ("leads", bounds::needs_to_spread(table, part)),
        ("salts", part.salt.is_some() && part.omit_none.is_none()),
    ];
    let checks = checks.into_iter().filter(|(_, applies)| *applies);
    let checks = checks.map(|(check, _)| Ident::new(check, ty.span()));
    checks
        .chain([reads_as(ty, generics)])
        .map(|check| quote_spanned!(ty.span()=> <__hs::PartOf<#ty, #encoding>>::#check();))
        .collect()
}

/// A field without the struct's lifetimes outlives the row that it is decoded from.
pub(crate) fn reads_as(ty: &syn::Type, generics: &Generics) -> Ident {
    let owned = used_by(generics, std::iter::once(ty)).params.is_empty();
    Ident::new(if owned { "owns" } else { "reads" }, ty.span())
}

fn cell(column: &Column<'_>, generics: &Generics) -> TokenStream {
    let ty = &column.field.ty;
    match &column.kind {
        ColumnKind::Flatten { .. } => {
            quote_spanned!(ty.span()=> <__hs::GroupOf<#ty>>::reads();)
        }
        ColumnKind::Dynamic(dynamic) => {
            let codec = bounds::own_codec(&dynamic.codec, column);
            let check = reads_as(ty, generics);
            let counts = dynamic
                .counter
                .map(|_| quote_spanned!(ty.span()=> <__hs::DynamicOf<#ty, #codec>>::counts();));
            let reads = quote_spanned!(ty.span()=> <__hs::DynamicOf<#ty, #codec>>::#check(););
            quote!(#reads #counts)
        }
        ColumnKind::Cell(cell) => {
            let codec = bounds::codec(cell, column);
            let counts = cell
                .counter
                .map(|_| quote_spanned!(ty.span()=> <__hs::CellOf<#ty, #codec>>::counts();));
            let nests = quote_spanned!(ty.span()=> <__hs::CellOf<#ty, #codec>>::nests(););
            let check = reads_as(ty, generics);
            let reads = quote_spanned!(ty.span()=> <__hs::CellOf<#ty, #codec>>::#check(););
            quote!(#reads #counts #nests)
        }
    }
}

/// A TTL requires timestamps in milliseconds, which periods have.
fn timestamp(table: &Table<'_>) -> Option<TokenStream> {
    let field = table.timestamp.as_ref()?;
    if field.period.is_some() {
        return None;
    }
    let ty = &field.field.ty;
    let mut ttls = table.descriptor.families.iter().filter_map(|f| f.ttl);
    let expires = ttls.any(|ttl| ttl != Ttl::FOREVER);
    expires.then(|| quote_spanned!(ty.span()=> <__hs::VersionOf<#ty>>::expires();))
}
