//! A token for each flattened group: `Order::ADDRESS`, whose fields are its columns' tokens.

use std::collections::BTreeSet;

use hbase_schema_syntax::ast::{Column, ColumnKind, Qualifier, Table};
use hbase_schema_syntax::tokens;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::bounds;
use super::names::{Names, plain};

pub(crate) fn expand(table: &Table<'_>, names: &Names) -> TokenStream {
    let mut taken = taken(table);
    let groups = table.columns.iter().enumerate();
    let groups = groups.filter_map(|(number, column)| {
        let ColumnKind::Flatten { prefix, .. } = &column.kind else {
            return None;
        };
        let name = tokens::of_field(column.ident).filter(|name| taken.insert(name.to_string()))?;
        Some(group(table, names, column, (number, &name, prefix)))
    });
    groups.collect()
}

/// The names of other tokens, which have precedence. Those of key parts make way for groups.
fn taken(table: &Table<'_>) -> BTreeSet<String> {
    let indexes = table.indexes.iter().map(|index| index.token.to_string());
    let cells = table
        .columns
        .iter()
        .filter_map(|column| match &column.kind {
            ColumnKind::Cell(cell) => Some(cell.token.to_string()),
            ColumnKind::Dynamic(dynamic) => Some(dynamic.token.to_string()),
            ColumnKind::Flatten { .. } => None,
        });
    let consts = tokens::GENERATED.map(str::to_owned);
    cells.chain(indexes).chain(consts).collect()
}

fn group(
    table: &Table<'_>,
    names: &Names,
    column: &Column<'_>,
    (number, token, prefix): (usize, &Ident, &Qualifier),
) -> TokenStream {
    let (vis, row, ty) = (&table.input.vis, names.row_type(), &column.field.ty);
    let (params, _, clause) = names.generics.split_for_impl();
    let tokens = quote_spanned!(ty.span()=> for<'__any> #ty: __hs::GroupTokens<#row, #number>);
    // Higher-ranked, more than necessary: a type that is not a group is reported once, elsewhere.
    let mut all = bounds::cells(table);
    all.push(tokens);
    let bounded = bounds::add(&names.generics, &all);
    let (_, _, token_clause) = bounded.split_for_impl();
    let family = &column.family;
    let prefix = Literal::byte_string(prefix.as_bytes());
    let doc = format!("The columns of the field `{}`.", plain(column.ident));
    quote! {
        #[automatically_derived]
        impl #params __hs::Flattens<#number> for #row #clause {
            const FAMILY: &'static __hs::str = #family;
            const PREFIX: &'static [__hs::u8] = #prefix;
        }

        #[automatically_derived]
        impl #params #row #token_clause {
            #[doc = #doc]
            #[allow(dead_code, private_interfaces)]
            #vis const #token: <#ty as __hs::GroupTokens<#row, #number>>::Tokens =
                <#ty as __hs::GroupTokens<#row, #number>>::TOKENS;
        }
    }
}
