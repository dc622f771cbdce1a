//! The first parts of a qualifier as a tuple: prefixes and bounds.

use hbase_schema_syntax::ast::{Part, Table};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Index;
use syn::spanned::Spanned;

use super::in_order;
use crate::table::names::Names;
use crate::table::{bounds, encoding};

/// The prefixes of a qualifier of type `names.row`, of its first parts, at most `limit`.
pub(super) fn expand(table: &Table<'_>, names: &Names, limit: usize) -> TokenStream {
    let parts = &table.key.parts;
    // The end of an `unseparated` part is determined from the end of all parts: the bytes of `Paris`
    // are also a start of those of `Parish`.
    let ends = |part: &&Part<'_>| part.unseparated.is_none();
    let most = parts.iter().take_while(ends).count();
    let most = most.min(parts.len() - 1).min(limit);
    let starts = (1..=most).map(|count| start(table, names, &parts[..count]));
    starts.collect()
}

fn start(table: &Table<'_>, names: &Names, parts: &[Part<'_>]) -> TokenStream {
    let (ty, key) = (&names.row, &names.key);
    let all = bounds::key(table, names);
    let types = parts.iter().map(|part| &part.field.ty);
    let tuple = quote!((#(#types,)*));
    let ordered = parts.iter().map(in_order);
    let writes = parts.iter().enumerate().map(|(index, part)| {
        let (part_type, at) = (&part.field.ty, Index::from(index));
        let (encoding, this, out) = (encoding::of(part), quote!(self), quote!(__out));
        quote_spanned!(part_type.span()=> #out.part::<#part_type, #encoding>(#index, &#this.#at)?;)
    });
    quote! {
        #[automatically_derived]
        impl __hs::QualifierPrefix<#ty> for #tuple
        where
            #(#all,)*
        {
            fn encode_prefix(
                &self,
                __out: &mut __hs::Vec<__hs::u8>,
            ) -> __hs::Result<(), __hs::CodecError> {
                __hs::encode_start::<#key>(__out, |__out| {
                    #(#writes)*
                    __hs::Ok(())
                })
            }
        }

        #[automatically_derived]
        impl __hs::QualifierBound<#ty> for #tuple
        where
            Self: __hs::QualifierPrefix<#ty>,
            #(#ordered,)*
        {
            const IS_PREFIX: __hs::bool = true;

            fn encode_bound(
                &self,
                __out: &mut __hs::Vec<__hs::u8>,
            ) -> __hs::Result<(), __hs::CodecError> {
                <Self as __hs::QualifierPrefix<#ty>>::encode_prefix(self, __out)
            }
        }
    }
}
