//! `impl FromRow for Call`.

use hbase_schema_syntax::ast::{
    CellColumn, Column, ColumnKind, DefaultValue, DynamicColumns, Skipped, Table, TimestampField,
};
use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::names::{Names, plain, with_params};
use super::{bounds, columns, dates};
use crate::outcome;

pub(crate) fn expand(table: &Table<'_>, names: &Names) -> TokenStream {
    let row = names.row_type();
    let key = names.key_type();
    let generics = with_params(&names.generics, &[quote!('__k)]);
    let lifetimes = names.generics.lifetimes().map(|param| &param.lifetime);
    let mut all = bounds::key(table, names);
    all.extend(bounds::decode_key(table));
    all.extend(bounds::cells(table));
    all.extend(bounds::decode_columns(&table.columns));
    all.extend(lifetimes.map(|lifetime| quote!('__k: #lifetime)));
    let generics = bounds::add(&generics, &all);
    let (params, _, clause) = generics.split_for_impl();
    let parts = dates::key_fields(table).into_iter();
    let parts = parts.map(|(ident, _)| quote!(#ident: __key.#ident));
    let decode_key = if table.date.is_some() {
        quote!(__row.dated_key::<#key>()?)
    } else {
        quote!(<#key as __hs::RowKey>::decode(__row.key())?)
    };
    let mut index = 0..;
    let cells = table.columns.iter().map(|column| match &column.kind {
        ColumnKind::Cell(cell) => read(column, cell, &columns::schema_of(cell), index.next()),
        ColumnKind::Flatten { .. } => read_group(column),
        ColumnKind::Dynamic(dynamic) => read_dynamic(column, dynamic),
    });
    let values = values(table);
    let skipped = skipped(&table.skipped);
    let timestamp = table.timestamp.as_ref().map(timestamp);
    quote! {
        #[automatically_derived]
        impl #params __hs::FromRow<'__k> for #row #clause {
            #[inline]
            fn from_row(__row: &__hs::RowCells<'__k>) -> __hs::Result<Self, __hs::RowError> {
                let __key = #decode_key;
                #values
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

/// Initializes the field that holds the cells' timestamp.
fn timestamp(field: &TimestampField<'_>) -> TokenStream {
    let (ident, ty) = (field.ident, &field.field.ty);
    let schema = quote!(<Self as __hs::Table>::SCHEMA);
    let Some(period) = field.period else {
        return quote!(#ident: <#ty as __hs::CellVersion>::from_timestamp(__row.version(#schema)),);
    };
    let (period, name) = (bounds::period_type(period, ty.span()), plain(ident));
    let row = quote!(__row);
    quote_spanned!(ty.span()=> #ident: #row.period::<#ty, #period>(#schema, #name)?,)
}

/// Looks up all single columns in one pass over the cells.
fn values(table: &Table<'_>) -> TokenStream {
    let cells = single(table);
    if cells.is_empty() {
        return TokenStream::new();
    }
    let count = cells.len();
    let arms = cells.iter().enumerate().map(|(index, (column, cell))| {
        let family = Literal::byte_string(column.family.as_bytes());
        let qualifier = Literal::byte_string(cell.qualifier.value.as_bytes());
        quote!((#family, #qualifier) => __hs::Some(#index))
    });
    quote! {
        let __values: [_; #count] = __row.values(|__family, __qualifier| {
            match (__family, __qualifier) {
                #(#arms,)*
                _ => __hs::None,
            }
        });
    }
}

fn single<'t>(table: &'t Table<'t>) -> Vec<(&'t Column<'t>, &'t CellColumn)> {
    let cells = table
        .columns
        .iter()
        .filter_map(|column| match &column.kind {
            ColumnKind::Cell(cell) => Some((column, cell)),
            ColumnKind::Flatten { .. } | ColumnKind::Dynamic(_) => None,
        });
    cells.collect()
}

fn read_group(column: &Column<'_>) -> TokenStream {
    let (ident, ty) = (column.ident, &column.field.ty);
    let group = columns::group_name(column);
    let row = quote!(__row);
    quote_spanned! {ty.span()=>
        #ident: #row.group(Self::#group, |__row| {
            <#ty as __hs::FromColumns<'__k>>::from_columns(__row)
        })?
    }
}

fn read_dynamic(column: &Column<'_>, dynamic: &DynamicColumns) -> TokenStream {
    let (ident, ty, token) = (column.ident, &column.field.ty, &dynamic.token);
    let codec = bounds::own_codec(&dynamic.codec, column);
    let row = quote!(__row);
    quote_spanned! {ty.span()=>
        #ident: <#ty as __hs::DecodeDynamic<'__k, #codec>>::read_dynamic(
            __hs::DynamicValues::new(#row, Self::#token.schema(), <Self as __hs::Table>::SCHEMA),
        )?
    }
}

/// Decodes the field of a cell with the schema in this expression: by its index among the values
/// that were looked up together, or by its own lookup.
pub(crate) fn read(
    column: &Column<'_>,
    cell: &CellColumn,
    schema: &TokenStream,
    index: Option<usize>,
) -> TokenStream {
    let (ident, ty) = (column.ident, &column.field.ty);
    let codec = bounds::codec(cell, column);
    let row = quote!(__row);
    let by_itself = || quote!(__row.value(#schema));
    let value = index.map_or_else(by_itself, |index| quote!(__values[#index]));
    match &cell.default {
        None => {
            let cell = quote_spanned!(ty.span()=> #row.decode::<#ty, #codec>(#schema, #value));
            let value = outcome::value_of(ty.span(), &cell);
            quote_spanned!(ty.span()=> #ident: #value)
        }
        Some(instead) => {
            let instead = default(instead, column);
            quote_spanned! {ty.span()=>
                #ident: #row.decode_or::<#ty, #codec>(#schema, #value, #instead)?
            }
        }
    }
}

/// Initializes the fields that are not stored.
pub(crate) fn skipped<'t>(fields: &'t [Skipped<'_>]) -> impl Iterator<Item = TokenStream> + 't {
    fields.iter().map(|skipped| {
        let (ident, ty) = (skipped.ident, &skipped.field.ty);
        match &skipped.default {
            DefaultValue::Trait(_) => {
                quote_spanned!(ty.span()=> #ident: <#ty as __hs::Default>::default())
            }
            DefaultValue::Function(path) => quote!(#ident: #path()),
        }
    })
}

/// An expression without arguments.
fn default(value: &DefaultValue, column: &Column<'_>) -> TokenStream {
    let ty = &column.field.ty;
    match value {
        DefaultValue::Trait(span) => quote_spanned!(*span=> || <#ty as __hs::Default>::default()),
        DefaultValue::Function(_) => {
            let function = columns::default_function(column);
            quote!(Self::#function)
        }
    }
}
