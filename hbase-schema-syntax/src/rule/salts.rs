//! The salt, and the parts that feed it.

use hbase_model::layout::SaltText;

use crate::ast::Spanned;
use crate::attr::{KeyAttr, PartAttr, SaltSpec, digits};
use crate::draft::Draft;
use crate::errors::Sink;
use crate::read::Slot;

pub(super) fn check(draft: &Draft<'_>, sink: &Sink) {
    let parts: Vec<&PartAttr> = draft.parts().into_iter().map(|(_, part)| part).collect();
    for part in &parts {
        format_needs_time(part, sink);
        fits_width(part, sink);
        format_is_in_key(part, sink);
    }
    let key = draft.attrs.key.as_ref();
    let Some(salt) = key.map(|k| &k.salt).filter(|s| s.said().is_some()) else {
        return chosen_text_needs_salt(&parts, sink);
    };
    let Some(salt) = salt.spanned() else { return };
    binary_in_text_key(key, salt, sink);
    narrow_without_separator(key, salt, sink);
    is_fed(salt, &parts, sink);
    for part in parts {
        feeds_nothing(salt, part, sink);
        hashes_whole_parts(salt, part, sink);
    }
}

/// How a salt is named in messages, and whether parts feed it.
fn kind(salt: &SaltSpec) -> (&'static str, bool) {
    match salt {
        SaltSpec::Buckets(_) => ("buckets", true),
        SaltSpec::Md5Hex { .. } => ("md5_hex", true),
        SaltSpec::Md5(_) => ("md5", true),
        SaltSpec::RegionNumber { .. } => ("region_number", true),
        SaltSpec::JavaHash { .. } => ("java_hash", true),
        SaltSpec::Random(_) => ("random", false),
        SaltSpec::RoundRobin(_) => ("round_robin", false),
    }
}

/// As it was written.
fn written(text: &SaltText) -> Option<String> {
    match text {
        SaltText::First(n) => Some(format!("first({n})")),
        SaltText::Last(n) => Some(format!("last({n})")),
        SaltText::Format(pattern) => Some(format!("format(\"{pattern}\")")),
        _ => None,
    }
}

fn is_fed(salt: &Spanned<SaltSpec>, parts: &[&PartAttr], sink: &Sink) {
    let (name, fed) = kind(&salt.value);
    let marked = parts.iter().any(|p| p.salt.said().is_some());
    if fed && !marked && !parts.is_empty() {
        let message = format!(
            "no part feeds the salt `{name}`: mark what it is computed from with `#[rowkey(salt)]`"
        );
        sink.at(salt.span, message);
    }
}

fn feeds_nothing(salt: &Spanned<SaltSpec>, part: &PartAttr, sink: &Sink) {
    let (name, fed) = kind(&salt.value);
    if let (false, Some(mark)) = (fed, part.salt.said()) {
        let message = format!("`salt` has no effect here: `{name}` is computed from no part");
        sink.at(mark, message);
    }
}

fn hashes_whole_parts(salt: &Spanned<SaltSpec>, part: &PartAttr, sink: &Sink) {
    let (name, fed) = kind(&salt.value);
    let by_text = matches!(name, "region_number" | "java_hash");
    let Some(text) = part.salt.spanned().filter(|_| fed && !by_text) else {
        return;
    };
    if let Some(chosen) = written(&text.value) {
        let message = format!(
            "`salt = {chosen}` has no effect on `{name}`, which takes whole parts: write `salt` \
             alone, or use `region_number` or `java_hash`"
        );
        sink.at(text.span, message);
    }
}

/// Only marks that stand alone mean `buckets(16)`.
fn chosen_text_needs_salt(parts: &[&PartAttr], sink: &Sink) {
    for text in parts.iter().filter_map(|p| p.salt.spanned()) {
        if let Some(chosen) = written(&text.value) {
            let message = format!(
                "`salt = {chosen}` feeds no salt: add `#[rowkey(salt = region_number(N))]` or \
                 `#[rowkey(salt = java_hash(N))]` to the struct"
            );
            sink.at(text.span, message);
        }
    }
}

fn binary_in_text_key(key: Option<&KeyAttr>, salt: &Spanned<SaltSpec>, sink: &Sink) {
    let separated = key.is_some_and(|k| k.separator.said().is_some());
    if let (true, SaltSpec::Md5(bytes)) = (separated, &salt.value) {
        let digits = u16::from(*bytes) * 2;
        let message = format!(
            "`md5({bytes})` is binary, and a key with a separator is text: write \
             `md5_hex({digits})`, or take the separator away"
        );
        sink.at(salt.span, message);
    }
}

/// A number that outgrows its padding has more digits than the others: tables written so exist.
fn narrow_without_separator(key: Option<&KeyAttr>, salt: &Spanned<SaltSpec>, sink: &Sink) {
    let (SaltSpec::RegionNumber {
        regions: count,
        width,
    }
    | SaltSpec::JavaHash {
        buckets: count,
        width,
    }) = salt.value
    else {
        return;
    };
    let separator = key.map(|k| &k.separator);
    let needed = digits(count);
    if width >= needed || separator.is_some_and(Slot::is_broken) {
        return;
    }
    let first = separator.and_then(|s| s.get()?.chars().next());
    if first.is_some_and(|first| !first.is_ascii_digit()) {
        return;
    }
    let message = format!(
        "`width = {width}` is less than the {needed} digits of number {}, so that only a separator \
         tells where the salt ends: add `separator = \"_\"`, or write `width = {needed}`",
        count - 1
    );
    sink.at(salt.span, message);
}

fn format_needs_time(part: &PartAttr, sink: &Sink) {
    let Some(Spanned {
        value: SaltText::Format(_),
        span,
    }) = part.salt.spanned()
    else {
        return;
    };
    let not_a_time = [
        "text",
        "java",
        "ordered",
        "ms_of_day",
        "minute_of_day",
        "pad_left",
        "pad_right",
    ];
    let options = part.said();
    let mut said = options.iter().filter(|(_, span)| span.is_some());
    if let Some((option, _)) = said.find(|(name, _)| not_a_time.contains(name)) {
        let message = format!(
            "`salt = format(…)` is for times, and `{option}` is not: write `last(n)`, `first(n)` \
             or `salt` alone"
        );
        sink.at(*span, message);
    }
}

/// A salt is computed again from the key, which must hold what it was computed from.
fn format_is_in_key(part: &PartAttr, sink: &Sink) {
    let (Some(text), Some(width)) = (part.salt.spanned(), part.fixed.get()) else {
        return;
    };
    let finer: &[char] = match width {
        8 => &['H', 'm', 's', 'S'],
        14 => &['S'],
        _ => return,
    };
    if let SaltText::Format(pattern) = &text.value
        && pattern.contains(finer)
    {
        let message = format!(
            "`format(\"{pattern}\")` is finer than `fixed = {width}`, and the salt must be known \
             from the key: write a coarser pattern, or more digits"
        );
        sink.at(text.span, message);
    }
}

fn fits_width(part: &PartAttr, sink: &Sink) {
    let (Some(text), Some(width)) = (part.salt.spanned(), part.fixed.get()) else {
        return;
    };
    let (SaltText::First(n) | SaltText::Last(n)) = &text.value else {
        return;
    };
    if n > width {
        let message = format!(
            "the part has {width} characters, fewer than {n}: write `salt` alone for all of it"
        );
        sink.at(text.span, message);
    }
}
