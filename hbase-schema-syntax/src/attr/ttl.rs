//! Durations in seconds: `ttl = "365d"`.

use std::ops::RangeInclusive;

use syn::ext::IdentExt;
use syn::{Ident, LitInt};

use crate::ast::Spanned;
use crate::read::{Opt, value};

// ttl = "365d" | ttl = "1d 12h" | ttl = forever
pub(super) fn read(opt: &Opt<'_>, bounds: &RangeInclusive<u64>) -> syn::Result<Spanned<u64>> {
    opt.value()?;
    if opt.input.peek(LitInt) {
        let number: LitInt = opt.input.parse()?;
        let message = unit_missing(opt, number.base10_digits());
        return Err(syn::Error::new(number.span(), message));
    }
    if opt.input.peek(Ident::peek_any) {
        return forever(opt, *bounds.end());
    }
    let text = value::text_here(opt.input, &opt.name(), opt.example())?;
    match seconds(opt, &text.value, *bounds.end()) {
        Ok(value) => Ok(Spanned::new(value, text.span)),
        Err(message) => Err(syn::Error::new(text.span, message)),
    }
}

fn forever(opt: &Opt<'_>, most: u64) -> syn::Result<Spanned<u64>> {
    let word = Ident::parse_any(opt.input)?;
    if word == "forever" {
        return Ok(Spanned::new(most, word.span()));
    }
    let (name, example) = (opt.name(), opt.example());
    let message = format!("`{name}` takes a time in quotes or `forever`: write `{example}`");
    Err(syn::Error::new(word.span(), message))
}

fn unit_missing(opt: &Opt<'_>, number: &str) -> String {
    let (name, example) = (opt.name(), opt.example());
    format!("`{name}` needs a unit: write `{name} = \"{number}s\"` for seconds, or `{example}`")
}

fn seconds(opt: &Opt<'_>, text: &str, most: u64) -> Result<u64, String> {
    let name = opt.name();
    let compact = without_spaces(text);
    if compact.eq_ignore_ascii_case("forever") {
        return Err(format!("write `{name} = forever` without quotes"));
    }
    if !compact.is_empty() && compact.bytes().all(|b| b.is_ascii_digit()) {
        return Err(unit_missing(opt, &compact));
    }
    let written = format!("`{name} = \"{text}\"`");
    match sum(&compact).map_err(|wrong| format!("{written}: {wrong}"))? {
        0 => Err(format!(
            "{written} would drop every cell at once: write `{name} = forever`, or leave it out"
        )),
        total if total > most => Err(format!(
            "{written} is over {most} seconds: write `{name} = forever`"
        )),
        total => Ok(total),
    }
}

/// The seconds of a sum of units, saturating; otherwise the error.
pub(super) fn sum_of(text: &str) -> Result<u64, String> {
    sum(&without_spaces(text))
}

fn without_spaces(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Sums the units of `1d12h`, saturating.
fn sum(mut rest: &str) -> Result<u64, String> {
    let mut total = 0_u64;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, tail) = rest.split_at(digits);
        let letters = tail.bytes().take_while(|b| !b.is_ascii_digit()).count();
        let (unit, tail) = tail.split_at(letters);
        if number.is_empty() {
            return Err(format!("a number is missing before `{unit}`"));
        }
        let number: u64 = number.parse().unwrap_or(u64::MAX);
        total = total.saturating_add(number.saturating_mul(unit_seconds(unit)?));
        rest = tail;
    }
    Ok(total)
}

fn unit_seconds(unit: &str) -> Result<u64, String> {
    Ok(match unit {
        "s" => 1,
        "m" => 60,
        "h" => 60 * 60,
        "d" => 24 * 60 * 60,
        "w" => 7 * 24 * 60 * 60,
        "ms" => return Err(String::from("a TTL is in whole seconds: write `s`")),
        "" => {
            return Err(String::from(
                "the last number has no unit: `s`, `m`, `h`, `d` or `w`",
            ));
        }
        other => {
            return Err(format!(
                "unknown unit `{other}`: expected `s`, `m`, `h`, `d` or `w`"
            ));
        }
    })
}
