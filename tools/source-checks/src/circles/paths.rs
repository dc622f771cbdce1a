//! Paths and identifiers in tokens, so that macros' bodies are read too.
use std::collections::BTreeSet;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Item, Visibility};

/// The tokens of all items except re-exports.
pub(super) fn tokens(items: &[Item]) -> TokenStream {
    items
        .iter()
        .filter(|item| !is_reexport(item))
        .map(ToTokens::to_token_stream)
        .collect()
}

fn is_reexport(item: &Item) -> bool {
    matches!(item, Item::Use(item) if !matches!(item.vis, Visibility::Inherited))
}

/// All identifiers, each once.
pub(super) fn identifiers(tokens: TokenStream) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    collect_identifiers(tokens, &mut found);
    found
}

fn collect_identifiers(tokens: TokenStream, found: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => drop(found.insert(name.to_string())),
            TokenTree::Group(group) => collect_identifiers(group.stream(), found),
            _ => {}
        }
    }
}

/// All paths of two or more names whose first name `is_head` accepts; a group in braces has a path for each
/// member.
pub(super) fn of(tokens: TokenStream, is_head: impl Fn(&str) -> bool) -> BTreeSet<Vec<String>> {
    let mut found = BTreeSet::new();
    collect_paths(tokens, &is_head, &mut found);
    found
}

fn collect_paths(
    tokens: TokenStream,
    is_head: &impl Fn(&str) -> bool,
    found: &mut BTreeSet<Vec<String>>,
) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for at in 0..tokens.len() {
        match &tokens[at] {
            TokenTree::Group(group) => collect_paths(group.stream(), is_head, found),
            TokenTree::Ident(name)
                if is_head(&name.to_string()) && !ends_in_colons(&tokens[..at]) =>
            {
                read_path(&tokens[at..], Vec::new(), found);
            }
            _ => {}
        }
    }
}

/// Reads `a::b::c` or `a::{b, c::d}` from the start of `tokens`, after `path`.
fn read_path(tokens: &[TokenTree], mut path: Vec<String>, found: &mut BTreeSet<Vec<String>>) {
    let mut rest = tokens;
    loop {
        match rest.first() {
            Some(TokenTree::Ident(name)) => path.push(name.to_string()),
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                return read_group(group.stream(), &path, found);
            }
            _ => break,
        }
        rest = &rest[1..];
        match rest {
            [TokenTree::Punct(a), TokenTree::Punct(b), behind @ ..]
                if a.as_char() == ':' && b.as_char() == ':' =>
            {
                rest = behind;
            }
            _ => break,
        }
    }
    if path.last().is_some_and(|name| name == "self") {
        path.pop();
    }
    if path.len() > 1 {
        found.insert(path);
    }
}

fn read_group(members: TokenStream, path: &[String], found: &mut BTreeSet<Vec<String>>) {
    let members: Vec<TokenTree> = members.into_iter().collect();
    for member in
        members.split(|token| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ','))
    {
        read_path(member, path.to_vec(), found);
    }
}

fn ends_in_colons(before: &[TokenTree]) -> bool {
    matches!(before, [.., TokenTree::Punct(a), TokenTree::Punct(b)] if a.as_char() == ':' && b.as_char() == ':')
}
