//! `impl FromRow for Call`.

use hbase_schema_syntax::ast::{CellColumn, Column, ColumnKind, DefaultValue, Table};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::names::{Names, with_params};
use super::{bounds, columns};

pub(crate) fn expand(table: &Table<'_>, names: &Names) -> TokenStream {
    let row = names.row_type();
    let key = names.key_type();
    let generics = with_params(&names.generics, &[quote!('__k)]);
    let lifetimes = names.generics.lifetimes().map(|param| &param.lifetime);
    let mut all = bounds::key(table, names);
    all.extend(bounds::decode_key(table));
    all.extend(bounds::cells(table));
    all.extend(bounds::decode_cells(table));
    all.extend(lifetimes.map(|lifetime| quote!('__k: #lifetime)));
    let generics = bounds::add(&generics, &all);
    let (params, _, clause) = generics.split_for_impl();
    let parts = table.key.parts.iter().map(|part| {
        let ident = part.ident;
        quote!(#ident: __key.#ident)
    });
    let cells = table.columns.iter().map(cell);
    let skipped = table.skipped.iter().map(|skipped| {
        let (ident, value) = (skipped.ident, default(&skipped.default));
        quote!(#ident: #value())
    });
    let timestamp = table.timestamp.as_ref().map(|field| {
        let (ident, ty) = (field.ident, &field.field.ty);
        quote!(#ident: <#ty as __hs::CellVersion>::from_timestamp(__row.timestamp()),)
    });
    quote! {
        #[automatically_derived]
        impl #params __hs::FromRow<'__k> for #row #clause {
            fn from_row(__row: &__hs::RowCells<'__k>) -> __hs::Result<Self, __hs::RowError> {
                let __key = <#key as __hs::RowKey>::decode(__row.key())?;
                __hs::Ok(Self {
                    #(#parts,)*
                    #(#cells,)*
                    #(#skipped,)*
                    #timestamp
                })
            }
        }
    }
}

fn cell(column: &Column<'_>) -> TokenStream {
    let (ident, ty) = (column.ident, &column.field.ty);
    match &column.kind {
        ColumnKind::Cell(cell) => {
            let value = read(column, cell);
            quote!(#ident: #value)
        }
        ColumnKind::Flatten { .. } => {
            let group = columns::group_name(column);
            quote_spanned! {ty.span()=>
                #ident: __row.group(Self::#group, |__row| {
                    <#ty as __hs::FromColumns<'__k>>::from_columns(__row)
                })?
            }
        }
    }
}

fn read(column: &Column<'_>, cell: &CellColumn) -> TokenStream {
    let ty = &column.field.ty;
    let codec = bounds::codec(&cell.codec, column);
    let token = &cell.token;
    match &cell.default {
        None => quote_spanned!(ty.span()=> __row.cell::<#ty, #codec>(Self::#token.schema())?),
        Some(value) => {
            let value = default(value);
            quote_spanned! {ty.span()=>
                __row.cell_or::<#ty, #codec>(Self::#token.schema(), #value)?
            }
        }
    }
}

fn default(value: &DefaultValue) -> TokenStream {
    match value {
        DefaultValue::Trait(span) => quote_spanned!(*span=> __hs::Default::default),
        DefaultValue::Function(path) => quote!(#path),
    }
}
