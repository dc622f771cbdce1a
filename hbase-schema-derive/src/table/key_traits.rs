//! Traits of the key struct beyond its derives: `Eq`, `Hash`, `Display`, `From` its parts.

use hbase_schema_syntax::ast::Table;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::names::{Names, is_generic};
use super::{bounds, dates};

pub(crate) fn expand(table: &Table<'_>, names: &Names) -> TokenStream {
    let traits = [
        eq(table, names),
        hash(table, names),
        display(table, names),
        from(table, names),
    ];
    quote!(#(#traits)*)
}

/// Whether the struct derives this trait; a generated impl would be a second one.
fn is_derived(table: &Table<'_>, name: &str) -> bool {
    let mut derives = table.key.derives.iter();
    derives.any(|path| path.segments.last().is_some_and(|last| last.ident == name))
}

/// Bounds that every part implements `what`. They are higher-ranked, more than necessary: then a
/// bound that does not hold only means that there is no impl.
fn where_all(table: &Table<'_>, what: &TokenStream) -> Vec<TokenStream> {
    let fields = dates::key_fields(table).into_iter();
    let types = fields.map(|(_, field)| &field.ty);
    types.map(|ty| quote!(for<'__any> #ty: #what)).collect()
}

fn eq(table: &Table<'_>, names: &Names) -> TokenStream {
    if is_derived(table, "Eq") {
        return TokenStream::new();
    }
    let mut all = where_all(table, &quote!(::core::cmp::Eq));
    all.push(quote!(Self: __hs::PartialEq));
    let (key, generics) = (names.key_type(), bounds::add(&names.key_generics, &all));
    let (params, _, clause) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #params ::core::cmp::Eq for #key #clause {}
    }
}

fn hash(table: &Table<'_>, names: &Names) -> TokenStream {
    if is_derived(table, "Hash") {
        return TokenStream::new();
    }
    let all = where_all(table, &quote!(::core::hash::Hash));
    let (key, generics) = (names.key_type(), bounds::add(&names.key_generics, &all));
    let (params, _, clause) = generics.split_for_impl();
    let fields = dates::key_fields(table).into_iter();
    let parts = fields.map(|(ident, _)| ident);
    quote! {
        #[automatically_derived]
        impl #params ::core::hash::Hash for #key #clause {
            fn hash<__H: ::core::hash::Hasher>(&self, __state: &mut __H) {
                #(::core::hash::Hash::hash(&self.#parts, __state);)*
            }
        }
    }
}

fn display(table: &Table<'_>, names: &Names) -> TokenStream {
    let key = names.key_type();
    let generics = bounds::add(&names.key_generics, &bounds::key(table, names));
    let (params, _, clause) = generics.split_for_impl();
    quote! {
        /// Prints the row key like HBase's shell.
        #[automatically_derived]
        impl #params __hs::fmt::Display for #key #clause {
            fn fmt(&self, __f: &mut __hs::fmt::Formatter<'_>) -> __hs::fmt::Result {
                __hs::fmt_key(self, __f)
            }
        }
    }
}

/// `From` a tuple of the parts. A key of one part also converts from the part itself, unless the
/// part's type has a parameter: it might then be any type, even the key itself.
fn from(table: &Table<'_>, names: &Names) -> TokenStream {
    let (key, ident) = (names.key_type(), &names.key);
    let (params, _, clause) = names.key_generics.split_for_impl();
    let parts = dates::key_fields(table).into_iter();
    let (fields, types): (Vec<_>, Vec<_>) = parts.map(|(ident, field)| (ident, &field.ty)).unzip();
    let locals: Vec<_> = (0..fields.len())
        .map(|at| format_ident!("__part_{at}"))
        .collect();
    let alone = match &*types {
        [ty] if !is_generic(&names.generics, ty) => quote! {
            #[automatically_derived]
            impl #params ::core::convert::From<#ty> for #key #clause {
                fn from(__part: #ty) -> Self {
                    #ident { #(#fields: __part),* }
                }
            }
        },
        _ => TokenStream::new(),
    };
    quote! {
        #[automatically_derived]
        impl #params ::core::convert::From<(#(#types,)*)> for #key #clause {
            fn from((#(#locals,)*): (#(#types,)*)) -> Self {
                #ident { #(#fields: #locals),* }
            }
        }

        #alone
    }
}
