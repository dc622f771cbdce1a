//! `with = module` and `with_name = module`: a type for each such column, which represents the module.

use hbase_schema_syntax::ast::{Codec, Column, ColumnKind};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Generics;
use syn::spanned::Spanned;

use super::bounds;
use super::names::{plain, used_by, with_params};

/// The name of the module's type within the generated block.
pub(crate) fn name(column: &Column<'_>) -> Ident {
    format_ident!("__With_{}", plain(column.ident))
}

pub(crate) fn expand(columns: &[Column<'_>], generics: &Generics) -> TokenStream {
    let columns = columns.iter();
    columns.map(|column| codec(column, generics)).collect()
}

/// The codec, and the type of the values that it encodes.
fn codec_of<'c>(column: &'c Column<'_>) -> Option<(&'c Codec, TokenStream)> {
    let ty = &column.field.ty;
    match &column.kind {
        ColumnKind::Cell(cell) => Some((&cell.codec, quote!(#ty))),
        ColumnKind::Dynamic(dynamic) => {
            let value = quote_spanned!(ty.span()=> <#ty as __hs::DynamicTypes>::Value);
            Some((&dynamic.codec, value))
        }
        ColumnKind::Flatten { .. } => None,
    }
}

fn codec(column: &Column<'_>, generics: &Generics) -> TokenStream {
    let Some((codec, value_type)) = codec_of(column) else {
        return TokenStream::new();
    };
    let name = name(column);
    let generics = used_by(generics, std::iter::once(&column.field.ty));
    let impls = match codec {
        Codec::With(module) => {
            let calls = Calls::new(module, &value_type);
            let encoding = encoding(&name, &value_type, &calls, &generics);
            let decoding = decoding(&name, &value_type, &calls, &generics);
            quote!(#encoding #decoding)
        }
        Codec::WithName(module) => named(&name, column, module, &generics),
        Codec::Native | Codec::Text(_) | Codec::JavaText(_) | Codec::Json(_) | Codec::Part(_) => {
            return TokenStream::new();
        }
    };
    quote! {
        #[allow(non_camel_case_types, missing_debug_implementations, missing_docs)]
        pub enum #name {}

        #impls
    }
}

/// A module whose functions take the column's name too.
fn named(
    codec: &Ident,
    column: &Column<'_>,
    module: &syn::Path,
    generics: &Generics,
) -> TokenStream {
    let (params, _, clause) = generics.split_for_impl();
    let ty = &column.field.ty;
    let names = quote_spanned!(ty.span()=> <#ty as __hs::DynamicTypes>::Qualifier);
    let values = quote_spanned!(ty.span()=> <#ty as __hs::DynamicTypes>::Value);
    let (name, value) = (quote!(__name), quote!(__value));
    let (out, bytes) = (quote!(__out), quote!(__bytes));
    let encode = quote_spanned!(module.span()=> #module::encode(#name, #value, #out));
    let decode = quote_spanned!(module.span()=> #module::decode(#name, #bytes));
    quote! {
        #[automatically_derived]
        impl #params __hs::EncodeWithName<#names, #values> for #codec #clause {
            fn encode(
                __name: &#names,
                __value: &#values,
                __out: &mut __hs::Vec<__hs::u8>,
            ) -> __hs::Result<__hs::bool, __hs::CodecError> {
                __hs::with_encoded(#encode)
            }
        }

        #[automatically_derived]
        impl #params __hs::DecodeWithName<#names, #values> for #codec #clause {
            fn decode(
                __name: &#names,
                __bytes: &[__hs::u8],
            ) -> __hs::Result<#values, __hs::CodecError> {
                __hs::with_decoded(#decode)
            }
        }
    }
}

fn encoding(name: &Ident, ty: &TokenStream, calls: &Calls, generics: &Generics) -> TokenStream {
    let (params, _, clause) = generics.split_for_impl();
    let Calls {
        absence, encode, ..
    } = calls;
    quote! {
        #[automatically_derived]
        impl #params __hs::EncodeWith<#ty> for #name #clause {
            const ABSENCE: __hs::Absence = #absence;

            #[inline]
            fn encode(
                __field: &#ty,
                __out: &mut __hs::Vec<__hs::u8>,
            ) -> __hs::Result<__hs::bool, __hs::CodecError> {
                #encode
            }
        }
    }
}

fn decoding(name: &Ident, ty: &TokenStream, calls: &Calls, generics: &Generics) -> TokenStream {
    let lifetimes = generics.lifetimes().map(|param| &param.lifetime);
    let outlives: Vec<_> = lifetimes.map(|lifetime| quote!('__k: #lifetime)).collect();
    let reading = bounds::add(&with_params(generics, &[quote!('__k)]), &outlives);
    let (params, _, clause) = reading.split_for_impl();
    let Calls { decode, absent, .. } = calls;
    quote! {
        #[automatically_derived]
        impl #params __hs::DecodeWith<'__k, #ty> for #name #clause {
            #[inline]
            fn decode(__bytes: &'__k [__hs::u8]) -> __hs::Result<#ty, __hs::CodecError> {
                #decode
            }

            #[inline]
            fn absent() -> __hs::Option<#ty> {
                #absent
            }
        }
    }
}

/// The bodies of the generated functions. Method calls on `ValueOf` decide what the module's functions take: the
/// content of an `Option`, or the field itself.
struct Calls {
    absence: TokenStream,
    encode: TokenStream,
    decode: TokenStream,
    absent: TokenStream,
}

impl Calls {
    fn new(module: &syn::Path, ty: &TokenStream) -> Self {
        let uses = quote! {
            #[allow(unused_imports)]
            use __hs::WholeValue as _;
        };
        let (value, out, bytes) = (quote!(__value), quote!(__out), quote!(__bytes));
        let encode = quote_spanned!(module.span()=> #module::encode(#value, #out));
        let decode = quote_spanned!(module.span()=> #module::decode(#bytes));
        Self {
            absence: quote!({ #uses __hs::ValueOf::<#ty>::ABSENCE }),
            encode: quote! {
                #uses
                match __hs::ValueOf::<#ty>::FIELD.value(__field) {
                    __hs::Some(__value) => __hs::with_encoded(#encode),
                    __hs::None => __hs::Ok(false),
                }
            },
            decode: quote! {
                #uses
                __hs::with_decoded(__hs::ValueOf::<#ty>::FIELD.field(#decode))
            },
            absent: quote! {
                #uses
                __hs::ValueOf::<#ty>::FIELD.absent()
            },
        }
    }
}
