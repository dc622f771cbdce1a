//! Parses values of options: numbers, texts, words, paths.

use std::fmt::Display;
use std::ops::RangeInclusive;

use proc_macro2::{Delimiter, TokenTree};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Ident, LitByteStr, LitChar, LitInt, LitStr, Path, Token};

use super::{Opt, among, did_you_mean, here};
use crate::ast::Spanned;

/// `name` without a value.
pub(crate) fn flag(opt: &Opt<'_>) -> syn::Result<Spanned<()>> {
    opt.flag()?;
    Ok(Spanned::new((), opt.span()))
}

/// `name = 14`, within a range.
pub(crate) fn number<T>(range: RangeInclusive<T>) -> impl Fn(&Opt<'_>) -> syn::Result<Spanned<T>>
where
    T: Copy + Display + PartialOrd + TryFrom<u64>,
{
    move |opt| {
        opt.value()?;
        number_here(opt.input, &opt.name(), opt.example(), &range)
    }
}

/// Parses a number within a range.
pub(crate) fn number_here<T>(
    input: ParseStream<'_>,
    what: &str,
    example: &str,
    range: &RangeInclusive<T>,
) -> syn::Result<Spanned<T>>
where
    T: Copy + Display + PartialOrd + TryFrom<u64>,
{
    if !input.peek(LitInt) {
        return Err(here(
            input,
            format_args!("`{what}` takes a whole number: write `{example}`"),
        ));
    }
    let literal: LitInt = input.parse()?;
    in_range(&literal, what, range)
}

/// Checks that a parsed number is within a range.
pub(crate) fn in_range<T>(
    literal: &LitInt,
    what: &str,
    range: &RangeInclusive<T>,
) -> syn::Result<Spanned<T>>
where
    T: Copy + Display + PartialOrd + TryFrom<u64>,
{
    let value = literal.base10_parse::<u64>().ok();
    value
        .and_then(|v| T::try_from(v).ok())
        .filter(|v| range.contains(v))
        .map(|value| Spanned::new(value, literal.span()))
        .ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            let message = format!("`{what}` is {least} to {most}, not {literal}");
            syn::Error::new(literal.span(), message)
        })
}

/// `name = "text"`.
pub(crate) fn text(opt: &Opt<'_>) -> syn::Result<Spanned<String>> {
    opt.value()?;
    text_here(opt.input, &opt.name(), opt.example())
}

/// `name = "text"`, which may be empty.
pub(crate) fn any_text(opt: &Opt<'_>) -> syn::Result<Spanned<String>> {
    opt.value()?;
    any_text_here(opt.input, &opt.name(), opt.example())
}

/// The value of an option that takes bytes.
pub(crate) enum BytesOrText {
    /// `b"\xff"`.
    Bytes(Spanned<Vec<u8>>),
    /// `"_"`.
    Text(Spanned<String>),
}

/// `name = "text"` or `name = b"bytes"`, not empty.
pub(crate) fn bytes(opt: &Opt<'_>) -> syn::Result<BytesOrText> {
    opt.value()?;
    if !opt.input.peek(LitByteStr) {
        return text_here(opt.input, &opt.name(), opt.example()).map(BytesOrText::Text);
    }
    let literal: LitByteStr = opt.input.parse()?;
    if literal.value().is_empty() {
        let (name, example) = (opt.name(), opt.example());
        let message = format!("`{name}` is empty: write `{example}`, or leave it out");
        return Err(syn::Error::new(literal.span(), message));
    }
    Ok(BytesOrText::Bytes(Spanned::new(
        literal.value(),
        literal.span(),
    )))
}

/// Parses a text, which may be empty.
pub(crate) fn any_text_here(
    input: ParseStream<'_>,
    what: &str,
    example: &str,
) -> syn::Result<Spanned<String>> {
    if !input.peek(LitStr) {
        return Err(here(
            input,
            format_args!("`{what}` takes a text in quotes: write `{example}`"),
        ));
    }
    let literal: LitStr = input.parse()?;
    Ok(Spanned::new(literal.value(), literal.span()))
}

