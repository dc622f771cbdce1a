//! `#[derive(IndexedEntry)]`: an entry that is indexed inside its row.

mod codec;
mod fallback;

use hbase_schema_syntax::entry::{EntryEncoding, EntryField, EntryStruct, parse_entry};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{DeriveInput, Generics};

use crate::table::bounds;
use crate::table::names::{plain, private, without_defaults};

pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    match parse_entry(input) {
        Ok(entry) => expand(&entry),
        Err(errors) => {
            let errors = errors.into_compile_error();
            let fallback = fallback::expand(input);
            quote!(#errors #fallback)
        }
    }
}

fn expand(entry: &EntryStruct<'_>) -> TokenStream {
    let private = private(entry.crate_path.as_ref());
    let generics = without_defaults(&entry.input.generics);
    let tokens = tokens(entry, &generics);
    let indexed = indexed(entry, &generics);
    let codec = codec::expand(entry, &generics);
    quote! {
        #[doc(hidden)]
        #[allow(
            unused_qualifications,
            deprecated,
            private_bounds,
            private_interfaces,
            clippy::all,
            clippy::pedantic
        )]
        const _: () = {
            use #private as __hs;
            #tokens
            #indexed
            #codec
        };
    }
}

/// A token for each field: `Mail::FROM`.
fn tokens(entry: &EntryStruct<'_>, generics: &Generics) -> TokenStream {
    let (name, vis) = (&entry.input.ident, &entry.input.vis);
    let (params, args, clause) = generics.split_for_impl();
    let tokens = entry.fields.iter().map(|field| {
        let (token, ty, tag) = (&field.token, &field.field.ty, field.tag);
        let (encoding, plain) = (encoding(field), plain(field.ident));
        let doc = format!("The indexed field `{plain}`, whose tag is {tag}.");
        quote_spanned! {token.span()=>
            #[doc = #doc]
            #[allow(dead_code)]
            #vis const #token: __hs::IndexField<#name #args, #ty, #encoding> =
                __hs::IndexField::new(#plain, #tag);
        }
    });
    quote! {
        #[automatically_derived]
        impl #params #name #args #clause {
            #(#tokens)*
        }
    }
}

fn indexed(entry: &EntryStruct<'_>, generics: &Generics) -> TokenStream {
    let name = &entry.input.ident;
    let all = entry.fields.iter().map(|field| {
        let (ty, encoding) = (&field.field.ty, encoding(field));
        quote_spanned!(ty.span()=> #ty: __hs::EntryValue<#encoding>)
    });
    let generics = bounds::add(generics, &all.collect::<Vec<_>>());
    let (params, args, clause) = generics.split_for_impl();
    let tokens = entry.fields.iter().map(|field| &field.token);
    let declared = tokens.clone();
    let idents = entry.fields.iter().map(|field| field.ident);
    quote! {
        #[automatically_derived]
        impl #params __hs::IndexedEntry for #name #args #clause {
            const FIELDS: &'static [__hs::FieldTag] = &[#(Self::#declared.declared()),*];

            fn write_index(
                &self,
                __out: &mut __hs::IndexWriter<'_, Self>,
            ) -> __hs::Result<(), __hs::CodecError> {
                #(__out.put(Self::#tokens, &self.#idents)?;)*
                __hs::Ok(())
            }
        }
    }
}

fn encoding(field: &EntryField<'_>) -> TokenStream {
    match &field.encoding {
        EntryEncoding::Ordered => quote!(__hs::Ordered),
        EntryEncoding::Native => quote!(__hs::Native),
        EntryEncoding::Custom(path) => quote!(#path),
    }
}
