//! The comma-separated entries of an attribute.

use std::fmt::Display;

use proc_macro2::TokenTree;
use syn::ext::IdentExt;
use syn::parse::{ParseBuffer, ParseStream};
use syn::{Attribute, Ident, Lit, MacroDelimiter, Meta, MetaList, Token, parenthesized};

use super::{Opt, OptionSet};
use crate::errors::Sink;

/// One entry.
pub(crate) enum Entry<'a> {
    /// A literal without a name, such as a table's name.
    Literal(Lit),
    /// An option; its value is not parsed yet.
    Option(Opt<'a>),
}

/// Passes each entry of an attribute to `each`; an error in one does not hide the others. `others` are the sets that an
/// unknown option may belong to.
pub(crate) fn read_attribute(
    attribute: &Attribute,
    set: OptionSet,
    others: &'static [OptionSet],
    sink: &Sink,
    mut each: impl FnMut(Entry<'_>) -> syn::Result<()>,
) {
    let read = match &attribute.meta {
        Meta::Path(_) => Ok(()),
        Meta::List(list) => read_list(list, set, others, &mut each),
        Meta::NameValue(pair) => Err(syn::Error::new(pair.eq_token.span, in_parentheses(set))),
    };
    sink.ok(read);
}

fn read_list(
    meta: &MetaList,
    set: OptionSet,
    others: &'static [OptionSet],
    each: &mut dyn FnMut(Entry<'_>) -> syn::Result<()>,
) -> syn::Result<()> {
    if !matches!(meta.delimiter, MacroDelimiter::Paren(_)) {
        return Err(syn::Error::new(
            meta.delimiter.span().open(),
            in_parentheses(set),
        ));
    }
    meta.parse_args_with(|input: ParseStream<'_>| Ok(list(input, set, others, each)))?
}

fn in_parentheses(set: OptionSet) -> String {
    format!(
        "{} takes its options in parentheses: write `{}`",
        set.written, set.example
    )
}

/// Passes each entry to `each`, to the end of the input; returns all errors combined.
pub(crate) fn list(
    input: ParseStream<'_>,
    set: OptionSet,
    others: &'static [OptionSet],
    each: &mut dyn FnMut(Entry<'_>) -> syn::Result<()>,
) -> syn::Result<()> {
    let mut result = Ok(());
    while !input.is_empty() {
        let read = entry(input, set, others)
            .and_then(&mut *each)
            .and_then(|()| comma(input));
        if let Err(error) = read {
            note(&mut result, error);
            skip_to_next(input);
        }
    }
    result
}

/// Adds an error to those found before.
pub(crate) fn note<T>(result: &mut syn::Result<T>, error: syn::Error) {
    match result {
        Ok(_) => *result = Err(error),
        Err(before) => before.combine(error),
    }
}

fn entry<'a>(
    input: ParseStream<'a>,
    set: OptionSet,
    others: &'static [OptionSet],
) -> syn::Result<Entry<'a>> {
    if input.peek(Lit) {
        return input.parse().map(Entry::Literal);
    }
    if input.peek(Ident::peek_any) {
        let name = Ident::parse_any(input)?;
        return Ok(Entry::Option(Opt::new(name, set, others, input)));
    }
    let expected = super::among(&set.names());
    let message = format!("expected an option of {}: {expected}", set.written);
    Err(here(input, message))
}

/// An error at the next token, or at the end of the input.
pub(crate) fn here(input: ParseStream<'_>, message: impl Display) -> syn::Error {
    syn::Error::new(input.span(), message)
}

/// Parses the comma after an entry, unless it is the last one.
pub(crate) fn comma(input: ParseStream<'_>) -> syn::Result<()> {
    if input.is_empty() {
        return Ok(());
    }
    if input.peek(Token![,]) {
        return input.parse::<Token![,]>().map(drop);
    }
    Err(here(input, "expected `,` between options"))
}

fn skip_to_next(input: ParseStream<'_>) {
    while !input.is_empty() {
        let at_comma = input.peek(Token![,]);
        if input.parse::<TokenTree>().is_err() || at_comma {
            return;
        }
    }
}

/// Parses the content of the following parentheses to its end: otherwise `syn` would report an
/// unread rest a second time.
pub(crate) fn in_parens<T>(
    input: ParseStream<'_>,
    read: impl FnOnce(&ParseBuffer<'_>) -> syn::Result<T>,
) -> syn::Result<T> {
    let content;
    parenthesized!(content in input);
    let result = read(&content).and_then(|value| {
        if content.is_empty() {
            return Ok(value);
        }
        Err(here(&content, "expected `)`"))
    });
    while !content.is_empty() && content.parse::<TokenTree>().is_ok() {}
    result
}
