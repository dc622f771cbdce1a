//! `escape(…)`: a type for each such part, which represents its replacements.

use hbase_model::escape::{Escape, Replacement};
use hbase_schema_syntax::ast::{Part, PartEncoding};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::names::plain;

/// The name of the type within the generated block.
pub(crate) fn name(part: &Part<'_>) -> Ident {
    format_ident!("__Escape_{}", plain(part.ident))
}

pub(crate) fn expand(parts: &[Part<'_>]) -> TokenStream {
    parts.iter().map(replacements).collect()
}

fn replacements(part: &Part<'_>) -> TokenStream {
    let PartEncoding::Escape(replacements) = &part.encoding else {
        return TokenStream::new();
    };
    let name = name(part);
    let pairs = replacements.iter().map(|Replacement { from, to }| {
        let to: &str = to;
        quote!(__hs::Replacement { from: #from, to: __hs::text(#to) })
    });
    let escape = Escape::from(replacements.clone());
    let properties = [
        (escape.keeps_order(), quote!(KeepsOrder)),
        (escape.keeps_prefixes(), quote!(KeepsPrefixes)),
    ];
    let properties = properties.iter().filter(|(holds, _)| *holds);
    let properties = properties.map(|(_, property)| {
        quote! {
            #[diagnostic::do_not_recommend]
            impl __hs::#property for #name {}
        }
    });
    quote! {
        #[allow(non_camel_case_types, missing_debug_implementations, missing_docs)]
        pub enum #name {}

        #[automatically_derived]
        impl __hs::Replacements for #name {
            const REPLACEMENTS: &'static [__hs::Replacement] = &[#(#pairs),*];
        }

        #(#properties)*
    }
}
