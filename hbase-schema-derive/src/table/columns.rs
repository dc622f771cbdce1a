//! A token for each column: `Call::DURATION_S`.

use hbase_schema_syntax::ast::{CellColumn, Codec, Column, ColumnKind, Table};
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
    let codec = bounds::codec(&cell.codec, column);
    let schema = schema(column, cell);
    quote_spanned! {token.span()=>
        #[doc = #doc]
        #[allow(dead_code)]
        #vis const #token: __hs::Column<#row, #ty, #codec> = __hs::Column::new(&#schema);
    }
}

/// A column's schema; the family of a group's column is empty.
pub(crate) fn schema(column: &Column<'_>, cell: &CellColumn) -> TokenStream {
    let (ty, field, family) = (&column.field.ty, plain(column.ident), &column.family);
    let qualifier = &cell.qualifier.value;
    let codec = bounds::codec(&cell.codec, column);
    let type_name = text::of_type(ty);
    let (codec_name, optional) = (codec_name(&cell.codec), text::is_option(ty));
    let (default, counter) = (cell.default.is_some(), cell.counter.is_some());
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
        }
    }
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
            columns: <#ty as __hs::Columns>::COLUMNS,
        };
    }
}
