//! Options of a part that is a time for certain.

use crate::attr::PartAttr;
use crate::errors::Sink;

pub(super) fn check(part: &PartAttr, sink: &Sink) {
    time_has_known_width(part, sink);
    offset_needs_calendar_digits(part, sink);
    reverse_needs_digits(part, sink);
}

const WIDTHS: [u16; 5] = [8, 13, 14, 17, 19];

/// The widths that hold a date; 13 and 19 digits count milliseconds.
const CALENDAR: [u16; 3] = [8, 14, 17];

fn time_has_known_width(part: &PartAttr, sink: &Sink) {
    let Some(fixed) = part.fixed.spanned().filter(|_| part.is_time()) else {
        return;
    };
    if !WIDTHS.contains(&fixed.value) {
        let message = format!(
            "`fixed = {}` is no width of a time: expected 8 (yyyyMMdd), 14 (yyyyMMddHHmmss), 17 \
             (with milliseconds), 13 or 19 (milliseconds since 1970)",
            fixed.value
        );
        sink.at(fixed.span, message);
    }
}

fn offset_needs_calendar_digits(part: &PartAttr, sink: &Sink) {
    let Some(span) = part.offset.said() else {
        return;
    };
    let digits = match part.fixed.get() {
        Some(width) if WIDTHS.contains(width) && !CALENDAR.contains(width) => {
            format!("`fixed = {width}` counts milliseconds since 1970, the same everywhere")
        }
        None if part.fixed.said().is_none() && !has_other_form(part) => {
            String::from("without digits the time is 8 bytes, the same everywhere")
        }
        _ => return,
    };
    let message = format!("`offset` has no effect: {digits}: write `fixed = 14`, or leave it out");
    sink.at(span, message);
}

/// Those are refused beside `offset` for a reason of their own.
fn has_other_form(part: &PartAttr) -> bool {
    let forms = [
        part.text.said(),
        part.java.said(),
        part.ordered.said(),
        part.ms_of_day.said(),
        part.minute_of_day.said(),
        part.encoding.said(),
    ];
    forms.iter().any(Option::is_some)
}

/// A time without digits is 8 bytes, which `reverse` cannot turn.
fn reverse_needs_digits(part: &PartAttr, sink: &Sink) {
    let Some(span) = part.reverse.said() else {
        return;
    };
    let binary = part.is_time() && part.fixed.said().is_none() && !has_other_form(part);
    if binary && part.reverse_ts.said().is_none() {
        let message = "`reverse` turns digits, and a time without a width has none: add \
                       `fixed = 14`, or leave it out";
        sink.at(span, message);
    }
}
