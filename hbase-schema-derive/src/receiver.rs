//! Replaces `Self` in a struct's types and bounds: in generated types it would be another type.

use proc_macro2::{Ident, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Data, DeriveInput};

/// The input with the struct's own name instead of `Self`. Tokens that then do not parse stay
/// unchanged: the compiler reports them better.
pub(crate) fn resolve(mut input: DeriveInput) -> DeriveInput {
    let (name, generics) = (input.ident.clone(), input.generics.clone());
    let (_, arguments, _) = generics.split_for_impl();
    let this = |at: &Ident| {
        let mut name = name.clone();
        name.set_span(at.span());
        quote!(#name #arguments)
    };
    if let Some(params) = replaced(&input.generics.params, &this)
        && let Ok(params) = Punctuated::parse_terminated.parse2(params)
    {
        input.generics.params = params;
    }
    if let Some(clause) = &mut input.generics.where_clause
        && let Some(predicates) = replaced(&clause.predicates, &this)
        && let Ok(predicates) = Punctuated::parse_terminated.parse2(predicates)
    {
        clause.predicates = predicates;
    }
    if let Data::Struct(data) = &mut input.data {
        for field in &mut data.fields {
            if let Some(tokens) = replaced(&field.ty, &this)
                && let Ok(ty) = syn::parse2(tokens)
            {
                field.ty = ty;
            }
        }
    }
    input
}

/// The tokens with `this` instead of `Self`; `None` without a `Self`.
fn replaced(tokens: &impl ToTokens, this: &dyn Fn(&Ident) -> TokenStream) -> Option<TokenStream> {
    let tokens = tokens.to_token_stream();
    mentions(tokens.clone()).then(|| replace(tokens, this))
}

fn mentions(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "Self",
        TokenTree::Group(group) => mentions(group.stream()),
        _ => false,
    })
}

fn replace(tokens: TokenStream, this: &dyn Fn(&Ident) -> TokenStream) -> TokenStream {
    let mut result = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(ident) if ident == "Self" => {
                let ty = this(&ident);
                // The colon of a bound is a separate token.
                let is_path = matches!(
                    tokens.peek(),
                    Some(TokenTree::Punct(punct))
                        if punct.as_char() == ':' && punct.spacing() == Spacing::Joint
                );
                // `Self::Item`: a path cannot start with a type that has arguments.
                result.extend(if is_path {
                    quote_spanned!(ident.span()=> <#ty>)
                } else {
                    ty
                });
            }
            TokenTree::Group(group) => {
                let inside = replace(group.stream(), this);
                let mut replaced = proc_macro2::Group::new(group.delimiter(), inside);
                replaced.set_span(group.span());
                result.extend([TokenTree::Group(replaced)]);
            }
            other => result.extend([other]),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use quote::{ToTokens, quote};
    use syn::parse_quote;

    #[test]
    fn self_becomes_the_struct() {
        let input = parse_quote! {
            struct Row<'a, T: Into<Self>> where Self: Debug, Vec<Self>: Sized {
                of: fn() -> (Self, [Self; 2]),
                name: Self::Name,
                other: &'a T,
            }
        };
        let expected = quote! {
            struct Row<'a, T: Into<Row<'a, T>>> where Row<'a, T>: Debug, Vec<Row<'a, T>>: Sized {
                of: fn() -> (Row<'a, T>, [Row<'a, T>; 2]),
                name: <Row<'a, T>>::Name,
                other: &'a T,
            }
        };
        let resolved = super::resolve(input).to_token_stream();
        let without_spaces = |tokens: String| tokens.replace(' ', "");
        let expected = without_spaces(expected.to_string());
        assert_eq!(without_spaces(resolved.to_string()), expected);
    }
}
