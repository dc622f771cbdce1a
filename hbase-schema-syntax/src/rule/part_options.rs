//! Options of one part that exclude each other, or have no effect beside each other.

use proc_macro2::Span;

use crate::attr::PartAttr;
use crate::errors::Sink;

pub(super) fn check(part: &PartAttr, sink: &Sink) {
    one_form(part, sink);
    excluded(part, sink);
    one_pad(part, sink);
    pad_needs_width(part, sink);
    max_bounds_something(part, sink);
}

/// Each of these alone says how the bytes come about.
const FORMS: [&str; 8] = [
    "fixed",
    "reverse_ts",
    "text",
    "java",
    "ordered",
    "ms_of_day",
    "minute_of_day",
    "encoding",
];

/// Only a time in digits, newest first, is made of two.
fn one_form(part: &PartAttr, sink: &Sink) {
    let forms: Vec<(&str, Span)> = FORMS
        .iter()
        .filter_map(|form| Some((*form, said(part, form)?)))
        .collect();
    let Some((&(first, _), rest)) = forms.split_first() else {
        return;
    };
    for &(form, span) in rest {
        if (first, form) != ("fixed", "reverse_ts") {
            let message =
                format!("`{form}` and `{first}` are two ways to write one part: keep one");
            sink.at(span, message);
        }
    }
}

/// An option, one it cannot stand beside, and the reason with the fix.
const EXCLUDED: &[(&str, &str, &str)] = &[
    (
        "reverse",
        "reverse_ts",
        "one turns the digits, the other the order: keep one",
    ),
    (
        "reverse",
        "desc",
        "a part that is written backwards has no order to turn: keep one",
    ),
    (
        "reverse",
        "java",
        "only text and digits are written backwards: leave it out",
    ),
    (
        "reverse",
        "ordered",
        "only text and digits are written backwards: leave it out",
    ),
    (
        "reverse",
        "ms_of_day",
        "only text and digits are written backwards: leave it out",
    ),
    (
        "reverse",
        "minute_of_day",
        "only text and digits are written backwards: leave it out",
    ),
    (
        "reverse",
        "encoding",
        "the encoding alone says what the bytes are: write them backwards there",
    ),
    (
        "desc",
        "reverse_ts",
        "`reverse_ts` is newest first already: leave it out",
    ),
    (
        "desc",
        "text",
        "digits without padding have no order: write `fixed = n` instead of `text`",
    ),
    (
        "pad_left",
        "reverse_ts",
        "a time always fills its digits: leave it out",
    ),
    (
        "pad_left",
        "offset",
        "a time always fills its digits: leave it out",
    ),
    (
        "pad_left",
        "truncate",
        "a time always fills its digits: leave it out",
    ),
    (
        "pad_right",
        "reverse_ts",
        "a time always fills its digits: leave it out",
    ),
    (
        "pad_right",
        "offset",
        "a time always fills its digits: leave it out",
    ),
    (
        "pad_right",
        "truncate",
        "a time always fills its digits: leave it out",
    ),
    (
        "offset",
        "text",
        "only a time in digits has an offset: leave it out",
    ),
    (
        "offset",
        "java",
        "only a time in digits has an offset: leave it out",
    ),
    (
        "offset",
        "ordered",
        "only a time in digits has an offset: leave it out",
    ),
    (
        "offset",
        "ms_of_day",
        "a time of day has no offset: leave it out",
    ),
    (
        "offset",
        "minute_of_day",
        "a time of day has no offset: leave it out",
    ),
    (
        "offset",
        "encoding",
        "the encoding alone says what the bytes are: leave it out",
    ),
    ("truncate", "text", "only a time is cut off: leave it out"),
    ("truncate", "java", "only a time is cut off: leave it out"),
    (
        "truncate",
        "ordered",
        "only a time is cut off: leave it out",
    ),
    (
        "truncate",
        "encoding",
        "the encoding alone says what the bytes are: leave it out",
    ),
];

fn excluded(part: &PartAttr, sink: &Sink) {
    for (option, other, why) in EXCLUDED {
        if let (Some(span), Some(_)) = (said(part, option), said(part, other)) {
            sink.at(
                span,
                format_args!("`{option}` cannot stand beside `{other}`: {why}"),
            );
        }
    }
}

fn one_pad(part: &PartAttr, sink: &Sink) {
    if let (Some(_), Some(right)) = (part.pad_left.said(), part.pad_right.said()) {
        sink.at(
            right,
            "`pad_right` cannot stand beside `pad_left`: a part is filled up on one side",
        );
    }
}

fn pad_needs_width(part: &PartAttr, sink: &Sink) {
    if part.fixed.said().is_some() {
        return;
    }
    let pads = [
        ("pad_left", part.pad_left.said()),
        ("pad_right", part.pad_right.said()),
    ];
    for (pad, span) in pads {
        if let Some(span) = span {
            let message =
                format!("`{pad}` has no effect without a width: add `fixed = n`, or leave it out");
            sink.at(span, message);
        }
    }
}

/// Options that give a part a width, or an end that its own bytes tell.
const WIDTHS: [&str; 7] = [
    "fixed",
    "reverse_ts",
    "ms_of_day",
    "minute_of_day",
    "java",
    "offset",
    "truncate",
];

fn max_bounds_something(part: &PartAttr, sink: &Sink) {
    let Some(span) = part.max.said() else { return };
    if let Some(option) = WIDTHS.iter().find(|width| said(part, width).is_some()) {
        let message = format!(
            "`max` has no effect beside `{option}`, which gives the part a width: leave it out"
        );
        sink.at(span, message);
    }
}

fn said(part: &PartAttr, option: &str) -> Option<Span> {
    let options = part.said();
    let found = options.iter().find(|(name, _)| *name == option)?;
    found.1
}
