//! `format("user{}", 1000..=9999, count = 300)`: split points by a formula.

use std::ops::RangeInclusive;

use hbase_model::printable::Printable;
use hbase_model::splits::MAX_REGIONS;
use syn::parse::ParseStream;
use syn::{LitInt, LitStr, Token};

use super::arguments::Arguments;
use crate::ast::Spanned;
use crate::read::{comma, here};

/// The text and the numbers.
pub(super) struct Format {
    text: Spanned<Placeholder>,
    numbers: RangeInclusive<u64>,
    /// Whether the range contains its end.
    is_closed: bool,
}

/// A text with one placeholder for a number.
struct Placeholder {
    before: String,
    after: String,
    width: usize,
    radix: Radix,
}

enum Radix {
    Decimal,
    Hex,
    UpperHex,
}

impl Placeholder {
    /// The placeholder is `{}`, `{:04}`, `{:04x}` or `{:04X}`.
    fn parse(text: &str) -> Option<Self> {
        let (before, rest) = text.split_once('{')?;
        let (inner, after) = rest.split_once('}')?;
        if before.contains('}') || after.contains(['{', '}']) {
            return None;
        }
        let (digits, radix) = match inner.strip_prefix(':') {
            None if inner.is_empty() => (inner, Radix::Decimal),
            // A name or a position.
            None => return None,
            Some(spec) => spec
                .strip_suffix('x')
                .map(|digits| (digits, Radix::Hex))
                .or_else(|| Some((spec.strip_suffix('X')?, Radix::UpperHex)))
                .unwrap_or((spec, Radix::Decimal)),
        };
        let width = match digits.strip_prefix('0') {
            Some(width) => width.parse::<u8>().ok()?.into(),
            None if digits.is_empty() => 0,
            None => return None,
        };
        Some(Self {
            before: before.to_owned(),
            after: after.to_owned(),
            width,
            radix,
        })
    }

    fn key(&self, number: u64) -> Vec<u8> {
        let Self { before, after, .. } = self;
        let width = self.width;
        let key = match self.radix {
            Radix::Decimal => format!("{before}{number:0width$}{after}"),
            Radix::Hex => format!("{before}{number:0width$x}{after}"),
            Radix::UpperHex => format!("{before}{number:0width$X}{after}"),
        };
        key.into_bytes()
    }
}

/// Parses the text and the range, and the comma after them; `None` if there is nothing.
pub(super) fn read(input: ParseStream<'_>, example: &str) -> syn::Result<Option<Format>> {
    if input.is_empty() {
        return Ok(None);
    }
    if !input.peek(LitStr) {
        let message = format!("`format` takes a text in quotes first: write `{example}`");
        return Err(here(input, message));
    }
    let literal: LitStr = input.parse()?;
    let Some(text) = Placeholder::parse(&literal.value()) else {
        let message = format!(
            "expected one `{{}}`, `{{:04}}`, `{{:04x}}` or `{{:04X}}` for the number: write `{example}`"
        );
        return Err(syn::Error::new(literal.span(), message));
    };
    comma(input)?;
    let text = Spanned::new(text, literal.span());
    let format = range(input, text, example)?;
    comma(input)?;
    Ok(Some(format))
}

// 1000..=9999 | 1000..10000
fn range(input: ParseStream<'_>, text: Spanned<Placeholder>, example: &str) -> syn::Result<Format> {
    let start = input.span();
    let illegal = |_| {
        let message =
            format!("`format` takes a range of numbers after the text: write `{example}`");
        syn::Error::new(start, message)
    };
    let number = || input.parse::<LitInt>()?.base10_parse::<u64>();
    let first = number().map_err(illegal)?;
    let is_closed = input.peek(Token![..=]);
    if is_closed {
        input.parse::<Token![..=]>()?;
    } else {
        input.parse::<Token![..]>().map_err(illegal)?;
    }
    let last = number().map_err(illegal)?;
    if first >= last {
        let message =
            format!("the range starts at {first} and ends at {last}: write a greater end");
        return Err(syn::Error::new(start, message));
    }
    Ok(Format {
        text,
        numbers: first..=last,
        is_closed,
    })
}

/// The split points.
pub(super) fn keys(arguments: &Arguments<'_>) -> syn::Result<Vec<Spanned<Vec<u8>>>> {
    let format = arguments.format()?;
    let (step, count) = (
        arguments.options.step.cloned(),
        arguments.options.count.cloned(),
    );
    let numbers = match (step, count) {
        (Some(step), None) => format.by_step(step.into()),
        (None, Some(count)) => format.by_count(count.into()),
        _ => return Err(arguments.error("`format` needs either `step` or `count`")),
    };
    if numbers.is_empty() {
        return Err(
            arguments.error("`format` makes no split point, because the range leaves out its end")
        );
    }
    if numbers.len() >= MAX_REGIONS {
        let message = format!("`splits` makes more than {MAX_REGIONS} regions: use fewer");
        return Err(syn::Error::new(format.text.span, message));
    }
    let keys: Vec<_> = numbers
        .iter()
        .map(|number| format.text.value.key(*number))
        .collect();
    ascend(&keys).map_err(|message| syn::Error::new(format.text.span, message))?;
    let keys = keys
        .into_iter()
        .map(|key| Spanned::new(key, format.text.span));
    Ok(keys.collect())
}

/// Checks that the keys ascend, with one error for all.
fn ascend(keys: &[Vec<u8>]) -> Result<(), String> {
    let mut pairs = keys.windows(2);
    let Some([before, key]) = pairs.find(|pair| pair[0] >= pair[1]) else {
        return Ok(());
    };
    let (before, key) = (Printable(before), Printable(key));
    Err(if before.to_string() == key.to_string() {
        format!("duplicate split key \"{key}\": the range has fewer numbers than `count`")
    } else {
        format!(
            "split keys ascend, and \"{key}\" is before \"{before}\": write numbers of the same width, as by `{{:04}}`"
        )
    })
}

impl Format {
    /// The start, and each later number at this distance; at most one more than regions are allowed.
    fn by_step(&self, step: u64) -> Vec<u64> {
        let (first, last) = (*self.numbers.start(), *self.numbers.end());
        let last = if self.is_closed { last } else { last - 1 };
        let step = usize::try_from(step).unwrap_or(usize::MAX);
        let numbers = (first..=last).step_by(step);
        numbers.take(MAX_REGIONS).collect()
    }

    /// The ends of `count` equal sections of the range, rounded down. The last one is included only if the range includes its end.
    fn by_count(&self, count: u64) -> Vec<u64> {
        let (first, last) = (*self.numbers.start(), *self.numbers.end());
        let length = u128::from(last - first);
        let end = |index: u64| {
            let after = u128::from(index) * length / u128::from(count);
            first.saturating_add(u64::try_from(after).unwrap_or(u64::MAX))
        };
        let most = if self.is_closed { count } else { count - 1 };
        (1..=most).map(end).take(MAX_REGIONS).collect()
    }
}
