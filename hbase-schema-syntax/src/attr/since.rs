//! `since(hour, unit = "1s")`, of dynamic columns.

use syn::ext::IdentExt;
use syn::parse::ParseBuffer;
use syn::{Ident, Token};

use super::ttl;
use crate::ast::Spanned;
use crate::read::{Opt, here, in_parens, value};

/// The key part and the unit, as they are written.
pub(crate) struct SinceOption {
    pub(crate) part: Spanned<String>,
    /// In milliseconds; 1 by default.
    pub(crate) unit_ms: u32,
}

pub(super) fn read(opt: &Opt<'_>) -> syn::Result<Spanned<SinceOption>> {
    opt.parens()?;
    let example = opt.example();
    let since = in_parens(opt.input, |content| {
        if !content.peek(Ident::peek_any) {
            let message = format!("`since` takes the name of a key part: write `{example}`");
            return Err(here(content, message));
        }
        let part = Ident::parse_any(content)?;
        let part = Spanned::new(part.unraw().to_string(), part.span());
        let unit_ms = unit(content, example)?;
        Ok(SinceOption { part, unit_ms })
    })?;
    Ok(Spanned::new(since, opt.span()))
}

// , unit = "1s",
fn unit(content: &ParseBuffer<'_>, example: &'static str) -> syn::Result<u32> {
    comma(content)?;
    if content.is_empty() {
        return Ok(1);
    }
    let name = content.call(Ident::parse_any).ok();
    if name.is_none_or(|name| name != "unit") || !content.peek(Token![=]) {
        let message = format!("`since` has one option, `unit`: write `{example}`");
        return Err(here(content, message));
    }
    content.parse::<Token![=]>()?;
    let text = value::text_here(content, "unit", example)?;
    let unit = millis(&text.value).map_err(|reason| {
        let message = format!("`unit = \"{}\"`: {reason}: write `{example}`", text.value);
        syn::Error::new(text.span, message)
    })?;
    comma(content)?;
    Ok(unit)
}

fn comma(content: &ParseBuffer<'_>) -> syn::Result<()> {
    if content.is_empty() {
        return Ok(());
    }
    content.parse::<Token![,]>().map(drop)
}

/// A unit in milliseconds: `1ms`, or a time as `align` takes it.
fn millis(text: &str) -> Result<u32, String> {
    let count = text.trim().strip_suffix("ms");
    let millis = match count.map(|count| count.trim().parse::<u64>()) {
        Some(Ok(millis)) => millis,
        Some(Err(_)) => return Err("it is not a number of milliseconds".to_owned()),
        None => ttl::sum_of(text)?.saturating_mul(1000),
    };
    match u32::try_from(millis) {
        Ok(0) => Err("it is not a unit of time".to_owned()),
        Ok(millis) => Ok(millis),
        Err(_) => Err("it is over 49 days".to_owned()),
    }
}
