//! Rejects options of one key part that exclude each other, or have no effect together.

use PartOption::{
    Align, Desc, Encoding, Escape, Fixed, Format, Java, Length, MinuteOfDay, MsOfDay, NegatedTs,
    Offset, Ordered, PadLeft, PadRight, Reverse, ReverseLabels, ReverseTs, Seconds, Text, Truncate,
};

use crate::attr::{PartOption, PartOptions, SetOptions};
use crate::errors::Sink;

pub(super) fn check_part_options(part: &PartOptions, sink: &Sink) {
    one_encoding(part, sink);
    excluded(part, sink);
    one_pad(part, sink);
    pad_needs_width(part, sink);
    max_bounds_something(part, sink);
}

/// Each of these options chooses an encoding on its own.
const ENCODINGS: [PartOption; 14] = [
    Fixed,
    ReverseTs,
    Seconds,
    NegatedTs,
    Format,
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

/// Only times have two of them: in digits or seconds, newest first.
const TOGETHER: [(PartOption, PartOption); 4] = [
    (Fixed, ReverseTs),
    (Fixed, Seconds),
    (ReverseTs, Seconds),
    (ReverseTs, Format),
];

fn one_encoding(part: &PartOptions, sink: &Sink) {
    let encodings = part.set_among(&ENCODINGS);
    let Some(&(first, _)) = encodings.first() else {
        return;
    };
    for &(other, span) in &encodings[1..] {
        if !TOGETHER.contains(&(first, other)) {
            let (other, first) = (other.name(), first.name());
            let message =
                format!("`{other}` and `{first}` are two ways to write one part: keep one");
            sink.at(span, message);
        }
    }
}

/// An option, the options that it excludes, and the reason with the fix.
const EXCLUDED: &[(PartOption, &[PartOption], &str)] = &[
    (
        Reverse,
        &[ReverseTs],
        "one reverses the digits, the other the order: keep one",
    ),
    (
        Reverse,
        &[Desc],
        "a part that is written backwards has no order to reverse: keep one",
    ),
    (
        Reverse,
        &[Java, Ordered, MsOfDay, MinuteOfDay, NegatedTs],
        "only text and digits are written backwards: leave it out",
    ),
    (
        Reverse,
        &[Escape],
        "escaped text is not written backwards: leave it out",
    ),
    (
        Reverse,
        &[Length],
        "the length before the value would be written backwards, too: leave it out",
    ),
    (
        Reverse,
        &[ReverseLabels],
        "one reverses the characters, the other the labels: keep one",
    ),
    (
        Desc,
        &[ReverseLabels],
        "reversed labels are only written in ascending order: leave it out",
    ),
    (
        Desc,
        &[Length],
        "the length comes first, so the values are in no order: leave it out",
    ),
    (
        Desc,
        &[Escape],
        "escaped text is only written in ascending order: leave it out",
    ),
    (
        Reverse,
        &[Encoding],
        "the encoding alone determines the bytes: write them backwards there",
    ),
    (
        Desc,
        &[ReverseTs],
        "`reverse_ts` is newest first already: leave it out",
    ),
    (
        Desc,
        &[NegatedTs],
        "`negated_ts` is newest first already: leave it out",
    ),
    (
        Desc,
        &[Text],
        "digits without padding have no order: write `fixed = n` instead of `text`",
    ),
    (PadLeft, &PartOption::OF_TIMES, FILLED),
    (PadRight, &PartOption::OF_TIMES, FILLED),
    (
        Offset,
        &[Text, Java, Ordered, Escape, Length, ReverseLabels],
        "only a time in digits has an offset: leave it out",
    ),
    (
        Offset,
        &[MsOfDay, MinuteOfDay],
        "a time of day has no offset: leave it out",
    ),
    (Offset, &[Encoding], ENCODED),
    (
        Truncate,
        &[Text, Java, Ordered, Escape, Length, ReverseLabels],
        "only a time is truncated: leave it out",
    ),
    (Truncate, &[Encoding], ENCODED),
    (
        Align,
        &[Text, Java, Ordered, Escape, Length, ReverseLabels],
        "only a time is aligned: leave it out",
    ),
    (
        Align,
        &[MsOfDay, MinuteOfDay],
        "a time of day is in whole milliseconds or minutes: leave it out",
    ),
    (Align, &[Encoding], ENCODED),
];

const FILLED: &str = "a time always fills its digits: leave it out";
const ENCODED: &str = "the encoding alone determines the bytes: leave it out";

fn excluded(part: &PartOptions, sink: &Sink) {
    for (option, others, why) in EXCLUDED {
        let Some(span) = part.span_of(*option) else {
            continue;
        };
        for (other, _) in part.set_among(others) {
            let (option, other) = (option.name(), other.name());
            sink.at(
                span,
                format_args!("`{option}` cannot be combined with `{other}`: {why}"),
            );
        }
    }
}

fn one_pad(part: &PartOptions, sink: &Sink) {
    if let (true, Some(right)) = (part.pad_left.is_set(), part.pad_right.span()) {
        sink.at(
            right,
            "`pad_right` cannot be combined with `pad_left`: a part is padded on one side",
        );
    }
}

fn pad_needs_width(part: &PartOptions, sink: &Sink) {
    if part.fixed.is_set() {
        return;
    }
    for (pad, span) in part.set_among(&[PadLeft, PadRight]) {
        let pad = pad.name();
        let message =
            format!("`{pad}` has no effect without a width: add `fixed = n`, or leave it out");
        sink.at(span, message);
    }
}

/// Options that give a part a width, or make it determine its own end.
const WIDTHS: [PartOption; 11] = [
    Fixed,
    ReverseTs,
    Seconds,
    NegatedTs,
    Format,
    Align,
    MsOfDay,
    MinuteOfDay,
    Java,
    Offset,
    Truncate,
];

fn max_bounds_something(part: &PartOptions, sink: &Sink) {
    let (Some(span), Some((width, _))) =
        (part.max.span(), part.set_among(&WIDTHS).into_iter().next())
    else {
        return;
    };
    let message = format!(
        "`max` has no effect together with `{}`, which gives the part a width: leave it out",
        width.name()
    );
    sink.at(span, message);
}
