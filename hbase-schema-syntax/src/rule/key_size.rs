//! How long the key is, and what it begins with, as far as attributes tell.

use proc_macro2::Span;

use crate::attr::PartAttr;
use crate::build::{part_separator, salt_of};
use crate::draft::Draft;
use crate::errors::Sink;

/// The most that `HBase` takes.
const MOST: usize = 32_767;

/// The most that the rule book has.
const ADVISED: usize = 100;

pub(super) fn check(draft: &Draft<'_>, sink: &Sink) {
    is_short(draft, sink);
    spreads(draft, sink);
}

/// Every cell carries its row key.
fn is_short(draft: &Draft<'_>, sink: &Sink) {
    let length = at_least(draft);
    let allowed = draft.attrs.naming().is_some_and(|n| n.allowed().key_length);
    let fix = if length > MOST {
        format!("over the {MOST} bytes that HBase takes: shorten its parts")
    } else if length > ADVISED && !allowed {
        format!(
            "over {ADVISED}, and every cell carries it: shorten its parts, or say \
             `allow(key_length)` in `#[table]`"
        )
    } else {
        return;
    };
    let bound = if draft
        .parts()
        .iter()
        .any(|(_, part)| part.max.get().is_some())
    {
        "up to"
    } else {
        "at least"
    };
    let message = format!("the key is {bound} {length} bytes long, {fix}");
    sink.at(widest(draft), message);
}

fn at_least(draft: &Draft<'_>) -> usize {
    let parts = draft.parts();
    let mut length: usize = parts.iter().map(|(_, part)| width(part)).sum();
    let closed = parts.split_last().map_or(&[][..], |(_, closed)| closed);
    length += closed
        .iter()
        .filter_map(|(_, part)| part_separator(draft, part))
        .map(|s| s.len())
        .sum::<usize>();
    if let Some(salt) = salt_of(draft) {
        let key = draft.attrs.key.as_ref();
        let separator = key.and_then(|k| k.separator.get()).map_or(0, String::len);
        length += salt.value.max_width() + separator;
    }
    length
}

/// The bytes that attributes alone give a part, or the most that it may have.
fn width(part: &PartAttr) -> usize {
    if let Some(fixed) = part.fixed.get().or(part.max.get()) {
        return usize::from(*fixed);
    }
    let widths = [
        (part.minute_of_day.said(), 2),
        (part.ms_of_day.said(), 4),
        (part.reverse_ts.said(), 8),
    ];
    let found = widths.iter().find(|(said, _)| said.is_some());
    found.map_or(0, |(_, width)| *width)
}

fn widest(draft: &Draft<'_>) -> Span {
    let parts = draft.parts();
    let widest = parts.iter().max_by_key(|(_, part)| width(part));
    let part = widest.map(|(_, part)| part);
    let fixed = part.and_then(|p| p.fixed.spanned().or(p.max.spanned()));
    let fixed = fixed.map(|f| f.span);
    fixed.unwrap_or_else(|| part.map_or(draft.input.ident.span(), |p| p.span))
}

/// A time in front sends every write to one region; other types tell it of themselves.
fn spreads(draft: &Draft<'_>, sink: &Sink) {
    let salted = draft
        .attrs
        .key
        .as_ref()
        .is_some_and(|k| k.salt.said().is_some());
    let allowed = draft.attrs.naming().is_some_and(|n| n.allowed().hotspot);
    if salted || allowed || salt_of(draft).is_some() {
        return;
    }
    let parts = draft.parts();
    let Some((field, part)) = parts.first() else {
        return;
    };
    let Some((option, span)) = time_option(part).filter(|_| part.reverse.said().is_none()) else {
        return;
    };
    let name = field.ident;
    let message = format!(
        "`{name}` is a time (`{option}`) and stands first, so that all writes go to one region: \
         salt it with `#[rowkey(salt)]`, put another part first, or say `allow(hotspot)` in \
         `#[table]`"
    );
    sink.at(span, message);
}

fn time_option(part: &PartAttr) -> Option<(&'static str, Span)> {
    const TIMES: [&str; 5] = [
        "reverse_ts",
        "ms_of_day",
        "minute_of_day",
        "offset",
        "truncate",
    ];
    let other_form = [
        part.text.said(),
        part.java.said(),
        part.ordered.said(),
        part.encoding.said(),
    ];
    if other_form.iter().any(Option::is_some) {
        return None;
    }
    let options = part.said();
    let time = options
        .into_iter()
        .find(|(name, said)| TIMES.contains(name) && said.is_some());
    time.and_then(|(name, said)| Some((name, said?)))
}
