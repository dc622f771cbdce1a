//! Checks that decoding can find the end of each part.

use PartOption::{
    Align, Escape, Fixed, Format, Java, Length, MinuteOfDay, MsOfDay, NegatedTs, Ordered, Reverse,
    ReverseLabels, ReverseTs, Seconds, Separator, Terminator, Text,
};
use hbase_model::layout::separator::{quoted, shown};
use proc_macro2::Span;

use crate::attr::{PartOption, PartOptions, SetOptions};
use crate::draft::{Draft, FieldDraft};
use crate::errors::Sink;

pub(super) fn check_delimiters(draft: &Draft<'_>, sink: &Sink) {
    let parts = draft.parts();
    let Some(((_, last), inner)) = parts.split_last() else {
        return;
    };
    nothing_follows_last(last, sink);
    separates_something(draft, sink);
    unseparated_once(&parts, sink);
    for (field, part) in &parts {
        if has_one_end(part, sink) {
            inverts_nul(part, sink);
        }
        if part.terminator.is_set() {
            is_not_in_labels(draft, field, part, sink);
            cannot_stand_inside(draft, field, part, sink);
        }
    }
    for (field, part) in inner {
        is_no_repetition(draft, part, sink);
        omits_something(draft, part, sink);
        has_an_end(draft, field, part, sink);
        if !part.terminator.is_set() {
            is_not_in_labels(draft, field, part, sink);
            cannot_stand_inside(draft, field, part, sink);
        }
    }
}

fn nothing_follows_last(last: &PartOptions, sink: &Sink) {
    if let Some(span) = last.separator.span() {
        sink.at(
            span,
            "`separator` has no effect on the last part: nothing follows it",
        );
    }
}

