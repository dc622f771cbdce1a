//! `#[derive(KeyPart)]`: a newtype, or an enum with codes, in row keys.

mod encodings;
mod properties;
mod reads;

use hbase_schema_syntax::single::{SingleDerive, parse_single};
use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::single::Inner;

pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    match parse_single(input, SingleDerive::KeyPart) {
        Ok(single) => {
            let inner = Inner::of(&single).requires(quote!(::core::fmt::Debug));
            let mut impls = encodings::expand(&inner);
            impls.extend(reads::expand(&inner));
            impls.extend(properties::expand(&inner));
            inner.block(&impls)
        }
        Err(errors) => errors.into_compile_error(),
    }
}

/// An encoding that is not composed of another, and the trait that a type needs for it.
struct Base {
    encoding: TokenStream,
    /// Its const parameters.
    params: Vec<TokenStream>,
    form: TokenStream,
}

/// All of them, except those of times, which every time implements itself.
fn bases() -> [Base; 6] {
    let base = |encoding, form| Base {
        encoding,
        params: Vec::new(),
        form,
    };
    let width = quote!(const __W: ::core::primitive::u16);
    let pad = quote!(const __PAD: __hs::u8);
    let left = quote!(const __LEFT: __hs::bool);
    [
        base(quote!(__hs::Native), quote!(__hs::NativePart)),
        base(quote!(__hs::PlainText), quote!(__hs::PlainTextPart)),
        base(quote!(__hs::Java), quote!(__hs::JavaPart)),
        base(quote!(__hs::Ordered), quote!(__hs::OrderedPart)),
        Base {
            encoding: quote!(__hs::Fixed<__W>),
            params: vec![width.clone()],
            form: quote!(__hs::FixedPart<__W>),
        },
        Base {
            encoding: quote!(__hs::Padded<__W, __PAD, __LEFT>),
            params: vec![width, pad, left],
            form: quote!(__hs::TextPart),
        },
    ]
}
