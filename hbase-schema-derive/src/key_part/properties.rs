//! Properties of the encodings: the outer value has those of the inner one.
//!
//! Codes have few: they are self-delimiting and can feed a salt.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Base, bases};
use crate::single::Inner;

pub(super) fn expand(inner: &Inner) -> Vec<TokenStream> {
    let mut impls: Vec<_> = bases().iter().map(|base| delimits(inner, base)).collect();
    let salt = quote!(__hs::SaltPart);
    impls.push(plain(inner, &salt, &[], std::slice::from_ref(&salt)));
    impls.extend(fixed_width(inner));
    impls.push(every_value(inner));
    impls.push(indexed(inner));
    if inner.transparent {
        for base in &bases() {
            impls.push(leads(inner, base));
            impls.push(ranges(inner, base));
        }
        impls.extend(of_any(inner));
        impls.extend(prefixes(inner));
    }
    impls
}

fn plain(
    inner: &Inner,
    of: &TokenStream,
    params: &[TokenStream],
    bounds: &[TokenStream],
) -> TokenStream {
    inner.impl_for(of, params, bounds, &TokenStream::new())
}

fn delimits(inner: &Inner, base: &Base) -> TokenStream {
    let encoding = &base.encoding;
    let of = quote!(__hs::SelfDelimiting<#encoding>);
    let native = encoding.to_string() == quote!(__hs::Native).to_string();
    if native && inner.width.is_some() {
        return plain(inner, &of, &base.params, &[]);
    }
    plain(inner, &of, &base.params, std::slice::from_ref(&of))
}

/// The encodings whose width depends on the type; all others have it from the runtime.
fn fixed_width(inner: &Inner) -> [TokenStream; 2] {
    let native = quote!(__hs::FixedWidth<__hs::Native>);
    let ordered = quote!(__hs::FixedWidth<__hs::Ordered>);
    let of_inner = [quote!(__hs::NativePart), native.clone()];
    // Codes of one length have a width that their inner type lacks.
    let bounds = if inner.width.is_some() {
        &[]
    } else {
        &of_inner[..]
    };
    [
        plain(inner, &native, &[], bounds),
        plain(
            inner,
            &ordered,
            &[],
            &[quote!(__hs::OrderedPart), ordered.clone()],
        ),
    ]
}

fn leads(inner: &Inner, base: &Base) -> TokenStream {
    let encoding = &base.encoding;
    let of = quote!(__hs::LeadingPart<#encoding>);
    plain(inner, &of, &base.params, std::slice::from_ref(&of))
}

fn ranges(inner: &Inner, base: &Base) -> TokenStream {
    let (ty, encoding, form) = (&inner.ty, &base.encoding, &base.form);
    let of = quote!(__hs::RangePart<#encoding>);
    let body = quote! {
        const DESCENDING: __hs::bool = <#ty as #of>::DESCENDING;

        #[inline]
        fn encode_bound<__S: __hs::KeySink>(
            &self,
            __out: &mut __S,
        ) -> __hs::Result<__hs::BoundAt, __hs::CodecError> {
            <#ty as #of>::encode_bound(__get(self), __out)
        }
    };
    inner.impl_for(&of, &base.params, &[form.clone(), of.clone()], &body)
}

/// The encoding of indexed values.
fn indexed(inner: &Inner) -> TokenStream {
    let (ty, of) = (&inner.ty, quote!(__hs::IndexValue));
    let bound = if inner.transparent {
        quote!(<#ty as #of>::encode_entry_bound(__get(self), __out))
    } else {
        quote!(__hs::bound_of_code())
    };
    let body = quote! {
        type Encoding = <#ty as #of>::Encoding;

        const ENCODING: __hs::Encoding = <#ty as #of>::ENCODING;

        fn encode_entry(
            &self,
            __out: &mut __hs::Vec<__hs::u8>,
        ) -> __hs::Result<(), __hs::CodecError> {
            <#ty as #of>::encode_entry(__get(self), __out)
        }

        fn encode_entry_bound(
            &self,
            __out: &mut __hs::Vec<__hs::u8>,
        ) -> __hs::Result<__hs::BoundAt, __hs::CodecError> {
            #bound
        }
    };
    inner.impl_for(&of, &[], std::slice::from_ref(&of), &body)
}

/// Properties of composed encodings.
fn of_any(inner: &Inner) -> [TokenStream; 4] {
    let ty = &inner.ty;
    let this = inner.type_name();
    let any = [quote!(__E)];
    let backed = |of: &TokenStream| {
        let bounds = [
            quote!(for<'__any> #ty: #of),
            quote!(#this: __hs::KeyPart<__E>),
        ];
        inner.impl_where(of, &any, &bounds, &TokenStream::new())
    };
    let backwards = quote!(__hs::LeadingPart<__hs::Reverse<__E>>);
    [
        backed(&quote!(__hs::DescPart<__E>)),
        backed(&quote!(__hs::TerminatedDescPart<__E>)),
        backed(&quote!(__hs::ReversePart<__E>)),
        plain(inner, &backwards, &any, std::slice::from_ref(&backwards)),
    ]
}

/// `..` in a scan.
fn every_value(inner: &Inner) -> TokenStream {
    let this = inner.type_name();
    inner.impl_of(
        &quote!(__hs::KeyArg<#this, __E>),
        &quote!(__hs::RangeFull),
        &[quote!(__E)],
        &[],
        &quote! {
            type After<__Next> = __hs::Ended;
            type Salt<__V: __hs::SaltState, __R: __hs::SaltState> = __R;

            fn apply(self, __scan: &mut __hs::KeyScan, _: __hs::usize) {
                __scan.set_unbounded();
            }
        },
    )
}

/// A prefix of the inner value is a prefix of the outer one.
fn prefixes(inner: &Inner) -> Vec<TokenStream> {
    let ty = &inner.ty;
    let with_prefix = bases();
    let mut impls: Vec<_> = with_prefix
        .iter()
        .map(|base| {
            let (encoding, form) = (&base.encoding, &base.form);
            let of = quote!(__hs::PrefixPart<#encoding>);
            let body = quote! {
                fn prefix_bytes(__prefix: &[__hs::u8]) -> __hs::Cow<'_, [__hs::u8]> {
                    <#ty as #of>::prefix_bytes(__prefix)
                }
            };
            inner.impl_for(&of, &base.params, &[form.clone(), of.clone()], &body)
        })
        .collect();
    for (argument, property) in [
        (quote!(__hs::Prefix<__A>), quote!(__hs::PrefixPart<__E>)),
        (quote!(__hs::Under<__A>), quote!(__hs::LabelsPart<__E>)),
    ] {
        impls.push(as_inner(inner, &argument, &property));
    }
    impls
}

/// An argument for the inner value that selects the outer ones, too.
fn as_inner(inner: &Inner, argument: &TokenStream, property: &TokenStream) -> TokenStream {
    let (ty, this) = (&inner.ty, inner.type_name());
    let params = [quote!(__A), quote!(__E)];
    let bounds = [
        quote!(#argument: __hs::KeyArg<#ty, __E>),
        quote!(#this: #property),
    ];
    inner.impl_of(
        &quote!(__hs::KeyArg<#this, __E>),
        argument,
        &params,
        &bounds,
        &quote! {
            type After<__Next> = <Self as __hs::KeyArg<#ty, __E>>::After<__Next>;
            type Salt<__V: __hs::SaltState, __R: __hs::SaltState> =
                <Self as __hs::KeyArg<#ty, __E>>::Salt<__V, __R>;

            fn apply(self, __scan: &mut __hs::KeyScan, __index: __hs::usize) {
                <Self as __hs::KeyArg<#ty, __E>>::apply(self, __scan, __index);
            }
        },
    )
}
