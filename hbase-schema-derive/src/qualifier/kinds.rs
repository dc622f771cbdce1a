//! An enum of kinds of qualifiers, which their bytes tell apart.

use hbase_schema_syntax::ast::{QualifierKind, QualifierKinds};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use crate::block;
use crate::table::names::{plain, private};

pub(super) fn expand(kinds: &QualifierKinds<'_>) -> TokenStream {
    let private = private(kinds.crate_path.as_ref());
    let checks = checks(&kinds.kinds);
    let qualifier = qualifier(kinds);
    block::of_impls(&private, &[checks, qualifier])
}

/// Each kind can be told apart from each later one.
fn checks(kinds: &[QualifierKind<'_>]) -> TokenStream {
    let pairs = kinds.iter().enumerate().flat_map(|(at, one)| {
        let later = kinds.iter().enumerate().skip(at + 1);
        later.map(move |(at, other)| (one, other, at + 1 == kinds.len()))
    });
    let checks = pairs.map(|(one, other, is_last)| {
        let message = format!(
            "the kinds `{}` and `{}` cannot be told apart: give them different lengths, or constant bits at their start, as in `#[qualifier(bits = 8, always = 1)] mark: ()`; only the last kind may be of any bytes, `Vec<u8>`, and takes the rest",
            plain(one.ident),
            plain(other.ident)
        );
        let (one, other) = (shape(one), shape(other));
        quote_spanned! {other.span()=>
            const _: () = ::core::assert!(__hs::are_apart(#one, #other, #is_last), #message);
        }
    });
    checks.collect()
}

/// The shape of a kind, if its type has one.
fn shape(kind: &QualifierKind<'_>) -> TokenStream {
    let ty = kind.ty;
    quote_spanned!(ty.span()=> <__hs::ShapeOf<#ty>>::KNOWN_SHAPE)
}

fn qualifier(kinds: &QualifierKinds<'_>) -> TokenStream {
    let (ident, names) = (&kinds.input.ident, kinds.names());
    let types: Vec<_> = kinds.kinds.iter().map(|kind| kind.ty).collect();
    let bounds = types
        .iter()
        .map(|ty| quote_spanned!(ty.span()=> #ty: __hs::Qualifier));
    let (encodes, shape) = (encodes(&kinds.kinds), shape_of_all(&types));
    let decodes = kinds.kinds.iter().map(decodes);
    quote! {
        #[automatically_derived]
        impl __hs::Qualifier for #ident
        where
            #(#bounds,)*
        {
            const LAYOUT: &'static __hs::KeyLayout = &__hs::KeyLayout {
                salt: __hs::None,
                parts: __hs::Cow::Borrowed(&[__hs::kinds_part(
                    #names,
                    __hs::width_of_kinds(&[#(<#types as __hs::Qualifier>::SHAPE),*]),
                )]),
            };

            #shape

            fn encode_qualifier(
                &self,
                __out: &mut __hs::Vec<__hs::u8>,
            ) -> __hs::Result<(), __hs::CodecError> {
                match self {
                    #encodes
                }
            }

            fn decode_qualifier(__bytes: &[__hs::u8]) -> __hs::Result<Self, __hs::CodecError> {
                #(#decodes)*
                __hs::Err(__hs::no_kind(__bytes, #names))
            }
        }
    }
}

/// Decodes bytes that have the shape of a kind.
fn decodes(kind: &QualifierKind<'_>) -> TokenStream {
    let (variant, ty) = (kind.ident, kind.ty);
    quote! {
        if <#ty as __hs::Qualifier>::SHAPE.takes(__bytes) {
            return __hs::Ok(Self::#variant(<#ty as __hs::Qualifier>::decode_qualifier(__bytes)?));
        }
    }
}

/// The shape of the enum: like its last kind, it may be of any bytes.
fn shape_of_all(types: &[&syn::Type]) -> Option<TokenStream> {
    types.last().map(|last| {
        quote! {
            const SHAPE: __hs::QualifierShape =
                __hs::QualifierShape::of(Self::LAYOUT).of_kinds(<#last as __hs::Qualifier>::SHAPE);
        }
    })
}

/// The arms that encode. The bytes of the last kind may be those of an earlier one.
fn encodes(kinds: &[QualifierKind<'_>]) -> TokenStream {
    let arms = kinds.iter().enumerate().map(|(at, kind)| {
        let (variant, ty) = (kind.ident, kind.ty);
        if at + 1 < kinds.len() {
            return quote! {
                Self::#variant(__kind) => <#ty as __hs::Qualifier>::encode_qualifier(__kind, __out),
            };
        }
        let name = plain(variant);
        let earlier = kinds[..at].iter().map(|kind| {
            let (name, ty) = (plain(kind.ident), kind.ty);
            quote!((#name, <#ty as __hs::Qualifier>::SHAPE))
        });
        quote! {
            Self::#variant(__kind) => {
                __hs::encode_last_kind((#name, __kind), &[#(#earlier),*], __out)
            }
        }
    });
    arms.collect()
}
