//! `impl TableRow for Call`, where the struct owns its data.

use hbase_schema_syntax::ast::Table;
use proc_macro2::TokenStream;
use quote::quote;
use syn::GenericParam;

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
    let scan_ident = &names.scan;
    quote! {
        #[automatically_derived]
        impl #owned_params __hs::FromRowOwned for #row #owned_clause {}

        #[automatically_derived]
        impl #params __hs::TableRow for #row #clause {
            type Scan = #scan;

            #[inline]
            fn key(&self) -> #key {
                // The struct's own method, which goes before the trait's.
                self.key()
            }

            #[inline]
            fn scan() -> #scan {
                #scan_ident(__hs::TypedScan::new::<#key>())
            }
        }
    }
}

/// What is asked of parameters beside what the fields ask.
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
