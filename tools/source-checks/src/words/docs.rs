//! Checks the first words of public docs: a noun phrase or a verb must start there, not a clause.
use syn::{Attribute, Expr, ImplItem, Item, Lit, Meta, Visibility};

/// Words that start clauses, or refer to something that is not named.
const REJECTED: [&str; 14] = [
    "What", "How", "Why", "When", "Where", "See", "Like", "As", "Does", "Its", "It", "This",
    "These", "There",
];

/// The rejected first words, each with its line.
pub(super) fn rejected(items: &[Item]) -> Vec<(String, usize)> {
    let docs = items.iter().flat_map(public_docs);
    docs.filter_map(first_word)
        .filter(|(word, _)| REJECTED.contains(&word.as_str()))
        .collect()
}

/// The attributes of an item and of its methods, if they are public.
fn public_docs(item: &Item) -> Vec<&[Attribute]> {
    match item {
        Item::Const(item) if is_public(&item.vis) => vec![item.attrs.as_slice()],
        Item::Fn(item) if is_public(&item.vis) => vec![item.attrs.as_slice()],
        Item::Type(item) if is_public(&item.vis) => vec![item.attrs.as_slice()],
        Item::Struct(item) if is_public(&item.vis) => vec![item.attrs.as_slice()],
        Item::Enum(item) if is_public(&item.vis) => vec![item.attrs.as_slice()],
        Item::Trait(item) if is_public(&item.vis) => vec![item.attrs.as_slice()],
        Item::Impl(item) if item.trait_.is_none() => item.items.iter().filter_map(method).collect(),
        _ => Vec::new(),
    }
}

fn method(item: &ImplItem) -> Option<&[Attribute]> {
    match item {
        ImplItem::Const(item) if is_public(&item.vis) => Some(item.attrs.as_slice()),
        ImplItem::Fn(item) if is_public(&item.vis) => Some(item.attrs.as_slice()),
        _ => None,
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// The first word of a doc comment, and its line.
fn first_word(attributes: &[Attribute]) -> Option<(String, usize)> {
    let doc = attributes.iter().find(|a| a.path().is_ident("doc"))?;
    let Meta::NameValue(meta) = &doc.meta else {
        return None;
    };
    let Expr::Lit(value) = &meta.value else {
        return None;
    };
    let Lit::Str(text) = &value.lit else {
        return None;
    };
    let word = text.value().split_whitespace().next()?.to_owned();
    Some((word, text.span().start().line))
}
