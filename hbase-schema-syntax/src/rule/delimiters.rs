//! Where one part ends and the next begins.

use proc_macro2::Span;

use crate::attr::PartAttr;
use crate::build::{part_separator, salt_of};
use crate::draft::{Draft, FieldDraft};
use crate::errors::Sink;

pub(super) fn check(draft: &Draft<'_>, sink: &Sink) {
    let parts = draft.parts();
    let Some(((_, last), closed)) = parts.split_last() else {
        return;
    };
    nothing_follows_last(last, sink);
    separates_something(draft, sink);
    unseparated_once(&parts, sink);
    for (_, part) in &parts {
        unseparated_alone(part, sink);
    }
    for (field, part) in closed {
        is_no_repetition(draft, part, sink);
        tells_its_end(draft, field, part, sink);
        cannot_stand_inside(draft, field, part, sink);
    }
}

fn nothing_follows_last(last: &PartAttr, sink: &Sink) {
    if let Some(span) = last.separator.said() {
        sink.at(
            span,
            "`separator` has no effect on the last part: nothing follows it",
        );
    }
}

/// From the end of the key, the start of one part can be told, not that of two.
fn unseparated_once(parts: &[(&FieldDraft<'_>, &PartAttr)], sink: &Sink) {
    let mut said = parts
        .iter()
        .filter_map(|(field, part)| Some((field, part.unseparated.said()?)));
    let Some((first, _)) = said.next() else {
        return;
    };
    for (_, span) in said {
        let message = format!(
            "only one part can be `unseparated`, and `{}` is it already: close this one with a \
             separator, or give it `fixed = n`",
            first.ident
        );
        sink.at(span, message);
    }
    if let Some((_, last)) = parts.last()
        && let Some(span) = last.unseparated.said()
    {
        let message = "`unseparated` has no effect on the last part: it ends where the key does";
        sink.at(span, message);
    }
}

/// What gives a part an end needs no other.
fn unseparated_alone(part: &PartAttr, sink: &Sink) {
    let Some(span) = part.unseparated.said() else {
        return;
    };
    let options = [
        ("separator", part.separator.said()),
        ("fixed", part.fixed.said()),
        ("reverse_ts", part.reverse_ts.said()),
        ("ms_of_day", part.ms_of_day.said()),
        ("minute_of_day", part.minute_of_day.said()),
        ("java", part.java.said()),
        ("ordered", part.ordered.said()),
    ];
    if let Some((option, _)) = options.into_iter().find(|(_, said)| said.is_some()) {
        let message = format!(
            "`unseparated` cannot stand beside `{option}`, which says where the part ends: keep one"
        );
        sink.at(span, message);
    }
}

fn separates_something(draft: &Draft<'_>, sink: &Sink) {
    let key = draft.attrs.key.as_ref();
    let Some(span) = key.and_then(|k| k.separator.said()) else {
        return;
    };
    let salted = salt_of(draft).is_some() || key.is_some_and(|k| k.salt.said().is_some());
    let parts = draft.parts();
    let closed = parts.split_last().map_or(&[][..], |(_, closed)| closed);
    let closes_part = closed.iter().any(|(_, p)| p.separator.said().is_none());
    if !salted && !closes_part {
        let message = "`separator` has no effect: there is nothing that it would separate";
        sink.at(span, message);
    }
}

fn is_no_repetition(draft: &Draft<'_>, part: &PartAttr, sink: &Sink) {
    let of_key = draft.attrs.key.as_ref().and_then(|k| k.separator.get());
    let own = part.separator.spanned();
    if let (Some(key), Some(own)) = (of_key, own)
        && *key == own.value
    {
        let message =
            format!("`separator = \"{key}\"` is the whole key's already: leave it out here");
        sink.at(own.span, message);
    }
}

/// The type tells the rest: these forms have no end of their own, whatever the type.
fn tells_its_end(draft: &Draft<'_>, field: &FieldDraft<'_>, part: &PartAttr, sink: &Sink) {
    let ends = part_separator(draft, part).is_some() || part.unseparated.said().is_some();
    if ends || is_broken(draft, part) {
        return;
    }
    let Some((option, span)) = endless_option(part) else {
        return;
    };
    let name = field.ident;
    let message = format!(
        "where `{name}` ends cannot be told: `{option}` has no width, and another part follows: \
         add a separator, as in `#[rowkey(separator = \"_\")]` on the struct, or `fixed = n`"
    );
    sink.at(span, message);
}

/// `text` or `reverse`, where no other option has a say: those conflict, which is said elsewhere.
fn endless_option(part: &PartAttr) -> Option<(&'static str, Span)> {
    let options = part.said();
    let mut said = options
        .into_iter()
        .filter_map(|(name, span)| Some((name, span?)));
    match (said.next(), said.next(), said.next()) {
        (Some(("reverse", _)), Some((name @ "text", span)), None)
        | (Some((name @ ("text" | "reverse"), span)), None, None) => Some((name, span)),
        _ => None,
    }
}

/// A separator with a mistake may be the one that closes it.
fn is_broken(draft: &Draft<'_>, part: &PartAttr) -> bool {
    let of_key = draft.attrs.key.as_ref();
    part.separator.is_broken() || of_key.is_some_and(|k| k.separator.is_broken())
}

fn has_width(part: &PartAttr) -> bool {
    part.fixed.said().is_some()
        || part.reverse_ts.said().is_some()
        || part.ms_of_day.said().is_some()
        || part.minute_of_day.said().is_some()
}

/// Letters and digits are what parts are made of: only a width tells them apart.
fn cannot_stand_inside(draft: &Draft<'_>, field: &FieldDraft<'_>, part: &PartAttr, sink: &Sink) {
    let Some(separator) = part_separator(draft, part) else {
        return;
    };
    if has_width(part) || !separator.bytes().any(|b| b.is_ascii_alphanumeric()) {
        return;
    }
    let of_key = draft.attrs.key.as_ref();
    let span = part
        .separator
        .spanned()
        .or_else(|| of_key?.separator.spanned());
    let name = field.ident;
    let message = format!(
        "the separator `{separator}` may stand inside `{name}`: give `{name}` a width by \
         `fixed = n`, or take a separator without letters and digits"
    );
    sink.at(span.map_or(part.span, |s| s.span), message);
}
