//! Decodes values from a key's bytes.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Base, bases};
use crate::single::Inner;

pub(super) fn expand(inner: &Inner) -> Vec<TokenStream> {
    bases().iter().map(|base| read(inner, base)).collect()
}

fn read(inner: &Inner, base: &Base) -> TokenStream {
    let (encoding, read) = (&base.encoding, &inner.read);
    let as_written = match inner.width {
        Some(width) if base.encoding.to_string() == quote!(__hs::Native).to_string() => {
            quote!(__hs::Fixed<#width>)
        }
        _ => quote!(#encoding),
    };
    let mut params = vec![quote!('__k)];
    params.extend(base.params.iter().cloned());
    let mut bounds = vec![quote!(#read: __hs::DecodePart<'__k, #as_written>)];
    bounds.extend(inner.outlives());
    let body = quote! {
        #[inline]
        fn decode(__bytes: &'__k [__hs::u8]) -> __hs::Result<Self, __hs::CodecError> {
            __make(<#read as __hs::DecodePart<'__k, #as_written>>::decode(__bytes)?)
        }
    };
    let of = quote!(__hs::DecodePart<'__k, #encoding>);
    inner.impl_where(&of, &params, &bounds, &body)
}
