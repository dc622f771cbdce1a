//! Parts of a group that several impls name.

use hbase_schema_syntax::ast::{CellColumn, Column, ColumnGroup, ColumnKind};
use proc_macro2::TokenStream;
use quote::quote;
use syn::Generics;

/// `Audit<'a, T>`.
pub(super) fn group_type(group: &ColumnGroup<'_>, generics: &Generics) -> TokenStream {
    let (ident, (_, ty, _)) = (&group.input.ident, generics.split_for_impl());
    quote!(#ident #ty)
}

/// The schema of the column at this index, as an expression within an impl of the group.
pub(super) fn schema_of(index: usize) -> TokenStream {
    quote!(&<Self as __hs::Columns>::COLUMNS[#index])
}

/// The columns that are cells: the syntax rejects groups within groups.
pub(super) fn cells<'g, 'a>(
    group: &'g ColumnGroup<'a>,
) -> impl Iterator<Item = (&'g Column<'a>, &'g CellColumn)> {
    group
        .columns
        .iter()
        .filter_map(|column| match &column.kind {
            ColumnKind::Cell(cell) => Some((column, cell)),
            ColumnKind::Flatten { .. } | ColumnKind::Dynamic(_) => None,
        })
}