/// From the end of the key, the start of only one such part can be determined.
fn unseparated_once(parts: &[(&FieldDraft<'_>, &PartOptions)], sink: &Sink) {
    let mut unseparated = parts
        .iter()
        .filter_map(|(field, part)| Some((field, part.unseparated.span()?)));
    let Some((first, _)) = unseparated.next() else {
        return;
    };
    for (_, span) in unseparated {
        let message = format!(
            "only one part can be `unseparated`, and `{}` already is: close this one with a \
             separator, or give it `fixed = n`",
            first.ident
        );
        sink.at(span, message);
    }
    if let Some((_, last)) = parts.last()
        && let Some(span) = last.unseparated.span()
    {
        let message = "`unseparated` has no effect on the last part: it ends where the key does";
        sink.at(span, message);
    }
}

/// Options that determine a part's end, other than a separator for the whole key.
const ENDS: [PartOption; 13] = [
    Terminator,
    Separator,
    Fixed,
    ReverseTs,
    Seconds,
    NegatedTs,
    Format,
    Align,
    MsOfDay,
    MinuteOfDay,
    Java,
    Ordered,
    Length,
];

/// `unseparated` and `terminator` exclude other options that determine the end.
fn has_one_end(part: &PartOptions, sink: &Sink) -> bool {
    let ends = part.set_among(&ENDS).into_iter();
    let is_end = |option: &PartOption| *option != Separator || !part.has_no_separator();
    let ends: Vec<_> = ends.filter(|(option, _)| is_end(option)).collect();
    let (name, span, end) = if let Some(span) = part.unseparated.span() {
        ("unseparated", span, ends.first())
    } else if let Some(span) = part.terminator.span() {
        let other = ends.iter().find(|(option, _)| *option != Terminator);
        ("terminator", span, other)
    } else {
        return true;
    };
    if let Some((option, _)) = end {
        let message = format!(
            "`{name}` cannot be combined with `{}`, which determines where the part ends: keep one",
            option.name()
        );
        sink.at(span, message);
    }
    end.is_none()
}

/// Only a NUL byte is below all bytes of a text, so that its inverse is above all of them.
fn inverts_nul(part: &PartOptions, sink: &Sink) {
    let Some(terminator) = part.terminator.spanned().filter(|_| part.desc.is_set()) else {
        return;
    };
    if terminator.value != [0] {
        let message = "`desc` needs the terminator `b\"\\0\"`, which it inverts too: with another one, the texts \
                       would not be in descending order";
        sink.at(terminator.span, message);
    }
}

fn separates_something(draft: &Draft<'_>, sink: &Sink) {
    let Some(span) = draft.key().and_then(|k| k.separator.span()) else {
        return;
    };
    let is_salted = draft.salt().is_some() || draft.has_salt_option();
    let inner = draft.inner_parts();
    // A part that repeats the separator of the key has an error of its own.
    let repeats = |part: &PartOptions| {
        let own = part.own_separator();
        own.is_some_and(|own| draft.separator().is_some_and(|key| key.value == own.value))
    };
    let has_own = |part: &PartOptions| part.separator.is_set() || part.terminator.is_set();
    let closes_part = inner
        .iter()
        .any(|(_, part)| !has_own(part) || repeats(part));
    if !is_salted && !closes_part {
        let message = "`separator` has no effect: there is nothing that it would separate";
        sink.at(span, message);
    }
}

fn is_no_repetition(draft: &Draft<'_>, part: &PartOptions, sink: &Sink) {
    if let (Some(key), Some(own)) = (draft.separator(), part.own_separator())
        && key.value == own.value
    {
        let message = format!(
            "`separator = {}` is the whole key's already: leave it out here",
            quoted(&key.value)
        );
        sink.at(own.span, message);
    }
}

/// A part can only do without a separator that the key has.
fn omits_something(draft: &Draft<'_>, part: &PartOptions, sink: &Sink) {
    let Some(span) = part.separator.span().filter(|_| part.has_no_separator()) else {
        return;
    };
    if part.unseparated.is_set() {
        sink.at(
            span,
            "`separator = none` has no effect together with `unseparated`, which says the same: leave it out",
        );
    } else if part.terminator.is_set() {
        sink.at(
            span,
            "`separator = none` cannot be combined with `terminator`, which follows the part: keep one",
        );
    } else if draft.separator().is_none() && !draft.has_broken_separator() {
        let message = format!(
            "`separator = none` has no effect: `#[{}]` on the struct declares no separator, leave it out",
            draft.key_attribute
        );
        sink.at(span, message);
    }
}

/// Rejects encodings that have no end for any type; for others the type decides.
fn has_an_end(draft: &Draft<'_>, field: &FieldDraft<'_>, part: &PartOptions, sink: &Sink) {
    let has_end = draft.separator_after(part).is_some() || part.unseparated.is_set();
    let is_broken = part.separator.is_broken() || part.terminator.is_broken();
    // An invalid separator may be the one that closes the part.
    if has_end || is_broken || draft.has_broken_separator() {
        return;
    }
    let Some((option, span)) = endless_option(part) else {
        return;
    };
    let (name, option) = (field.ident, option.name());
    let fix = if part.has_no_separator() {
        "leave out `separator = none`, or add `fixed = n`".to_owned()
    } else {
        let attribute = draft.key_attribute;
        format!(
            "add a separator, as in `#[{attribute}(separator = \"_\")]` on the struct, or `fixed = n`"
        )
    };
    let message = format!(
        "the end of `{name}` cannot be determined: `{option}` has no width, and another part follows: {fix}",
    );
    sink.at(span, message);
}

/// `text`, `escape`, `reverse` or `reverse_labels`, unless another option conflicts with it, which is a separate error.
fn endless_option(part: &PartOptions) -> Option<(PartOption, Span)> {
    match part.set_among(&PartOption::OF_ENCODING)[..] {
        [(Reverse, _), (Text, span)] => Some((Text, span)),
        [(option @ (Text | Escape | Reverse | ReverseLabels), span)] => Some((option, span)),
        _ => None,
    }
}

/// Rejects separators that are between the labels, too.
fn is_not_in_labels(draft: &Draft<'_>, field: &FieldDraft<'_>, part: &PartOptions, sink: &Sink) {
    let Some(labels) = part.reverse_labels.spanned() else {
        return;
    };
    let Some(separator) = draft.separator_after(part) else {
        return;
    };
    if separator.value.contains(&labels.value) {
        let message = format!(
            "the separator {} ends `{}`, but {} is between its labels, too: take another separator",
            quoted(separator.value),
            field.ident,
            quoted(&[labels.value])
        );
        sink.at(labels.span, message);
    }
}

/// Rejects separators of letters or digits: parts contain them, so that only a width separates
/// them.
fn cannot_stand_inside(draft: &Draft<'_>, field: &FieldDraft<'_>, part: &PartOptions, sink: &Sink) {
    let Some(separator) = draft.separator_after(part) else {
        return;
    };
    // Escaped text is checked on its own.
    let has_width = part.is_time() || part.has_any(&[Escape, Fixed, Length, MsOfDay, MinuteOfDay]);
    if has_width || !separator.value.iter().any(u8::is_ascii_alphanumeric) {
        return;
    }
    let (name, text) = (field.ident, shown(separator.value));
    let message = format!(
        "the separator `{text}` may occur inside `{name}`: give `{name}` a width by \
         `fixed = n`, or take a separator without letters and digits"
    );
    sink.at(separator.span, message);
}
