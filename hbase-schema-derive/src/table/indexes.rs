//! `impl Indexed` and a token for each index: `Mail::BY_SENDER`.

use std::collections::BTreeSet;

use hbase_model::Splits;
use hbase_schema_syntax::ast::{Index, IndexedField, Table};
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
    let tokens = table.indexes.iter().map(|index| token(table, index, names));
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
    let fields = table.indexes.iter().flat_map(|index| &index.fields);
    let positions: BTreeSet<_> = fields.map(|field| field.position).collect();
    let fields = positions.into_iter().filter_map(|at| table.indexed(at));
    let bounds = fields.map(|field| {
        let ty = &field.field().ty;
        quote_spanned!(ty.span()=> #ty: __hs::IndexValue)
    });
    bounds.collect()
}

fn token(table: &Table<'_>, index: &Index, names: &Names) -> TokenStream {
    let row = names.row_type();
    let (vis, token) = (&table.input.vis, &index.token);
    let (namespace, name) = (index.table.namespace(), index.table.qualifier());
    let types = index.fields(table).map(|(field, _)| &field.field().ty);
    let types: Vec<_> = types.collect();
    let of = match types.as_slice() {
        [only] => quote!(#only),
        several => quote!((#(#several),*)),
    };
    let parts = index.fields(table).map(|(of, desc)| {
        let value = field(of, names);
        let desc = desc.map(|span| quote_spanned!(span=> .descending()));
        quote!(#value #desc)
    });
    let ttl = index.ttl.map(|ttl| {
        let seconds = ttl.as_secs();
        quote!(.with_ttl(#seconds))
    });
    let splits = (index.splits.value != Splits::None).then(|| {
        let splits = schema::splits(&index.splits.value);
        quote!(.with_splits(const { &#splits }))
    });
    let buckets = index.buckets.map(|count| quote!(.with_buckets(#count)));
    let doc = doc(table, index);
    quote_spanned! {token.span()=>
        #[doc = #doc]
        #vis const #token: __hs::Index<#row, #of> = __hs::Index::new(
            &__hs::IndexSchema::new(#namespace, #name, &[#(#parts),*]) #ttl #splits #buckets
        );
    }
}

/// The source of a field's value: its column, or its part of the row key.
fn field(of: IndexedField<'_>, names: &Names) -> TokenStream {
    let ty = &of.field().ty;
    match of {
        IndexedField::Column(column, cell) => {
            let (codec, column) = (bounds::codec(cell, column), &cell.token);
            quote_spanned!(ty.span()=> __hs::IndexedField::new::<#ty, #codec>(Self::#column.schema()))
        }
        IndexedField::Part(part, _) => {
            let (key, ident, name) = (names.key_type(), part.ident, plain(part.ident));
            quote_spanned! {ty.span()=>
                __hs::IndexedField::key_part::<#ty>(
                    #name,
                    <#key as __hs::RowKey>::LAYOUT,
                    |__key, __out| __hs::append_part(__key, |__key: #key| __key.#ident, __out),
                )
            }
        }
    }
}

fn doc(table: &Table<'_>, index: &Index) -> String {
    let fields = index.fields(table).map(|(field, desc)| {
        let name = match field {
            IndexedField::Column(column, cell) => {
                format!("`{}:{}`", column.family, cell.qualifier.value)
            }
            IndexedField::Part(part, _) => format!("the key part `{}`", plain(part.ident)),
        };
        name + desc.map_or("", |_| " (descending)")
    });
    let fields: Vec<_> = fields.collect();
    let are_columns = index
        .fields(table)
        .all(|(field, _)| matches!(field, IndexedField::Column(..)));
    let noun = match fields.len() {
        _ if !are_columns => "",
        1 => "the column ",
        _ => "the columns ",
    };
    let fields = fields.join(", ");
    format!("The index `{}` of {noun}{fields}.", index.table)
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
    let (first, _) = index.fields(table).next()?;
    let field = plain(first.ident());
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
