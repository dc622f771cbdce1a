//! Fields into cells, one statement each.

use hbase_schema_syntax::ast::{CellColumn, Column};
use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::spanned::Spanned;

use super::{bounds, columns};

/// Writes the field of a cell, whose schema is this expression.
pub(crate) fn cell(column: &Column<'_>, cell: &CellColumn, schema: &TokenStream) -> TokenStream {
    let (ident, ty) = (column.ident, &column.field.ty);
    let codec = bounds::codec(&cell.codec, column);
    quote_spanned!(ty.span()=> __out.cell::<#ty, #codec>(#schema, &self.#ident)?;)
}

/// Writes the cells of a flattened group.
pub(crate) fn group(column: &Column<'_>) -> TokenStream {
    let (ident, ty) = (column.ident, &column.field.ty);
    let group = columns::group_name(column);
    quote_spanned! {ty.span()=>
        __out.group(Self::#group, |__out| {
            <#ty as __hs::Columns>::write_columns(&self.#ident, __out)
        })?;
    }
}
