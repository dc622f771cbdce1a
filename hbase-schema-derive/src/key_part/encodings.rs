//! One impl for each option of `#[rowkey]`, with the inner value's encoding.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::single::Inner;

pub(super) fn expand(inner: &Inner) -> Vec<TokenStream> {
    let width = quote!(__hs::Option<__hs::usize>);
    let fixed = quote!(__hs::FixedPart<__W>);
    let mut impls = vec![
        native(inner, &width),
        by_method(
            inner,
            &fixed,
            &[quote!(const __W: ::core::primitive::u16)],
            "encode_fixed",
            &[],
        ),
        by_method(
            inner,
            &quote!(__hs::PlainTextPart),
            &[],
            "encode_plain",
            &[],
        ),
        by_method(
            inner,
            &quote!(__hs::JavaPart),
            &[],
            "encode_java",
            &[constant(
                inner,
                &quote!(__hs::JavaPart),
                "JAVA_WIDTH",
                &quote!(__hs::usize),
            )],
        ),
        ordered(inner, &width),
        text(inner),
    ];
    if inner.transparent {
        impls.push(time(inner));
        impls.push(time_of_day(inner));
    }
    impls
}

/// A trait with an `ENCODING` and a method that encodes.
fn by_method(
    inner: &Inner,
    of: &TokenStream,
    params: &[TokenStream],
    method: &str,
    more: &[TokenStream],
) -> TokenStream {
    let body = body(inner, of, &format_ident!("{method}"), more);
    inner.impl_for(of, params, std::slice::from_ref(of), &body)
}

fn body(inner: &Inner, of: &TokenStream, method: &Ident, more: &[TokenStream]) -> TokenStream {
    let (ty, codes) = (&inner.ty, codes(inner, of));
    quote! {
        const ENCODING: __hs::Encoding = <#ty as #of>::ENCODING;
        #codes
        #(#more)*

        #[inline]
        fn #method<__S: __hs::KeySink>(
            &self,
            __out: &mut __S,
        ) -> __hs::Result<(), __hs::CodecError> {
            <#ty as #of>::#method(__get(self), __out)
        }
    }
}

fn constant(inner: &Inner, of: &TokenStream, name: &str, value: &TokenStream) -> TokenStream {
    let (ty, name) = (&inner.ty, format_ident!("{name}"));
    quote!(const #name: #value = <#ty as #of>::#name;)
}

/// The codes of the enum, or those of the inner type.
fn codes(inner: &Inner, of: &TokenStream) -> TokenStream {
    let codes = inner.codes_or(of);
    quote!(const CODES: &'static __hs::str = #codes;)
}

/// Codes of one length have it as their width.
fn native(inner: &Inner, width: &TokenStream) -> TokenStream {
    let of = quote!(__hs::NativePart);
    let Some(fixed) = inner.width else {
        let width = constant(inner, &of, "WIDTH", width);
        return by_method(inner, &of, &[], "encode_native", &[width]);
    };
    let (ty, fixed_part) = (&inner.ty, quote!(__hs::FixedPart<#fixed>));
    let codes = codes(inner, &fixed_part);
    let body = quote! {
        const ENCODING: __hs::Encoding = <#ty as #fixed_part>::ENCODING;
        #codes
        const WIDTH: #width = __hs::Some(#fixed as __hs::usize);

        #[inline]
        fn encode_native<__S: __hs::KeySink>(
            &self,
            __out: &mut __S,
        ) -> __hs::Result<(), __hs::CodecError> {
            <#ty as #fixed_part>::encode_fixed(__get(self), __out)
        }
    };
    inner.impl_for(&of, &[], &[], &body)
}

fn ordered(inner: &Inner, width: &TokenStream) -> TokenStream {
    let of = quote!(__hs::OrderedPart);
    let ty = &inner.ty;
    let measure = quote! {
        fn measure_ordered(
            __bytes: &[__hs::u8],
        ) -> __hs::Result<__hs::usize, __hs::CodecError> {
            <#ty as #of>::measure_ordered(__bytes)
        }
    };
    let width = constant(inner, &of, "ORDERED_WIDTH", width);
    by_method(inner, &of, &[], "encode_ordered", &[width, measure])
}

fn text(inner: &Inner) -> TokenStream {
    let (of, ty) = (quote!(__hs::TextPart), &inner.ty);
    let codes = codes(inner, &of);
    let body = quote! {
        #codes

        #[inline]
        fn as_text(&self) -> &__hs::str {
            <#ty as #of>::as_text(__get(self))
        }
    };
    inner.impl_for(&of, &[], std::slice::from_ref(&of), &body)
}

fn time(inner: &Inner) -> TokenStream {
    let (of, ty) = (quote!(__hs::TimePart), &inner.ty);
    let body = quote! {
        #[inline]
        fn to_millis(&self) -> (__hs::i64, __hs::bool) {
            <#ty as #of>::to_millis(__get(self))
        }

        #[inline]
        fn from_millis(__millis: __hs::i64) -> __hs::Result<Self, __hs::CodecError> {
            __make(<#ty as #of>::from_millis(__millis)?)
        }
    };
    inner.impl_for(&of, &[], std::slice::from_ref(&of), &body)
}

fn time_of_day(inner: &Inner) -> TokenStream {
    let (of, ty) = (quote!(__hs::TimeOfDayPart), &inner.ty);
    let body = quote! {
        #[inline]
        fn to_millis_of_day(&self) -> (::core::primitive::u32, __hs::bool) {
            <#ty as #of>::to_millis_of_day(__get(self))
        }

        #[inline]
        fn from_millis_of_day(
            __millis: ::core::primitive::u32,
        ) -> __hs::Result<Self, __hs::CodecError> {
            __make(<#ty as #of>::from_millis_of_day(__millis)?)
        }
    };
    inner.impl_for(&of, &[], std::slice::from_ref(&of), &body)
}
