//! Fields into cells, one statement each.

use hbase_schema_syntax::ast::{CellColumn, Column, DynamicColumns};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::{bounds, columns};

/// Encodes the field of a cell with the schema in this expression. Only increments write a counter:
/// its field is read, so that it does not count as unused, and not written.
pub(crate) fn cell(column: &Column<'_>, cell: &CellColumn, schema: &TokenStream) -> TokenStream {
    let (ident, ty) = (column.ident, &column.field.ty);
    let codec = bounds::codec(cell, column);
    let (out, this) = (quote!(__out), quote!(self));
    if cell.counter.is_some() {
        return quote!(let _ = &#this.#ident;);
    }
    quote_spanned!(ty.span()=> #out.cell::<#ty, #codec>(#schema, &#this.#ident);)
}

/// Encodes the cells of a flattened group.
pub(crate) fn group(column: &Column<'_>) -> TokenStream {
    let (ident, ty) = (column.ident, &column.field.ty);
    let group = columns::group_name(column);
    let (out, this) = (quote!(__out), quote!(self));
    quote_spanned! {ty.span()=>
        #out.group(Self::#group, |__out| {
            <#ty as __hs::Columns>::write_columns(&#this.#ident, __out)
        });
    }
}

/// Encodes dynamic columns. Only increments write counters.
pub(crate) fn dynamic(column: &Column<'_>, dynamic: &DynamicColumns) -> TokenStream {
    let (ident, ty, token) = (column.ident, &column.field.ty, &dynamic.token);
    let codec = bounds::own_codec(&dynamic.codec, column);
    let (out, this) = (quote!(__out), quote!(self));
    if dynamic.counter.is_some() {
        return quote!(let _ = &#this.#ident;);
    }
    quote_spanned! {ty.span()=>
        <#ty as __hs::DynamicField<#codec>>::write_dynamic(
            &#this.#ident,
            Self::#token.schema(),
            #out,
        );
    }
}