/// Parses a text; an empty one is an error.
pub(crate) fn text_here(
    input: ParseStream<'_>,
    what: &str,
    example: &str,
) -> syn::Result<Spanned<String>> {
    let text = any_text_here(input, what, example)?;
    if text.value.is_empty() {
        let message = format!("`{what}` is empty: write `{example}`, or leave it out");
        return Err(syn::Error::new(text.span, message));
    }
    Ok(text)
}

/// `name = 'c'`, an ASCII character.
pub(crate) fn ascii(opt: &Opt<'_>) -> syn::Result<Spanned<u8>> {
    opt.value()?;
    let name = opt.name();
    if !opt.input.peek(LitChar) {
        let message = format!("`{name}` takes one character: write `{}`", opt.example());
        return Err(here(opt.input, message));
    }
    let literal: LitChar = opt.input.parse()?;
    let value = u8::try_from(literal.value()).ok().filter(u8::is_ascii);
    value
        .map(|value| Spanned::new(value, literal.span()))
        .ok_or_else(|| {
            let message = format!("`{name}` takes an ASCII character: it must fill one byte");
            syn::Error::new(literal.span(), message)
        })
}

/// `name = word`, one of `words`.
pub(crate) fn word<T: Clone>(opt: &Opt<'_>, words: &[(String, T)]) -> syn::Result<Spanned<T>> {
    opt.value()?;
    let known: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
    let name = opt.name();
    if !opt.input.peek(Ident::peek_any) {
        let all = among(&known);
        let message = format!("`{name}` takes a word without quotes: {all}");
        return Err(here(opt.input, message));
    }
    let ident = Ident::parse_any(opt.input)?;
    let word = ident.unraw().to_string();
    let found = words.iter().find(|(known, _)| *known == word);
    found
        .map(|(_, value)| Spanned::new(value.clone(), ident.span()))
        .ok_or_else(|| {
            let (meant, all) = (did_you_mean(&word, &known), among(&known));
            let message = format!("unknown `{name}` `{word}`{meant}: expected {all}");
            syn::Error::new(ident.span(), message)
        })
}

/// `name`, `name = true` or `name = false`.
pub(crate) fn yes_or_no(opt: &Opt<'_>) -> syn::Result<Spanned<bool>> {
    if opt.has_value() {
        return word(
            opt,
            &[("true".to_owned(), true), ("false".to_owned(), false)],
        );
    }
    opt.flag()?;
    Ok(Spanned::new(true, opt.span()))
}

/// `name = some::path`.
pub(crate) fn path(opt: &Opt<'_>) -> syn::Result<Spanned<Path>> {
    opt.value()?;
    let (name, example) = (opt.name(), opt.example());
    if opt.input.peek(LitStr) {
        let quoted: LitStr = opt.input.parse()?;
        let message = format!("`{name}` takes a path without quotes: write `{example}`");
        return Err(syn::Error::new(quoted.span(), message));
    }
    let start = opt.input.span();
    let tokens = to_comma(opt.input)?;
    if tokens.iter().any(is_bracketed) {
        let message = format!("`{name}` takes a path and nothing after it: write `{example}`");
        return Err(syn::Error::new(start, message));
    }
    let span = tokens.first().map_or(start, TokenTree::span);
    let value = syn::parse2(tokens.into_iter().collect()).map_err(|_| {
        let message = format!("`{name}` takes a path: write `{example}`");
        syn::Error::new(start, message)
    })?;
    Ok(Spanned::new(value, span))
}

/// Whether a group has brackets; a `macro_rules!` fragment is a group without any.
fn is_bracketed(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() != Delimiter::None)
}

/// The tokens up to the next comma that is not between `<` and `>`.
pub(crate) fn to_comma(input: ParseStream<'_>) -> syn::Result<Vec<TokenTree>> {
    let mut tokens = Vec::new();
    let mut depth = 0_usize;
    while !input.is_empty() && (depth > 0 || !input.peek(Token![,])) {
        let token: TokenTree = input.parse()?;
        if let TokenTree::Punct(punct) = &token {
            match punct.as_char() {
                '<' => depth += 1,
                '>' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        tokens.push(token);
    }
    Ok(tokens)
}
