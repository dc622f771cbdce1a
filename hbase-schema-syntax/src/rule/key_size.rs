//! Checks the key's length and its first part, as far as attributes determine them.

use PartOption::{
    Encoding, Escape, Java, Length, MinuteOfDay, MsOfDay, Ordered, ReverseLabels, Text,
};
use proc_macro2::Span;

use crate::attr::{AllowOption, PartOption, PartOptions, SetOptions};
use crate::draft::Draft;
use crate::errors::Sink;

/// Maximum bytes in `HBase`.
const MOST: usize = 32_767;

/// Maximum bytes without an exception.
const ADVISED: usize = 100;

pub(super) fn check_key_size(draft: &Draft<'_>, sink: &Sink) {
    is_short(draft, sink);
    spreads(draft, sink);
}

/// Every cell contains its row key, so it should be short.
fn is_short(draft: &Draft<'_>, sink: &Sink) {
    let length = at_least(draft);
    let allowed = draft.allows(AllowOption::KeyLength);
    let fix = if length > MOST {
        format!("over the {MOST} bytes that HBase takes: shorten its parts")
    } else if length > ADVISED && !allowed {
        format!(
            "over {ADVISED}, and every cell carries it: shorten its parts, or use \
             `allow(key_length)` in `#[table]`"
        )
    } else {
        return;
    };
    let has_max = draft.parts().iter().any(|(_, part)| part.max.is_set());
    let bound = if has_max { "up to" } else { "at least" };
    let message = format!("the key is {bound} {length} bytes long, {fix}");
    sink.at(widest(draft), message);
}

fn at_least(draft: &Draft<'_>) -> usize {
    let parts: usize = draft.parts().iter().map(|(_, part)| width(part)).sum();
    let inner = draft.inner_parts();
    let separators = inner.iter();
    let separators = separators.filter_map(|(_, part)| draft.separator_after(part));
    let parts_of_key = draft.parts();
    let last = parts_of_key.last();
    let last = last.and_then(|(_, part)| part.terminator.get());
    let separators = separators.map(|s| s.value.len());
    let separators: usize = separators.chain(last.map(Vec::len)).sum();
    let salt = draft.salt().map_or(0, |salt| {
        let separator = draft.separator().map_or(0, |s| s.value.len());
        salt.value.max_width() + separator
    });
    parts + separators + salt
}

/// The width of a part as attributes determine it, or its maximum.
fn width(part: &PartOptions) -> usize {
    if let Some(fixed) = part.fixed.get().or(part.max.get()) {
        return usize::from(*fixed);
    }
    let mut widths = [(MinuteOfDay, 2), (MsOfDay, 4)].into_iter();
    let found = widths.find(|(option, _)| part.span_of(*option).is_some());
    let of_day = found.map(|(_, width)| width);
    let time = part.time_kind().filter(|_| part.is_time());
    of_day
        .or_else(|| time.map(|kind| kind.width().into()))
        .unwrap_or(0)
}

fn widest(draft: &Draft<'_>) -> Span {
    let parts = draft.parts();
    let Some((field, part)) = parts.iter().max_by_key(|(_, part)| width(part)) else {
        return draft.input.ident.span();
    };
    let width = part.fixed.spanned().or(part.max.spanned());
    let attr = field.part.as_ref().map(|attr| attr.span);
    let span = width.map(|width| width.span).or(attr);
    span.unwrap_or_else(|| field.ident.span())
}

/// A leading time sends every write to one region; for other types, type checks decide.
fn spreads(draft: &Draft<'_>, sink: &Sink) {
    let is_salted = draft.has_salt_option() || draft.salt().is_some();
    if is_salted || draft.allows(AllowOption::Hotspot) {
        return;
    }
    let parts = draft.parts();
    let Some((field, part)) = parts.first() else {
        return;
    };
    let Some((option, span)) = time_option(part).filter(|_| !part.reverse.is_set()) else {
        return;
    };
    let (name, option) = (field.ident, option.name());
    let message = format!(
        "`{name}` is a time (`{option}`) and comes first, so all writes go to one region: \
         salt it with `#[rowkey(salt)]`, put another part first, or use `allow(hotspot)` in \
         `#[table]`"
    );
    sink.at(span, message);
}

fn time_option(part: &PartOptions) -> Option<(PartOption, Span)> {
    let others = [Text, Java, Ordered, Escape, Length, ReverseLabels, Encoding];
    if part.has_any(&others) {
        return None;
    }
    let set = |options: &[PartOption]| part.set_among(options).into_iter().next();
    set(&[MsOfDay, MinuteOfDay]).or_else(|| set(&PartOption::OF_TIMES))
}
