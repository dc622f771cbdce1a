//! Checks the salt, and the parts that feed it.

use PartOption::{
    Escape, Java, Length, MinuteOfDay, MsOfDay, Ordered, PadLeft, PadRight, ReverseLabels, Text,
};
use hbase_model::layout::{Salt, SaltText};
use hbase_model::time::TimeKind;

use crate::ast::Spanned;
use crate::attr::{PartOption, PartOptions, SetOptions, digits};
use crate::draft::Draft;
use crate::errors::Sink;

pub(super) fn check_salts(draft: &Draft<'_>, sink: &Sink) {
    let parts: Vec<&PartOptions> = draft.parts().into_iter().map(|(_, part)| part).collect();
    for part in &parts {
        format_needs_time(part, sink);
        fits_width(part, sink);
        format_is_in_key(part, sink);
    }
    if !draft.has_salt_option() {
        return chosen_text_needs_salt(&parts, sink);
    }
    let Some(salt) = &draft.salt() else {
        return;
    };
    fits_its_width(salt, sink);
    binary_in_text_key(draft, salt, sink);
    narrow_without_separator(draft, salt, sink);
    is_fed(salt, &parts, sink);
    takes_one_part(salt, &parts, sink);
    for part in parts {
        feeds_nothing(salt, part, sink);
        hashes_whole_parts(salt, part, sink);
    }
}

/// The salt's kind, in the attribute's syntax.
fn kind(salt: &Salt) -> String {
    let written = salt.to_string();
    let end = written.find('(').unwrap_or(written.len());
    written[..end].to_owned()
}

/// The selected characters, in the attribute's syntax; `None` for whole parts.
fn chosen(text: &SaltText) -> Option<String> {
    match text {
        SaltText::First(n) => Some(format!("first({n})")),
        SaltText::Last(n) => Some(format!("last({n})")),
        SaltText::Format(pattern) => Some(format!("format(\"{pattern}\")")),
        _ => None,
    }
}

fn fits_its_width(salt: &Spanned<Salt>, sink: &Sink) {
    let Salt::With { width, values, .. } = salt.value else {
        return;
    };
    if !salt.value.fits_width() {
        let unit = if salt.value.is_text() {
            "digits"
        } else {
            "bytes"
        };
        let message = format!(
            "`values = {values}` needs more than `width = {width}` {unit}: write a greater `width`, or remove it"
        );
        sink.at(salt.span, message);
    }
}

fn is_fed(salt: &Spanned<Salt>, parts: &[&PartOptions], sink: &Sink) {
    let marked = parts.iter().any(|p| p.salt.is_set());
    if salt.value.is_computed() && !marked && !parts.is_empty() {
        let message = format!(
            "no part feeds the salt `{}`: mark the parts that it is computed from with `#[rowkey(salt)]`",
            kind(&salt.value)
        );
        sink.at(salt.span, message);
    }
}

fn takes_one_part(salt: &Spanned<Salt>, parts: &[&PartOptions], sink: &Sink) {
    let mut marks = parts.iter().filter_map(|part| part.salt.span());
    if let (Salt::Modulo { .. }, Some(second)) = (&salt.value, marks.nth(1)) {
        let message = "`modulo` is computed from one part: mark only one, or use `crc32(N)`, \
                       which takes the bytes of several";
        sink.at(second, message);
    }
}

fn feeds_nothing(salt: &Spanned<Salt>, part: &PartOptions, sink: &Sink) {
    if let (false, Some(mark)) = (salt.value.is_computed(), part.salt.span()) {
        let message = format!(
            "`salt` has no effect here: `{}` is computed from no part",
            kind(&salt.value)
        );
        sink.at(mark, message);
    }
}

fn hashes_whole_parts(salt: &Spanned<Salt>, part: &PartOptions, sink: &Sink) {
    let of_text = matches!(
        salt.value,
        Salt::RegionNumber { .. } | Salt::JavaHash { .. }
    );
    let Some(text) = part.salt.spanned() else {
        return;
    };
    if of_text || !salt.value.is_computed() {
        return;
    }
    if let Some(chosen) = chosen(&text.value) {
        let message = format!(
            "`salt = {chosen}` has no effect on `{}`, which takes whole parts: write `salt` \
             alone, or use `region_number` or `java_hash`",
            kind(&salt.value)
        );
        sink.at(text.span, message);
    }
}

