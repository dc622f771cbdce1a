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
    let mut all = bounds::key(table);
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
    let order = Order::of(table);
    let cells = table.columns.iter().map(|column| cell(column, &order));
    let values = order.values();
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

/// The single columns in the order of their cells, so that a row is gone through once.
struct Order<'t> {
    columns: Vec<(&'t Column<'t>, &'t CellColumn)>,
}

impl<'t> Order<'t> {
    fn of(table: &'t Table<'t>) -> Self {
        let cells = table
            .columns
            .iter()
            .filter_map(|column| match &column.kind {
                ColumnKind::Cell(cell) => Some((column, cell)),
                ColumnKind::Flatten { .. } => None,
            });
        let mut columns: Vec<_> = cells.collect();
        columns.sort_by(|(a, left), (b, right)| {
            let family = a.family.as_bytes().cmp(b.family.as_bytes());
            let qualifiers = (
                left.qualifier.value.as_bytes(),
                right.qualifier.value.as_bytes(),
            );
            family.then_with(|| qualifiers.0.cmp(qualifiers.1))
        });
        Self { columns }
    }

    fn values(&self) -> TokenStream {
        if self.columns.is_empty() {
            return TokenStream::new();
        }
        let tokens = self.columns.iter().map(|(_, cell)| &cell.token);
        quote!(let __values = __row.values([#(Self::#tokens.schema()),*]);)
    }

    /// Where a column's value lies among them.
    fn place(&self, column: &Column<'_>) -> usize {
        let found = self
            .columns
            .iter()
            .position(|(other, _)| other.ident == column.ident);
        found.unwrap_or(0)
    }
}

fn cell(column: &Column<'_>, order: &Order<'_>) -> TokenStream {
    let (ident, ty) = (column.ident, &column.field.ty);
    match &column.kind {
        ColumnKind::Cell(cell) => {
            let value = read(column, cell, order.place(column));
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

fn read(column: &Column<'_>, cell: &CellColumn, place: usize) -> TokenStream {
    let ty = &column.field.ty;
    let codec = bounds::codec(&cell.codec, column);
    let token = &cell.token;
    match &cell.default {
        None => quote_spanned! {ty.span()=>
            __row.decode::<#ty, #codec>(Self::#token.schema(), __values[#place])?
        },
        Some(value) => {
            let value = default(value);
            quote_spanned! {ty.span()=>
                __row.decode_or::<#ty, #codec>(
                    Self::#token.schema(),
                    __values[#place],
                    #value,
                )?
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
