//! A token for each column: `Call::DURATION_S`.

use hbase_schema_syntax::ast::{CellColumn, Codec, Column, ColumnKind, DynamicColumns, Table};
use hbase_schema_syntax::text;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::names::{Names, plain};
use super::{bounds, group_tokens};

/// The name of a group's schema.
pub(crate) fn group_name(column: &Column<'_>) -> Ident {
    format_ident!("__GROUP_{}", plain(column.ident))
}

/// The schema of a column, as an expression within an impl of the row.
pub(crate) fn schema_of(cell: &CellColumn) -> TokenStream {
    let token = &cell.token;
    quote!(Self::#token.schema())
}

pub(crate) fn expand(table: &Table<'_>, names: &Names) -> TokenStream {
    let (params, ty, clause) = {
        let bounded = bounds::add(&names.generics, &bounds::cells(table));
        let (params, _, clause) = bounded.split_for_impl();
        (quote!(#params), names.row_type(), quote!(#clause))
    };
    let vis = &table.input.vis;
    let tokens = table.columns.iter().map(|column| match &column.kind {
        ColumnKind::Cell(cell) => token(vis, column, cell, &ty),
        ColumnKind::Flatten { prefix, .. } => group(column, prefix),
        ColumnKind::Dynamic(dynamic) => dynamic_token(vis, column, dynamic, &ty),
    });
    let groups = group_tokens::expand(table, names);
    quote! {
        #[automatically_derived]
        impl #params #ty #clause {
            #(#tokens)*
        }

        #groups
    }
}

fn token(
    vis: &syn::Visibility,
    column: &Column<'_>,
    cell: &CellColumn,
    row: &TokenStream,
) -> TokenStream {
    let (token, ty) = (&cell.token, &column.field.ty);
    let doc = format!("The column `{}:{}`.", column.family, cell.qualifier.value);
    let codec = bounds::codec(cell, column);
    let schema = schema(column, cell);
    quote_spanned! {token.span()=>
        #[doc = #doc]
        #[allow(dead_code)]
        #vis const #token: __hs::Column<#row, #ty, #codec> = __hs::Column::new(&#schema);
    }
}

fn dynamic_token(
    vis: &syn::Visibility,
    column: &Column<'_>,
    dynamic: &DynamicColumns,
    row: &TokenStream,
) -> TokenStream {
    let (token, ty, family) = (&dynamic.token, &column.field.ty, &column.family);
    let doc = format!("The dynamic columns `{family}:{}…`.", dynamic.prefix);
    let codec = bounds::own_codec(&dynamic.codec, column);
    let (field, prefix, limit) = (plain(column.ident), &dynamic.prefix, dynamic.limit);
    let (type_name, codec_name) = (text::of_type(ty), codec_name(&dynamic.codec));
    let types = quote_spanned!(ty.span()=> <#ty as __hs::DynamicTypes>);
    let qualifier = quote!(<#types::Qualifier as __hs::Qualifier>);
    quote_spanned! {token.span()=>
        #[doc = #doc]
        #[allow(dead_code)]
        #vis const #token: __hs::DynamicColumns<#row, #ty, #codec> =
            __hs::DynamicColumns::new(&__hs::DynamicSchema {
                field: #field,
                family: #family,
                prefix: #prefix,
                qualifier: #qualifier::LAYOUT,
                width: #qualifier::WIDTH,
                type_name: #type_name,
                codec: #codec_name,
                format: <#ty as __hs::DynamicField<#codec>>::FORMAT,
                whole: #types::IS_WHOLE,
                limit: #limit,
            });
    }
}

/// A column's schema; the family of a group's column is empty.
pub(crate) fn schema(column: &Column<'_>, cell: &CellColumn) -> TokenStream {
    let (ty, field, family) = (&column.field.ty, plain(column.ident), &column.family);
    let qualifier = &cell.qualifier.value;
    let codec = bounds::codec(cell, column);
    let type_name = text::of_type(ty);
    let (codec_name, optional) = (codec_name(&cell.codec), text::is_option(ty));
    let (default, counter) = (cell.default.is_some(), cell.counter.is_some());
    let absence = absence(ty, &codec, cell, &field);
    let format = quote_spanned!(ty.span()=> <#ty as __hs::EncodeCell<#codec>>::FORMAT);
    quote! {
        __hs::ColumnSchema {
            field: #field,
            family: #family,
            qualifier: #qualifier,
            type_name: #type_name,
            codec: #codec_name,
            format: #format,
            optional: #optional,
            default: #default,
            counter: #counter,
            absence: #absence,
        }
    }
}

/// How the codec represents an absent value; `store_none` requires a type that has one.
fn absence(ty: &syn::Type, codec: &TokenStream, cell: &CellColumn, field: &str) -> TokenStream {
    let absence = quote_spanned!(ty.span()=> <#ty as __hs::EncodeCell<#codec>>::ABSENCE);
    if cell.store_none.is_none() {
        return absence;
    }
    let message = format!(
        "`store_none` has no effect on `{field}`, whose values are never absent: leave it out, or make the field an `Option`"
    );
    quote_spanned! {ty.span()=> {
        ::core::assert!(!::core::matches!(#absence, __hs::Absence::Never), #message);
        #absence
    }}
}

/// The codec's name in the schema.
fn codec_name(codec: &Codec) -> TokenStream {
    match codec {
        Codec::Native => quote!(__hs::ColumnCodec::Java),
        Codec::Text(_) => quote!(__hs::ColumnCodec::Text),
        Codec::Json(_) => quote!(__hs::ColumnCodec::Json),
        Codec::With(path) => {
            let path = text::of_path(path);
            quote!(__hs::ColumnCodec::With(#path))
        }
    }
}

fn group(column: &Column<'_>, prefix: &str) -> TokenStream {
    let (name, ty) = (group_name(column), &column.field.ty);
    let (field, family) = (plain(column.ident), &column.family);
    let optional = text::is_option(ty);
    quote! {
        #[doc(hidden)]
        const #name: &'static __hs::ColumnGroupSchema = &__hs::ColumnGroupSchema {
            field: #field,
            family: #family,
            prefix: #prefix,
            optional: #optional,
            may_be_absent: <#ty as __hs::Columns>::MAY_BE_ABSENT,
            columns: <#ty as __hs::Columns>::COLUMNS,
        };
    }
}