/// Only marks without a value mean `buckets(16)`.
fn chosen_text_needs_salt(parts: &[&PartOptions], sink: &Sink) {
    for text in parts.iter().filter_map(|p| p.salt.spanned()) {
        if let Some(chosen) = chosen(&text.value) {
            let message = format!(
                "`salt = {chosen}` feeds no salt: add `#[rowkey(salt = region_number(N))]` or \
                 `#[rowkey(salt = java_hash(N))]` to the struct"
            );
            sink.at(text.span, message);
        }
    }
}

fn binary_in_text_key(draft: &Draft<'_>, salt: &Spanned<Salt>, sink: &Sink) {
    let is_text = draft.key().is_some_and(|k| k.separator.is_set());
    if let (true, Salt::Md5 { bytes, .. }) = (is_text, &salt.value) {
        let digits = u16::from(*bytes) * 2;
        let message = format!(
            "`md5({bytes})` is binary, and a key with a separator is text: write \
             `md5_hex({digits})`, or remove the separator"
        );
        sink.at(salt.span, message);
    }
}

/// A number that exceeds its padding has more digits than the others; such tables exist.
fn narrow_without_separator(draft: &Draft<'_>, salt: &Spanned<Salt>, sink: &Sink) {
    let (Salt::RegionNumber {
        regions: count,
        width,
    }
    | Salt::JavaHash {
        buckets: count,
        width,
    }) = salt.value
    else {
        return;
    };
    let needed = digits(count);
    let first = draft.separator().and_then(|s| s.value.first());
    let closes = draft.has_broken_separator() || first.is_some_and(|c| !c.is_ascii_digit());
    if width >= needed || closes {
        return;
    }
    let message = format!(
        "`width = {width}` is less than the {needed} digits of number {}, so that only a separator \
         determines where the salt ends: add `separator = \"_\"`, or write `width = {needed}`",
        count - 1
    );
    sink.at(salt.span, message);
}

/// Options that imply another type than a time.
const OTHER_THAN_TIMES: [PartOption; 10] = [
    PadLeft,
    PadRight,
    MsOfDay,
    MinuteOfDay,
    Text,
    Java,
    Ordered,
    Escape,
    Length,
    ReverseLabels,
];

fn format_needs_time(part: &PartOptions, sink: &Sink) {
    let Some(text) = part.salt.spanned() else {
        return;
    };
    let other = part.set_among(&OTHER_THAN_TIMES).into_iter().next();
    if let (SaltText::Format(_), Some((option, _))) = (&text.value, other) {
        let message = format!(
            "`salt = format(…)` is for times, and `{}` is not: write `last(n)`, `first(n)` \
             or `salt` alone",
            option.name()
        );
        sink.at(text.span, message);
    }
}

/// A salt is recomputed from the key, which must contain its input.
fn format_is_in_key(part: &PartOptions, sink: &Sink) {
    let (Some(text), Some(digits)) = (part.salt.spanned(), date_digits(part)) else {
        return;
    };
    let is_finer = |letter: char| letter.is_ascii_alphabetic() && !digits.contains(letter);
    if let SaltText::Format(pattern) = &text.value
        && pattern.contains(is_finer)
    {
        let written = match part.fixed.get() {
            Some(width) => format!("fixed = {width}"),
            None => format!("format = \"{digits}\""),
        };
        let message = format!(
            "`format(\"{pattern}\")` is finer than `{written}`, and the salt must be known \
             from the key: write a coarser pattern, or more digits"
        );
        sink.at(text.span, message);
    }
}

/// The digits of a date that the part has.
fn date_digits(part: &PartOptions) -> Option<&'static str> {
    let has_width = part.fixed.is_set() || part.format.is_set();
    let kind = part.time_kind().filter(|_| has_width);
    kind.and_then(TimeKind::pattern)
}

fn fits_width(part: &PartOptions, sink: &Sink) {
    let digits = part.format.get().map(|kind| u16::from(kind.width()));
    let width = part.fixed.get().copied().or(digits);
    let (Some(text), Some(width)) = (part.salt.spanned(), width) else {
        return;
    };
    if let SaltText::First(n) | SaltText::Last(n) = &text.value
        && *n > width
    {
        let message = format!(
            "the part has {width} characters, fewer than {n}: write `salt` alone for all of it"
        );
        sink.at(text.span, message);
    }
}
