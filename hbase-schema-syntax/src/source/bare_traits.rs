//! Trait objects without `dyn`, as editions before 2021 allow them: `Box<Fn(u8) + Send>`.
//!
//! `syn` parses them unless they have arguments in parentheses.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

/// Parses a file that `syn` rejected, with `dyn` before each `Fn(…)` in place of a type.
///
/// # Errors
/// The first error, if missing `dyn`s are not the cause.
pub(super) fn parse_with_dyn(text: &str, first: syn::Error) -> syn::Result<syn::File> {
    let Ok(tokens) = text.parse::<TokenStream>() else {
        return Err(first);
    };
    syn::parse2(with_dyn(tokens, Delimiter::None)).map_err(|_| first)
}

fn with_dyn(tokens: TokenStream, around: Delimiter) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut all = Vec::with_capacity(tokens.len());
    for (at, token) in tokens.iter().enumerate() {
        if is_bare(token, tokens.get(at + 1)) && starts_type(&tokens[..at], around) {
            all.push(Ident::new("dyn", Span::call_site()).into());
        }
        all.push(match token {
            TokenTree::Group(group) => TokenTree::Group(group_with_dyn(group)),
            other => other.clone(),
        });
    }
    all.into_iter().collect()
}

fn group_with_dyn(group: &Group) -> Group {
    let inner = with_dyn(group.stream(), group.delimiter());
    let mut group_with_dyn = Group::new(group.delimiter(), inner);
    group_with_dyn.set_span(group.span());
    group_with_dyn
}

/// `Fn(…)`, `FnMut(…)`, `FnOnce(…)`.
fn is_bare(token: &TokenTree, next: Option<&TokenTree>) -> bool {
    let TokenTree::Ident(name) = token else {
        return false;
    };
    let is_called =
        matches!(next, Some(TokenTree::Group(g)) if g.delimiter() == Delimiter::Parenthesis);
    is_called && (name == "Fn" || name == "FnMut" || name == "FnOnce")
}

/// Whether a type may start after these tokens; after `:`, `+`, `dyn` and `impl` there is a bound.
fn starts_type(before: &[TokenTree], around: Delimiter) -> bool {
    match before {
        [] => around == Delimiter::Parenthesis || around == Delimiter::Bracket,
        [.., TokenTree::Punct(dash), TokenTree::Punct(arrow)] if arrow.as_char() == '>' => {
            dash.as_char() == '-'
        }
        [.., TokenTree::Punct(quote), TokenTree::Ident(_)] if quote.as_char() == '\'' => true,
        [.., TokenTree::Punct(punct)] => "=<,&".contains(punct.as_char()),
        [.., TokenTree::Ident(word)] => word == "mut" || word == "const",
        _ => false,
    }
}
