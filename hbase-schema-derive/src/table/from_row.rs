//! `impl FromRow for Call`.

use hbase_schema_syntax::ast::{CellColumn, Column, ColumnKind, DefaultValue, Skipped, Table};
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
    let mut all = bounds::key(table);
    all.extend(bounds::decode_key(table));
    all.extend(bounds::cells(table));
    all.extend(bounds::decode_columns(&table.columns));
    all.extend(lifetimes.map(|lifetime| quote!('__k: #lifetime)));
    let generics = bounds::add(&generics, &all);
    let (params, _, clause) = generics.split_for_impl();
    let parts = table.key.parts.iter().map(|part| {
        let ident = part.ident;
        quote!(#ident: __key.#ident)
    });
    let cells = table.columns.iter().map(|column| match &column.kind {
        ColumnKind::Cell(cell) => read(column, cell, &columns::schema_of(cell)),
        ColumnKind::Flatten { .. } => read_group(column),
    });
    let skipped = skipped(&table.skipped);
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

fn read_group(column: &Column<'_>) -> TokenStream {
    let (ident, ty) = (column.ident, &column.field.ty);
    let group = columns::group_name(column);
    quote_spanned! {ty.span()=>
        #ident: __row.group(Self::#group, |__row| {
            <#ty as __hs::FromColumns<'__k>>::from_columns(__row)
        })?
    }
}

/// Reads the field of a cell, whose schema is this expression.
pub(crate) fn read(column: &Column<'_>, cell: &CellColumn, schema: &TokenStream) -> TokenStream {
    let (ident, ty) = (column.ident, &column.field.ty);
    let codec = bounds::codec(&cell.codec, column);
    match &cell.default {
        None => quote_spanned!(ty.span()=> #ident: __row.cell::<#ty, #codec>(#schema)?),
        Some(value) => {
            let value = default(value);
            quote_spanned! {ty.span()=>
                #ident: __row.cell_or::<#ty, #codec>(#schema, #value)?
            }
        }
    }
}

/// Makes the fields that are not stored.
pub(crate) fn skipped<'t>(fields: &'t [Skipped<'_>]) -> impl Iterator<Item = TokenStream> + 't {
    fields.iter().map(|skipped| {
        let (ident, value) = (skipped.ident, default(&skipped.default));
        quote!(#ident: #value())
    })
}

fn default(value: &DefaultValue) -> TokenStream {
    match value {
        DefaultValue::Trait(span) => quote_spanned!(*span=> __hs::Default::default),
        DefaultValue::Function(path) => quote!(#path),
    }
}
