//! The impls that `TableRow` needs for a struct that owns its data.

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
    let row = names.row_type();
    let (params, _, clause) = names.generics.split_for_impl();
    let owned = quote! {
        #[automatically_derived]
        impl #params __hs::OwnsItsData for #row #clause {}
    };
    if table.date.is_some() {
        return owned;
    }
    let mut all = bounds::key(table, names);
    all.extend(for_generic(names));
    let whole = bounds::add(&names.generics, &all);
    let (params, _, clause) = whole.split_for_impl();
    let key = names.key_type();
    let scan = scan::started(table, names);
    let (scan_ident, key_ident) = (&names.scan, &names.key);
    let parts = cloned_parts(table);
    quote! {
        #owned

        #[automatically_derived]
        impl #params __hs::RowParts for #row #clause {
            type Key = #key;
            type Scan = #scan;

            #[inline]
            fn key_of_row(&self) -> #key {
                #key_ident { #(#parts),* }
            }

            #[inline]
            fn start_scan() -> #scan {
                #scan_ident(__hs::KeyScan::new::<#key>(), __hs::PhantomData)
            }
        }
    }
}

/// The fields of the key struct, cloned.
fn cloned_parts<'t>(table: &'t Table<'_>) -> impl Iterator<Item = TokenStream> + 't {
    table.key.parts.iter().map(|part| {
        let (ident, ty, this) = (part.ident, &part.field.ty, quote!(self));
        quote_spanned!(ty.span()=> #ident: __hs::Clone::clone(&#this.#ident))
    })
}

/// The bounds of parameters in addition to those of the fields.
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
