//! The entries of an attribute, between its commas.

use std::fmt::Display;

use proc_macro2::TokenTree;
use syn::ext::IdentExt;
use syn::parse::{ParseBuffer, ParseStream};
use syn::{Attribute, Ident, Lit, MacroDelimiter, Meta, MetaList, Token, parenthesized};

use super::{Opt, Place};
use crate::errors::Sink;

/// What stands between two commas.
pub(crate) enum Entry<'a> {
    /// A literal by itself, such as a name.
    Literal(Lit),
    /// An option; its value is still to be read.
    Option(Opt<'a>),
}

/// Gives each entry of an attribute to `each`; a mistake in one does not hide the others.
pub(crate) fn read_attribute(
    attribute: &Attribute,
    place: Place,
    sink: &Sink,
    mut each: impl FnMut(Entry<'_>) -> syn::Result<()>,
) {
    let read = match &attribute.meta {
        Meta::Path(_) => Ok(()),
        Meta::List(list) => read_list(list, place, &mut each),
        Meta::NameValue(pair) => Err(syn::Error::new(pair.eq_token.span, in_parentheses(place))),
    };
    sink.ok(read);
}

fn read_list(
    meta: &MetaList,
    place: Place,
    each: &mut dyn FnMut(Entry<'_>) -> syn::Result<()>,
) -> syn::Result<()> {
    if !matches!(meta.delimiter, MacroDelimiter::Paren(_)) {
        return Err(syn::Error::new(
            meta.delimiter.span().open(),
            in_parentheses(place),
        ));
    }
    meta.parse_args_with(|input: ParseStream<'_>| Ok(list(input, place, each)))?
}

fn in_parentheses(place: Place) -> String {
    format!(
        "{} takes its options in parentheses: write `{}`",
        place.written(),
        place.example()
    )
}

/// Gives each entry to `each`, to the end of the input; all mistakes together.
pub(crate) fn list(
    input: ParseStream<'_>,
    place: Place,
    each: &mut dyn FnMut(Entry<'_>) -> syn::Result<()>,
) -> syn::Result<()> {
    let mut result = Ok(());
    while !input.is_empty() {
        let read = entry(input, place)
            .and_then(&mut *each)
            .and_then(|()| comma(input));
        if let Err(error) = read {
            note(&mut result, error);
            skip_to_next(input);
        }
    }
    result
}

/// Adds a mistake to those found before.
pub(crate) fn note<T>(result: &mut syn::Result<T>, error: syn::Error) {
    match result {
        Ok(_) => *result = Err(error),
        Err(before) => before.combine(error),
    }
}

fn entry(input: ParseStream<'_>, place: Place) -> syn::Result<Entry<'_>> {
    if input.peek(Lit) {
        return input.parse().map(Entry::Literal);
    }
    if input.peek(Ident::peek_any) {
        let name = Ident::parse_any(input)?;
        return Ok(Entry::Option(Opt::new(name, place, input)));
    }
    let expected = super::among(place.options());
    let message = format!("expected an option of {}: {expected}", place.written());
    Err(here(input, message))
}

/// A mistake at the next token, or where the input ends.
pub(crate) fn here(input: ParseStream<'_>, message: impl Display) -> syn::Error {
    syn::Error::new(input.span(), message)
}

fn comma(input: ParseStream<'_>) -> syn::Result<()> {
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

/// Reads what stands in the parentheses that follow, and leaves nothing unread in them: `syn`
/// would report a rest a second time.
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

impl Entry<'_> {
    /// The text of a literal, where a name is expected.
    pub(crate) fn name(literal: &Lit, place: Place) -> syn::Result<&syn::LitStr> {
        match literal {
            Lit::Str(text) => Ok(text),
            other => Err(syn::Error::new(
                other.span(),
                format_args!(
                    "{} takes a name in quotes: write `{}`",
                    place.written(),
                    place.example()
                ),
            )),
        }
    }
}
