//! `impl Indexed` and a token for each index: `Mail::BY_SENDER`.

use std::collections::BTreeSet;

use hbase_model::Splits;
use hbase_schema_syntax::ast::{Index, Table};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::names::{Names, plain};
use super::{bounds, schema};

pub(super) fn is_indexed(table: &Table<'_>) -> bool {
    !table.indexes.is_empty()
}

pub(super) fn expand(table: &Table<'_>, names: &Names) -> TokenStream {
    if !is_indexed(table) {
        return TokenStream::new();
    }
    let row = names.row_type();
    let mut all = bounds::key(table, names);
    all.extend(bounds::cells(table));
    let reads = bounds::decode_key(table).into_iter();
    let reads = reads.chain(bounds::decode_columns(&table.columns));
    all.extend(reads.map(|bound| quote!(for<'__k> #bound)));
    all.extend(of_fields(table));
    let generics = bounds::add(&names.generics, &all);
    let (params, _, clause) = generics.split_for_impl();
    let tokens = table.indexes.iter().map(|index| token(table, index, &row));
    let schemas = table.indexes.iter().map(|index| {
        let token = &index.token;
        quote!(Self::#token.schema())
    });
    let splits = table.indexes.iter().enumerate();
    let splits = splits.filter_map(|(at, index)| splits_fit(table, at, index, &row));
    quote! {
        #[automatically_derived]
        impl #params #row #clause {
            #(#tokens)*
        }

        #[automatically_derived]
        impl #params __hs::Indexed for #row #clause {
            const INDEXES: &'static [&'static __hs::IndexSchema] = &[#(#schemas),*];
        }

        #(#splits)*
    }
}

/// The bounds of the indexed fields, each once.
fn of_fields(table: &Table<'_>) -> Vec<TokenStream> {
    let fields: BTreeSet<usize> = table
        .indexes
        .iter()
        .flat_map(|index| index.fields.iter().copied())
        .collect();
    let bounds = fields.into_iter().map(|at| {
        let ty = &table.columns[at].field.ty;
        quote_spanned!(ty.span()=> #ty: __hs::IndexValue)
    });
    bounds.collect()
}

fn token(table: &Table<'_>, index: &Index, row: &TokenStream) -> TokenStream {
    let (vis, token) = (&table.input.vis, &index.token);
    let (namespace, name) = (index.table.namespace(), index.table.qualifier());
    let types = index.columns(table).map(|(column, _)| &column.field.ty);
    let types: Vec<_> = types.collect();
    let of = match types.as_slice() {
        [only] => quote!(#only),
        several => quote!((#(#several),*)),
    };
    let parts = index.columns(table).map(|(column, cell)| {
        let (ty, codec, column) = (&column.field.ty, bounds::codec(cell, column), &cell.token);
        quote_spanned!(ty.span()=> __hs::IndexedField::new::<#ty, #codec>(Self::#column.schema()))
    });
    let ttl = index.ttl.map(|ttl| {
        let seconds = ttl.as_secs();
        quote!(.with_ttl(#seconds))
    });
    let splits = (index.splits.value != Splits::None).then(|| {
        let splits = schema::splits(&index.splits.value);
        quote!(.with_splits(const { &#splits }))
    });
    let doc = doc(table, index);
    quote_spanned! {token.span()=>
        #[doc = #doc]
        #[allow(dead_code)]
        #vis const #token: __hs::Index<#row, #of> = __hs::Index::new(
            &__hs::IndexSchema::new(#namespace, #name, &[#(#parts),*]) #ttl #splits
        );
    }
}

fn doc(table: &Table<'_>, index: &Index) -> String {
    let columns = index
        .columns(table)
        .map(|(column, cell)| format!("`{}:{}`", column.family, cell.qualifier.value));
    let columns: Vec<_> = columns.collect();
    let noun = if columns.len() == 1 {
        "column"
    } else {
        "columns"
    };
    let columns = columns.join(", ");
    format!("The index `{}` of the {noun} {columns}.", index.table)
}

/// Checks that the first field has values on both sides of the split points: its type determines the
/// encoding.
fn splits_fit(
    table: &Table<'_>,
    at: usize,
    index: &Index,
    row: &TokenStream,
) -> Option<TokenStream> {
    let (kind, begin) = match &index.splits.value {
        Splits::None => return None,
        Splits::HexString { .. } => ("`hex_string`", "text"),
        Splits::DecimalString { .. } => ("`decimal_string`", "text"),
        Splits::Uniform { .. } => ("`uniform`", "an integer or an array of bytes"),
        _ => ("of this list", "values that some of its keys divide"),
    };
    let (first, _) = index.columns(table).next()?;
    let field = plain(first.ident);
    let message = format!(
        "the splits {kind} are for an index whose first field is {begin}, and `{field}` is not, so nearly all entries would be in one region: list first bytes of its values, as in `splits = [b\"\\x40\", b\"\\x80\"]`, or leave `splits` out"
    );
    Some(quote_spanned! {index.splits.span=>
        const _: () = {
            let __indexes = <__hs::IndexesOf<#row>>::KNOWN_INDEXES;
            ::core::assert!(__indexes.len() <= #at || __indexes[#at].splits_fit(), #message);
        };
    })
}
