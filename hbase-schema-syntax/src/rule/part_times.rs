//! Checks the options of a key part that imply a time.

use PartOption::{Encoding, Java, MinuteOfDay, MsOfDay, Ordered, Text};

use crate::attr::{PartOption, PartOptions, SetOptions};
use crate::errors::Sink;

pub(super) fn check_part_times(part: &PartOptions, sink: &Sink) {
    time_has_known_width(part, sink);
    offset_needs_calendar_digits(part, sink);
    reverse_needs_digits(part, sink);
}

const WIDTHS: [u16; 5] = [8, 13, 14, 17, 19];

/// The widths that contain a date; 13 and 19 digits are milliseconds.
const CALENDAR: [u16; 3] = [8, 14, 17];

/// Encodings other than a time's; together with a time's options they are separate errors.
const OTHER_ENCODINGS: [PartOption; 6] = [Text, Java, Ordered, MsOfDay, MinuteOfDay, Encoding];

fn time_has_known_width(part: &PartOptions, sink: &Sink) {
    let Some(fixed) = part.fixed.spanned().filter(|_| part.is_time()) else {
        return;
    };
    if !WIDTHS.contains(&fixed.value) {
        let message = format!(
            "`fixed = {}` is not a width of a time: expected 8 (yyyyMMdd), 14 (yyyyMMddHHmmss), 17 \
             (with milliseconds), 13 or 19 (milliseconds since 1970)",
            fixed.value
        );
        sink.at(fixed.span, message);
    }
}

fn offset_needs_calendar_digits(part: &PartOptions, sink: &Sink) {
    let Some(span) = part.offset.span() else {
        return;
    };
    let digits = match part.fixed.get() {
        Some(width) if WIDTHS.contains(width) && !CALENDAR.contains(width) => {
            format!("`fixed = {width}` counts milliseconds since 1970, the same everywhere")
        }
        None if !part.fixed.is_set() && !part.has_any(&OTHER_ENCODINGS) => {
            String::from("without digits the time is 8 bytes, the same everywhere")
        }
        _ => return,
    };
    let message = format!("`offset` has no effect: {digits}: write `fixed = 14`, or leave it out");
    sink.at(span, message);
}

/// A time without digits has 8 bytes, which `reverse` does not support.
fn reverse_needs_digits(part: &PartOptions, sink: &Sink) {
    let Some(span) = part.reverse.span() else {
        return;
    };
    let is_binary = part.is_time() && !part.fixed.is_set() && !part.has_any(&OTHER_ENCODINGS);
    if is_binary && !part.reverse_ts.is_set() {
        let message = "`reverse` reverses digits, and a time without a width has none: add \
                       `fixed = 14`, or leave it out";
        sink.at(span, message);
    }
}
