//! `salt = …` of `#[rowkey]` on a field: the part's input to the salt.

use hbase_model::layout::SaltText;
use hbase_model::time::Pattern;
use syn::{Ident, token};

use super::part::LONGEST_KEY;
use super::salt;
use crate::ast::Spanned;
use crate::read::{Opt, Value, among, did_you_mean, here, in_parens, value};

const KINDS: [&str; 3] = ["first", "last", "format"];

// salt | salt = last(4) | salt = first(4) | salt = format("yyyyMM")
pub(super) fn read(opt: &Opt<'_>) -> syn::Result<Spanned<SaltText>> {
    if !opt.has_value() {
        opt.flag()?;
        return Ok(Spanned::new(SaltText::Whole, opt.span()));
    }
    opt.value()?;
    if !opt.input.peek(Ident) {
        let message = format!("`salt` takes {}: write `{}`", among(&KINDS), opt.example());
        return Err(here(opt.input, message));
    }
    let kind: Ident = opt.input.parse()?;
    let value = match kind.to_string().as_str() {
        "first" => characters(opt, &kind).map(SaltText::First),
        "last" => characters(opt, &kind).map(SaltText::Last),
        "format" => pattern(opt, &kind),
        other => Err(syn::Error::new(kind.span(), unknown(other))),
    };
    Ok(Spanned::new(value?, kind.span()))
}

fn unknown(name: &str) -> String {
    if salt::is_kind(name) {
        return format!(
            "`{name}(…)` salts the whole key: it belongs in `#[rowkey(salt = {name}(…))]` on the \
             struct; mark the field with `salt` alone"
        );
    }
    let meant = did_you_mean(name, &KINDS);
    let all = among(&KINDS);
    format!("unknown `salt` `{name}`{meant}: expected {all}, or `salt` alone for the whole part")
}

fn characters(opt: &Opt<'_>, kind: &Ident) -> syn::Result<u16> {
    let example = format!("salt = {kind}(4)");
    if !opt.input.peek(token::Paren) {
        let message = format!("`{kind}` needs a number of characters: write `{example}`");
        return Err(syn::Error::new(kind.span(), message));
    }
    let kind = kind.to_string();
    in_parens(opt.input, |content| {
        value::number_here(content, &kind, &example, &(1..=LONGEST_KEY)).map(|n| n.value)
    })
}

fn pattern(opt: &Opt<'_>, kind: &Ident) -> syn::Result<SaltText> {
    let example = "salt = format(\"yyyyMM\")";
    if !opt.input.peek(token::Paren) {
        let message = format!("`format` needs a pattern: write `{example}`");
        return Err(syn::Error::new(kind.span(), message));
    }
    let text = in_parens(opt.input, |content| {
        value::text_here(content, "format", example)
    })?;
    match Pattern::new(&text.value) {
        Ok(_) => Ok(SaltText::Format(text.value.into())),
        Err(wrong) => Err(syn::Error::new(
            text.span,
            format_args!("`format`: {wrong}: write `{example}`"),
        )),
    }
}

/// The values, for `OPTIONS.md`.
pub(super) fn described() -> Vec<Value> {
    let described = [
        ("salt = first(4)", "The first characters of its text."),
        ("salt = last(4)", "The last characters of its text."),
        ("salt = format(\"yyyyMM\")", "A time by a pattern."),
    ];
    let described = described.map(|(written, doc)| Value {
        written: written.to_owned(),
        doc,
    });
    described.into()
}
