//! Normalizes identifiers as the compiler does, so that a name is the same in a program and here.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use unicode_normalization::{UnicodeNormalization, is_nfc};

/// Returns the file with all identifiers in the normalization form C. String literals are unchanged.
pub(super) fn with_normalized_identifiers(file: syn::File, text: &str) -> syn::Result<syn::File> {
    if is_nfc(text) {
        return Ok(file);
    }
    syn::parse2(normalized(file.into_token_stream()))
}

fn normalized(tokens: TokenStream) -> TokenStream {
    let tokens = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(ident) => TokenTree::Ident(normalized_ident(ident)),
        TokenTree::Group(group) => TokenTree::Group(normalized_group(&group)),
        other => other,
    });
    tokens.collect()
}

fn normalized_group(group: &Group) -> Group {
    let mut inner = Group::new(group.delimiter(), normalized(group.stream()));
    inner.set_span(group.span());
    inner
}

fn normalized_ident(ident: Ident) -> Ident {
    let name = ident.unraw().to_string();
    if is_nfc(&name) {
        return ident;
    }
    let name: String = name.nfc().collect();
    // A keyword is ASCII, so that this name needs no `r#`.
    Ident::new(&name, ident.span())
}
