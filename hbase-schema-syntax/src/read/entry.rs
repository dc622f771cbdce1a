//! The entries of an attribute, between its commas.

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
    match &attribute.meta {
        Meta::Path(_) => {}
        Meta::List(list) => read_list(list, place, sink, &mut each),
        Meta::NameValue(pair) => sink.at(
            pair.eq_token.span,
            format_args!(
                "{} takes its options in parentheses: write `{}`",
                place.written(),
                place.example()
            ),
        ),
    }
}

fn read_list(
    meta: &MetaList,
    place: Place,
    sink: &Sink,
    each: &mut dyn FnMut(Entry<'_>) -> syn::Result<()>,
) {
    if !matches!(meta.delimiter, MacroDelimiter::Paren(_)) {
        let message = format!(
            "{} takes its options in parentheses: write `{}`",
            place.written(),
            place.example()
        );
        sink.at(meta.delimiter.span().open(), message);
        return;
    }
    let parsed = meta.parse_args_with(|input: ParseStream<'_>| {
        list(input, place, sink, each);
        Ok(())
    });
    sink.ok(parsed);
}

/// Gives each entry to `each`, to the end of the input.
pub(crate) fn list(
    input: ParseStream<'_>,
    place: Place,
    sink: &Sink,
    each: &mut dyn FnMut(Entry<'_>) -> syn::Result<()>,
) {
    while !input.is_empty() {
        let read = entry(input, place, sink)
            .and_then(&mut *each)
            .and_then(|()| comma(input));
        if let Err(error) = read {
            sink.push(error);
            skip_to_next(input);
        }
    }
}

fn entry<'a>(input: ParseStream<'a>, place: Place, sink: &'a Sink) -> syn::Result<Entry<'a>> {
    if input.peek(Lit) {
        return input.parse().map(Entry::Literal);
    }
    if input.peek(Ident::peek_any) {
        let name = Ident::parse_any(input)?;
        return Ok(Entry::Option(Opt::new(name, place, input, sink)));
    }
    let expected = super::among(place.options());
    Err(input.error(format_args!(
        "expected an option of {}: {expected}",
        place.written()
    )))
}

fn comma(input: ParseStream<'_>) -> syn::Result<()> {
    if input.is_empty() {
        return Ok(());
    }
    if input.peek(Token![,]) {
        return input.parse::<Token![,]>().map(drop);
    }
    Err(input.error("expected `,` between options"))
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
        Err(content.error("expected `)`"))
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
