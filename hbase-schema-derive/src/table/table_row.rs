//! `impl TableRow for Call`, if the struct owns its data.

use hbase_schema_syntax::ast::Table;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::GenericParam;
use syn::spanned::Spanned;

use super::names::Names;
use super::{bounds, scan};

pub(crate) fn expand(table: &Table<'_>, names: &Names) -> TokenStream {
    if names.generics.lifetimes().next().is_some() {
        return TokenStream::new();
    }
    let mut all = bounds::key(table, names);
    all.extend(bounds::cells(table));
    let reads = bounds::decode_key(table).into_iter();
    let reads = reads.chain(bounds::decode_columns(&table.columns));
    all.extend(reads.map(|bound| quote!(for<'__k> #bound)));
    let owned = bounds::add(&names.generics, &all);
    let (owned_params, _, owned_clause) = owned.split_for_impl();
    all.extend(for_generic(names));
    let whole = bounds::add(&names.generics, &all);
    let (params, _, clause) = whole.split_for_impl();
    let (row, key) = (names.row_type(), names.key_type());
    let scan = scan::started(table, names);
    let (scan_ident, key_ident) = (&names.scan, &names.key);
    let parts = table.key.parts.iter().map(|part| part.ident);
    let clones = table.key.parts.iter().map(|part| {
        let (ident, ty, this) = (part.ident, &part.field.ty, quote!(self));
        quote_spanned!(ty.span()=> __hs::Clone::clone(&#this.#ident))
    });
    quote! {
        #[automatically_derived]
        impl #owned_params __hs::FromRowOwned for #row #owned_clause {}

        #[automatically_derived]
        impl #params __hs::TableRow for #row #clause {
            type Scan = #scan;

            #[inline]
            fn key(&self) -> #key {
                #key_ident { #(#parts: #clones),* }
            }

            #[inline]
            fn scan() -> #scan {
                #scan_ident(__hs::KeyScan::new::<#key>(), __hs::PhantomData)
            }
        }
    }
}

/// The bounds of parameters beside those of the fields.
fn for_generic(names: &Names) -> Vec<TokenStream> {
    let params = names.generics.params.iter();
    let mut bounds: Vec<_> = params
        .filter_map(|param| match param {
            GenericParam::Type(param) => {
                let ident = &param.ident;
                Some(quote!(#ident: 'static))
            }
            _ => None,
        })
        .collect();
    let key_params = names.key_generics.type_params();
    bounds.extend(key_params.map(|param| {
        let ident = &param.ident;
        quote!(#ident: __hs::Clone)
    }));
    bounds
}
