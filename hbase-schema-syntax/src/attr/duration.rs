//! `ttl = "365d"`.

use hbase_model::Ttl;
use syn::ext::IdentExt;
use syn::{Ident, LitInt};

use crate::ast::Spanned;
use crate::read::{Opt, value};

const EXAMPLE: &str = "ttl = \"365d\"";

// ttl = "365d" | ttl = "1d 12h" | ttl = forever
pub(super) fn ttl(opt: &Opt<'_>) -> syn::Result<Spanned<Ttl>> {
    opt.value(EXAMPLE)?;
    if opt.input.peek(LitInt) {
        let number: LitInt = opt.input.parse()?;
        return Err(syn::Error::new(
            number.span(),
            unit_missing(number.base10_digits()),
        ));
    }
    if opt.input.peek(Ident::peek_any) {
        return forever(opt);
    }
    let text = value::text_here(opt.input, "ttl", EXAMPLE)?;
    match seconds(&text.value) {
        Ok(value) => Ok(Spanned::new(value, text.span)),
        Err(message) => Err(syn::Error::new(text.span, message)),
    }
}

fn forever(opt: &Opt<'_>) -> syn::Result<Spanned<Ttl>> {
    let word = Ident::parse_any(opt.input)?;
    if word == "forever" {
        return Ok(Spanned::new(Ttl::FOREVER, word.span()));
    }
    let message = format!("`ttl` takes a time in quotes or `forever`: write `{EXAMPLE}`");
    Err(syn::Error::new(word.span(), message))
}

fn unit_missing(number: &str) -> String {
    format!("`ttl` needs a unit: write `ttl = \"{number}s\"` for seconds, or `{EXAMPLE}`")
}

fn seconds(text: &str) -> Result<Ttl, String> {
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if compact.eq_ignore_ascii_case("forever") {
        return Err(String::from("write `ttl = forever` without quotes"));
    }
    if !compact.is_empty() && compact.bytes().all(|b| b.is_ascii_digit()) {
        return Err(unit_missing(&compact));
    }
    let total = sum(&compact).map_err(|wrong| format!("`ttl = \"{text}\"`: {wrong}"))?;
    if total == 0 {
        return Err(format!(
            "`ttl = \"{text}\"` would drop every cell at once: write `ttl = forever`, or leave it out"
        ));
    }
    let seconds = u32::try_from(total).ok().and_then(Ttl::from_secs);
    seconds.ok_or_else(|| {
        format!("`ttl = \"{text}\"` is over 2147483647 seconds: write `ttl = forever`")
    })
}

/// Adds up `1d12h`, saturating.
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
