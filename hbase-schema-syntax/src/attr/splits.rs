//! `splits = …` of `#[table]`.

use syn::parse::ParseBuffer;
use syn::{Ident, Lit, LitInt, bracketed, token};

use crate::ast::Spanned;
use crate::read::{Entry, Opt, Place, Slot, among, did_you_mean, here, in_parens, list, value};

/// What `splits` says; the salt may say the rest.
#[derive(Clone)]
pub(crate) enum SplitsSpec {
    HexString(u32),
    Uniform(u32),
    DecimalString(u32),
    NumberPipe {
        regions: Option<Spanned<u32>>,
        width: Option<Spanned<u8>>,
    },
    PerBucket(Option<Spanned<u32>>),
    Keys(Vec<Spanned<Vec<u8>>>),
}

const KINDS: [&str; 5] = [
    "hex_string",
    "uniform",
    "decimal_string",
    "number_pipe",
    "per_bucket",
];

/// Far beyond what a cluster bears.
const MAX_REGIONS: u32 = 100_000;

const EXAMPLE: &str = "splits = hex_string(16)";

// splits = hex_string(16) | … | ["a", b"\x80"]
pub(super) fn read(opt: &Opt<'_>) -> syn::Result<Spanned<SplitsSpec>> {
    opt.value(EXAMPLE)?;
    if opt.input.peek(token::Bracket) {
        return keys(opt);
    }
    if !opt.input.peek(Ident) {
        let kinds = among(&KINDS);
        let message = format!("`splits` takes {kinds}, or a list of keys: write `{EXAMPLE}`");
        return Err(here(opt.input, message));
    }
    let kind: Ident = opt.input.parse()?;
    let value = named(opt, &kind)?;
    Ok(Spanned::new(value, kind.span()))
}

fn named(opt: &Opt<'_>, kind: &Ident) -> syn::Result<SplitsSpec> {
    let name = kind.to_string();
    Ok(match name.as_str() {
        "hex_string" => SplitsSpec::HexString(regions(opt, "hex_string")?),
        "uniform" => SplitsSpec::Uniform(regions(opt, "uniform")?),
        "decimal_string" => SplitsSpec::DecimalString(regions(opt, "decimal_string")?),
        "number_pipe" => number_pipe(opt)?,
        "per_bucket" => per_bucket(opt)?,
        _ => {
            let meant = did_you_mean(&name, &KINDS);
            let kinds = among(&KINDS);
            let message =
                format!("unknown splits `{name}`{meant}: expected {kinds}, or a list of keys");
            return Err(syn::Error::new(kind.span(), message));
        }
    })
}

fn regions(opt: &Opt<'_>, kind: &str) -> syn::Result<u32> {
    let example = format!("splits = {kind}(16)");
    if !opt.input.peek(token::Paren) {
        let message = format!("`{kind}` needs the number of regions: write `{example}`");
        return Err(opt.error(message));
    }
    in_parens(opt.input, |content| {
        value::number_here(content, kind, &example, 2..=MAX_REGIONS).map(|n| n.value)
    })
}

// number_pipe | number_pipe(6) | number_pipe(6, width = 1)
fn number_pipe(opt: &Opt<'_>) -> syn::Result<SplitsSpec> {
    let (mut regions, mut width) = (None, Slot::default());
    if opt.input.peek(token::Paren) {
        let place = Place::Within("`number_pipe(…)`", &["width"]);
        in_parens(opt.input, |content| {
            list(content, place, &mut |entry| match entry {
                Entry::Literal(literal) => count(&literal, "number_pipe", &mut regions),
                Entry::Option(o) if o.name() == "width" => {
                    width.fill(&o, |o| value::number(o, "width = 2", 1..=10))
                }
                Entry::Option(o) => Err(o.unknown()),
            })
        })?;
    }
    let width = width.spanned().map(|w| Spanned::new(w.value, w.span));
    Ok(SplitsSpec::NumberPipe { regions, width })
}

// per_bucket | per_bucket(16)
fn per_bucket(opt: &Opt<'_>) -> syn::Result<SplitsSpec> {
    let mut buckets = None;
    if opt.input.peek(token::Paren) {
        let place = Place::Within("`per_bucket(…)`", &[]);
        in_parens(opt.input, |content| {
            list(content, place, &mut |entry| match entry {
                Entry::Literal(literal) => count(&literal, "per_bucket", &mut buckets),
                Entry::Option(o) => Err(o.unknown()),
            })
        })?;
    }
    Ok(SplitsSpec::PerBucket(buckets))
}

fn count(literal: &Lit, kind: &str, into: &mut Option<Spanned<u32>>) -> syn::Result<()> {
    let Lit::Int(number) = literal else {
        let message = format!("`{kind}` takes a number of regions: write `{kind}(16)`");
        return Err(syn::Error::new(literal.span(), message));
    };
    if into.is_some() {
        let message = format!("`{kind}` takes one number: this is a second one");
        return Err(syn::Error::new(number.span(), message));
    }
    *into = Some(whole(number, kind)?);
    Ok(())
}

fn whole(number: &LitInt, kind: &str) -> syn::Result<Spanned<u32>> {
    value::in_range(number, kind, 2..=MAX_REGIONS)
}

// ["a", b"\x80"]
fn keys(opt: &Opt<'_>) -> syn::Result<Spanned<SplitsSpec>> {
    let content;
    let bracket = bracketed!(content in opt.input);
    let keys = keys_in(&content)?;
    Ok(Spanned::new(SplitsSpec::Keys(keys), bracket.span.open()))
}

fn keys_in(content: &ParseBuffer<'_>) -> syn::Result<Vec<Spanned<Vec<u8>>>> {
    let mut keys = Vec::new();
    let place = Place::Within("a list of split keys", &[]);
    list(content, place, &mut |entry| match entry {
        Entry::Literal(literal) => key(&literal).map(|key| keys.push(key)),
        Entry::Option(o) => Err(o.error(KEYS)),
    })?;
    Ok(keys)
}

const KEYS: &str = "a split is a key in quotes: write `\"a\"` or `b\"\\x80\"`";

fn key(literal: &Lit) -> syn::Result<Spanned<Vec<u8>>> {
    let value = match literal {
        Lit::Str(text) => text.value().into_bytes(),
        Lit::ByteStr(bytes) => bytes.value(),
        _ => return Err(syn::Error::new(literal.span(), KEYS)),
    };
    Ok(Spanned::new(value, literal.span()))
}
