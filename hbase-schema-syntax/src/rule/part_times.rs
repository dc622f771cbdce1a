//! Checks the options of a key part that imply a time.

use PartOption::{
    Encoding, Escape, Java, Length, MinuteOfDay, MsOfDay, Ordered, ReverseLabels, Text,
};
use hbase_model::time::TimeKind;

use crate::attr::{PartOption, PartOptions, SetOptions};
use crate::errors::Sink;

pub(super) fn check_part_times(part: &PartOptions, sink: &Sink) {
    time_has_known_width(part, sink);
    offset_needs_date(part, sink);
    align_is_coarser(part, sink);
    reverse_needs_digits(part, sink);
}

/// Encodings other than a time's; together with a time's options they are separate errors.
const OTHER_ENCODINGS: [PartOption; 9] = [
    Text,
    Java,
    Ordered,
    MsOfDay,
    MinuteOfDay,
    Escape,
    Length,
    ReverseLabels,
    Encoding,
];

fn time_has_known_width(part: &PartOptions, sink: &Sink) {
    // A second encoding beside `fixed` is an error of its own.
    if !part.is_time() || part.time_kind().is_some() {
        return;
    }
    let Some(fixed) = part.fixed.spanned() else {
        return;
    };
    let expected = if part.seconds.is_set() {
        "expected 10 with `seconds`, or no `fixed` for 4 bytes"
    } else {
        "expected 8 (yyyyMMdd), 14 (yyyyMMddHHmmss), 17 (with milliseconds), 13 or 19 (milliseconds since 1970)"
    };
    let message = format!(
        "`fixed = {}` is not a width of a time: {expected}",
        fixed.value
    );
    sink.at(fixed.span, message);
}

/// Counts since 1970 are the same at each offset, unless they are multiples of a period.
fn offset_needs_date(part: &PartOptions, sink: &Sink) {
    let (Some(span), Some(kind)) = (part.offset.span(), part.time_kind()) else {
        return;
    };
    if kind.pattern().is_some() || part.align.is_set() || part.has_any(&OTHER_ENCODINGS) {
        return;
    }
    let count = match (kind, part.fixed.get()) {
        _ if part.fixed.is_broken() || part.format.is_broken() => return,
        (TimeKind::Millis, _) => "without digits the time is 8 bytes".to_owned(),
        (TimeKind::Seconds, _) => "`seconds` counts from 1970".to_owned(),
        (TimeKind::NegatedMillis, _) => "`negated_ts` counts from 1970".to_owned(),
        (_, Some(width)) if part.seconds.is_set() => {
            format!("`fixed = {width}` counts seconds since 1970")
        }
        (_, Some(width)) => format!("`fixed = {width}` counts milliseconds since 1970"),
        (_, None) => return,
    };
    let message = format!(
        "`offset` has no effect: {count}, the same everywhere: write `fixed = 14`, or leave it out"
    );
    sink.at(span, message);
}

/// A period must be a multiple of the unit in which the time is written.
fn align_is_coarser(part: &PartOptions, sink: &Sink) {
    let (Some(align), Some(kind)) = (part.align.spanned(), part.time_kind()) else {
        return;
    };
    if part.has_any(&OTHER_ENCODINGS) || part.format.is_broken() || part.fixed.is_broken() {
        return;
    }
    let message = match kind.unit_ms() {
        None => {
            "`align` cannot be combined with months or years, which differ in length: leave it out"
                .to_owned()
        }
        Some(unit) if i64::from(align.value) % unit != 0 => format!(
            "`align` is not a multiple of the unit in which the time is written, {} s: write a longer period, or more \
             digits",
            unit / 1000
        ),
        Some(_) => return,
    };
    sink.at(align.span, message);
}

/// A time without digits is binary, which `reverse` does not support.
fn reverse_needs_digits(part: &PartOptions, sink: &Sink) {
    let (Some(span), Some(kind)) = (part.reverse.span(), part.time_kind()) else {
        return;
    };
    let is_broken = part.fixed.is_broken() || part.format.is_broken();
    let is_binary = part.is_time() && !kind.is_digits() && !part.has_any(&OTHER_ENCODINGS);
    let is_other_error = part.reverse_ts.is_set() || part.negated_ts.is_set();
    if is_binary && !is_broken && !is_other_error {
        let message = "`reverse` reverses digits, and a time without a width has none: add \
                       `fixed = 14`, or leave it out";
        sink.at(span, message);
    }
}
