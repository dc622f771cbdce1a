//! The cells of an entry where a column declares no codec: by that of `#[entry]`.

use hbase_schema_syntax::ast::Codec;
use hbase_schema_syntax::entry::EntryStruct;
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Generics;

use crate::table::bounds;
use crate::table::names::with_params;

/// The expressions of a codec.
struct Calls {
    facts: TokenStream,
    encode: TokenStream,
    decode: TokenStream,
    encodes: Vec<TokenStream>,
    decodes: Vec<TokenStream>,
}

pub(super) fn expand(entry: &EntryStruct<'_>, generics: &Generics) -> Option<TokenStream> {
    let calls = calls(entry)?;
    let encode = encode(entry, generics, &calls);
    let decode = decode(entry, generics, &calls);
    Some(quote!(#encode #decode))
}

fn calls(entry: &EntryStruct<'_>) -> Option<Calls> {
    let (_, args, _) = entry.input.generics.split_for_impl();
    let name = &entry.input.ident;
    match entry.codec.as_ref()? {
        Codec::Json(span) => Some(json(&quote!(#name #args), *span)),
        Codec::With(module) => Some(Calls {
            facts: quote!(__hs::CellFacts::UNKNOWN),
            encode: quote!(__hs::with_encoded(#module::encode(self, __out))),
            decode: quote!(__hs::with_decoded(#module::decode(__bytes))),
            encodes: Vec::new(),
            decodes: Vec::new(),
        }),
        Codec::Native
        | Codec::Text(_)
        | Codec::JavaText(_)
        | Codec::Part(_)
        | Codec::WithName(_) => None,
    }
}

fn json(ty: &TokenStream, span: Span) -> Calls {
    let encode = quote_spanned!(span=> __hs::EncodeCell<__hs::JsonCell>);
    let decode = quote_spanned!(span=> __hs::DecodeCell<'__k, __hs::JsonCell>);
    Calls {
        facts: quote!(<Self as #encode>::FACTS),
        encode: quote!(<Self as #encode>::encode_cell(self, __out)),
        decode: quote!(<Self as #decode>::decode_cell(__bytes)),
        encodes: vec![quote_spanned!(span=> #ty: #encode)],
        decodes: vec![quote_spanned!(span=> #ty: #decode)],
    }
}

fn encode(entry: &EntryStruct<'_>, generics: &Generics, calls: &Calls) -> TokenStream {
    let name = &entry.input.ident;
    let generics = bounds::add(generics, &calls.encodes);
    let (params, args, clause) = generics.split_for_impl();
    let Calls { facts, encode, .. } = calls;
    quote! {
        #[automatically_derived]
        impl #params __hs::EncodeCell<__hs::NativeCell> for #name #args #clause {
            const FACTS: __hs::CellFacts = #facts;

            fn encode_cell(
                &self,
                __out: &mut __hs::Vec<__hs::u8>,
            ) -> __hs::Result<__hs::bool, __hs::CodecError> {
                #encode
            }
        }
    }
}

fn decode(entry: &EntryStruct<'_>, generics: &Generics, calls: &Calls) -> TokenStream {
    let (name, (_, args, _)) = (&entry.input.ident, generics.split_for_impl());
    let lifetimes = generics.lifetimes().map(|param| &param.lifetime);
    let outlives = lifetimes.map(|lifetime| quote!('__k: #lifetime));
    let all: Vec<_> = calls.decodes.iter().cloned().chain(outlives).collect();
    let generics = bounds::add(&with_params(generics, &[quote!('__k)]), &all);
    let (params, _, clause) = generics.split_for_impl();
    let decode = &calls.decode;
    quote! {
        #[automatically_derived]
        impl #params __hs::DecodeCell<'__k, __hs::NativeCell> for #name #args #clause {
            fn decode_cell(
                __bytes: &'__k [__hs::u8],
            ) -> __hs::Result<Self, __hs::CodecError> {
                #decode
            }
        }
    }
}
