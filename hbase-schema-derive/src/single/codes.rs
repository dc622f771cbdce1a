//! Converts between variants and codes.

use hbase_schema_syntax::single::{Code, Codes};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::Inner;
use crate::table::names::{private, without_defaults};

pub(super) fn inner(codes: &Codes<'_>) -> Inner {
    let (ty, read, width) = match &codes.code {
        Code::Number(number) => {
            let ty = quote!(::core::primitive::#number);
            (ty.clone(), ty, None)
        }
        Code::Text(width) => (quote!(&'static __hs::str), quote!(&'__k __hs::str), *width),
    };
    let items = items(codes, &ty);
    Inner {
        name: codes.input.ident.clone(),
        generics: without_defaults(&codes.input.generics),
        span: codes.input.ident.span(),
        ty,
        read,
        items,
        transparent: false,
        width,
        codes: Some(codes.list()),
        supertraits: Vec::new(),
        private: private(codes.crate_path.as_ref()),
    }
}

fn items(codes: &Codes<'_>, ty: &TokenStream) -> TokenStream {
    let name = &codes.input.ident;
    let values: Vec<_> = codes.variants.iter().map(|v| value(codes, v)).collect();
    let consts = (0..values.len()).map(|at| format_ident!("__CODE_{at}"));
    let consts: Vec<_> = consts.collect();
    let variants: Vec<_> = codes.variants.iter().map(|variant| variant.ident).collect();
    let from = match &codes.code {
        Code::Number(_) => ty.clone(),
        Code::Text(_) => quote!(&__hs::str),
    };
    let known = known(codes);
    quote! {
        #(const #consts: #ty = #values;)*

        fn __get(__value: &#name) -> &'static #ty {
            match __value {
                #(#name::#variants => &#consts,)*
            }
        }

        fn __make(__code: #from) -> __hs::Result<#name, __hs::CodecError> {
            match __code {
                #(#consts => __hs::Ok(#name::#variants),)*
                __code => __hs::Err(__hs::unknown_code(&__code, #known)),
            }
        }
    }
}

fn value(codes: &Codes<'_>, variant: &hbase_schema_syntax::single::Coded<'_>) -> TokenStream {
    let (name, ident, code) = (&codes.input.ident, variant.ident, &variant.code);
    match &codes.code {
        Code::Number(number) => quote!(#name::#ident as ::core::primitive::#number),
        Code::Text(_) => quote!(#code),
    }
}

/// The codes, as an error lists them.
fn known(codes: &Codes<'_>) -> String {
    let listed = codes.variants.iter().map(|variant| {
        let (name, code) = (variant.ident, &variant.code);
        match &codes.code {
            Code::Number(_) => format!("{code} ({name})"),
            Code::Text(_) => format!("{code:?} ({name})"),
        }
    });
    listed.collect::<Vec<_>>().join(", ")
}
