//! `#[derive(CellValue)]`: a newtype, or an enum with codes, in cells.

use hbase_schema_syntax::single::{SingleDerive, parse_single};
use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::single::Inner;

pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    let single = match parse_single(input, SingleDerive::CellValue) {
        Ok(single) => single,
        Err(errors) => return errors.into_compile_error(),
    };
    let inner = Inner::of(&single);
    let mut impls = Vec::new();
    for codec in [quote!(__hs::NativeCell), quote!(__hs::TextCell)] {
        impls.push(encode(&inner, &codec));
        impls.push(decode(&inner, &codec));
        impls.push(compare(&inner, &codec));
        if inner.transparent {
            impls.extend(parts_of_text(&inner, &codec));
        }
    }
    if inner.transparent {
        impls.push(encode(&inner, &quote!(__hs::JavaTextCell)));
        impls.push(decode(&inner, &quote!(__hs::JavaTextCell)));
    }
    impls.push(inner.impl_for(&quote!(__hs::CompareValue), &[], &[], &quote!()));
    if inner.transparent {
        impls.extend(numbers(&inner));
    }
    inner.block(&impls)
}

fn encode(inner: &Inner, codec: &TokenStream) -> TokenStream {
    let ty = &inner.ty;
    let of = quote!(__hs::EncodeCell<#codec>);
    // No code is empty.
    let of_codes = (!inner.transparent).then(|| quote!(.never_empty()));
    let listed = inner.codes_or(&of);
    let body = quote! {
        const FACTS: __hs::CellFacts = <#ty as #of>::FACTS #of_codes;
        const CODES: &'static __hs::str = #listed;

        #[inline]
        fn encode_cell(
            &self,
            __out: &mut __hs::Vec<__hs::u8>,
        ) -> __hs::Result<__hs::bool, __hs::CodecError> {
            <#ty as #of>::encode_cell(__get(self), __out)
        }
    };
    inner.impl_for(&of, &[], std::slice::from_ref(&of), &body)
}

fn decode(inner: &Inner, codec: &TokenStream) -> TokenStream {
    let read = &inner.read;
    let of = quote!(__hs::DecodeCell<'__k, #codec>);
    let absent = inner.transparent.then(|| {
        quote! {
            fn absent() -> __hs::Option<Self> {
                __make(<#read as #of>::absent()?).ok()
            }
        }
    });
    let body = quote! {
        #[inline]
        fn decode_cell(__bytes: &'__k [__hs::u8]) -> __hs::Result<Self, __hs::CodecError> {
            __make(<#read as #of>::decode_cell(__bytes)?)
        }

        #absent
    };
    let mut bounds = vec![quote!(#read: #of)];
    bounds.extend(inner.outlives());
    inner.impl_where(&of, &[quote!('__k)], &bounds, &body)
}

/// Codes support equality only: they declare no order.
fn compare(inner: &Inner, codec: &TokenStream) -> TokenStream {
    let ty = &inner.ty;
    let of = quote!(__hs::CompareCell<#codec, Self>);
    let (filter, bound) = if inner.transparent {
        let inner_of = quote!(__hs::CompareCell<#codec, #ty>);
        (
            quote!(<#ty as #inner_of>::filter(__column, __op, __get(__value))),
            inner_of,
        )
    } else {
        (
            quote!(__hs::compare_codes::<#ty, #codec>(__column, __op, __get(__value))),
            quote!(__hs::EncodeCell<#codec>),
        )
    };
    let body = quote! {
        fn filter(
            __column: &__hs::ColumnSchema,
            __op: __hs::CompareOp,
            __value: &Self,
        ) -> __hs::Result<__hs::Filter, __hs::CodecError> {
            #filter
        }
    };
    inner.impl_for(&of, &[], &[bound], &body)
}

/// Searches in a newtype of text or bytes.
fn parts_of_text(inner: &Inner, codec: &TokenStream) -> [TokenStream; 2] {
    let ty = &inner.ty;
    let (text, prefix) = (
        quote!(__hs::SearchedCell<#codec>),
        quote!(__hs::PrefixCell<#codec, __V>),
    );
    let body = quote! {
        fn prefix(__value: &__V) -> &[__hs::u8] {
            <#ty as #prefix>::prefix(__value)
        }
    };
    let value = quote!(__V: ?::core::marker::Sized);
    [
        inner.impl_for(&text, &[], std::slice::from_ref(&text), &TokenStream::new()),
        inner.impl_for(&prefix, &[value], std::slice::from_ref(&prefix), &body),
    ]
}

/// The further traits of a newtype of a number or a time.
fn numbers(inner: &Inner) -> [TokenStream; 5] {
    let ty = &inner.ty;
    let version = quote!(__hs::CellVersion);
    let to_and_from = quote! {
        #[inline]
        fn to_timestamp(&self) -> __hs::Option<__hs::i64> {
            <#ty as #version>::to_timestamp(__get(self))
        }

        #[inline]
        fn from_timestamp(__timestamp: __hs::i64) -> Self {
            __wrap(<#ty as #version>::from_timestamp(__timestamp))
        }
    };
    let empty = TokenStream::new();
    let (counter, millis) = (quote!(__hs::CounterCell), quote!(__hs::MillisVersion));
    [
        inner.impl_for(&version, &[], std::slice::from_ref(&version), &to_and_from),
        inner.impl_for(&counter, &[], std::slice::from_ref(&counter), &empty),
        inner.impl_for(&millis, &[], std::slice::from_ref(&millis), &empty),
        period(inner),
        bound(inner),
    ]
}

/// A newtype of a time has its periods.
fn period(inner: &Inner) -> TokenStream {
    let ty = &inner.ty;
    let of = quote!(__hs::PeriodVersion<__P>);
    let body = quote! {
        #[inline]
        fn to_period(&self) -> __hs::i64 {
            <#ty as #of>::to_period(__get(self))
        }

        #[inline]
        fn from_period(__start: __hs::i64) -> __hs::Result<Self, __hs::CodecError> {
            __make(<#ty as #of>::from_period(__start)?)
        }
    };
    inner.impl_for(&of, &[quote!(__P)], std::slice::from_ref(&of), &body)
}

/// A newtype of a time, a date or a number bounds ranges of versions.
fn bound(inner: &Inner) -> TokenStream {
    let ty = &inner.ty;
    let of = quote!(__hs::VersionBound);
    let body = quote! {
        const LENGTH: __hs::i64 = <#ty as #of>::LENGTH;

        #[inline]
        fn to_bound(&self) -> __hs::Option<(__hs::i64, __hs::bool)> {
            <#ty as #of>::to_bound(__get(self))
        }
    };
    inner.impl_for(&of, &[], std::slice::from_ref(&of), &body)
}
