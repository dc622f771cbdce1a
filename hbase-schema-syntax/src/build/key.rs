//! The row key.

use hbase_model::layout::{Pad, Salt};

use crate::ast::{Key, Part, PartEncoding, Spanned};
use crate::attr::{PartAttr, SaltSpec};
use crate::draft::{Draft, FieldDraft};

/// How many buckets there are where only parts say `salt`.
const BUCKETS: u16 = 16;

pub(super) fn key<'a>(draft: &Draft<'a>) -> Key<'a> {
    let parts = draft.parts();
    let last = parts.len().saturating_sub(1);
    let attr = draft.attrs.key.as_ref();
    Key {
        salt: salt_of(draft),
        separator: attr.and_then(|a| a.separator.spanned().cloned()),
        parts: parts
            .iter()
            .enumerate()
            .map(|(i, (field, attr))| part(draft, field, attr, i == last))
            .collect(),
        derives: attr.and_then(|a| a.derives.cloned()).unwrap_or_default(),
    }
}

/// The salt: as the struct has it, or the usual buckets where only parts are marked.
pub(crate) fn salt_of(draft: &Draft<'_>) -> Option<Spanned<Salt>> {
    let key = draft.attrs.key.as_ref();
    let text = key.is_some_and(|k| k.separator.said().is_some());
    if let Some(salt) = key.map(|k| &k.salt).filter(|s| s.said().is_some()) {
        let spec = salt.spanned()?;
        return Some(Spanned::new(salt_as(&spec.value, text), spec.span));
    }
    let parts = draft.parts();
    let mark = parts.iter().find_map(|(_, part)| part.salt.said())?;
    let count = BUCKETS;
    Some(Spanned::new(Salt::Buckets { count, text }, mark))
}

fn salt_as(spec: &SaltSpec, text: bool) -> Salt {
    match *spec {
        SaltSpec::Buckets(count) => Salt::Buckets { count, text },
        SaltSpec::Random(count) => Salt::Random { count, text },
        SaltSpec::RoundRobin(count) => Salt::RoundRobin { count, text },
        SaltSpec::Md5(bytes) => Salt::Md5 { bytes },
        SaltSpec::Md5Hex {
            digits,
            from,
            upper,
        } => Salt::Md5Hex {
            digits,
            from,
            upper,
        },
        SaltSpec::RegionNumber { regions, width } => Salt::RegionNumber { regions, width },
        SaltSpec::JavaHash { buckets, width } => Salt::JavaHash { buckets, width },
    }
}

fn part<'a>(draft: &Draft<'_>, field: &FieldDraft<'a>, attr: &PartAttr, last: bool) -> Part<'a> {
    Part {
        field: field.field,
        ident: field.ident,
        encoding: encoding(attr),
        desc: attr.desc.said(),
        reverse: attr.reverse.said(),
        separator: if last || attr.unseparated.said().is_some() {
            None
        } else {
            part_separator(draft, attr)
        },
        salt: attr.salt.spanned().cloned(),
        max: attr.max.spanned().cloned(),
        unseparated: attr.unseparated.said(),
    }
}

/// The separator that would follow a part: its own or the key's.
pub(crate) fn part_separator(draft: &Draft<'_>, attr: &PartAttr) -> Option<String> {
    if attr.unseparated.said().is_some() {
        return None;
    }
    let of_key = || draft.attrs.key.as_ref()?.separator.cloned();
    attr.separator.cloned().or_else(of_key)
}

fn encoding(attr: &PartAttr) -> PartEncoding {
    if let Some(span) = attr.text.said() {
        return PartEncoding::Text(span);
    }
    if let Some(span) = attr.java.said() {
        return PartEncoding::Java(span);
    }
    if let Some(span) = attr.ordered.said() {
        return PartEncoding::Ordered(span);
    }
    if let Some(path) = attr.encoding.cloned() {
        return PartEncoding::Custom(path);
    }
    time_of_day(attr)
        .or_else(|| time(attr))
        .or_else(|| fixed(attr))
        .unwrap_or(PartEncoding::Native)
}

fn time_of_day(attr: &PartAttr) -> Option<PartEncoding> {
    let minutes = attr.minute_of_day.said();
    Some(PartEncoding::TimeOfDay {
        minutes: minutes.is_some(),
        truncate: attr.truncate.said(),
        span: minutes.or(attr.ms_of_day.said())?,
    })
}

fn time(attr: &PartAttr) -> Option<PartEncoding> {
    attr.is_time().then(|| PartEncoding::Time {
        width: attr.fixed.spanned().cloned(),
        newest_first: attr.reverse_ts.said(),
        offset_s: attr.offset.spanned().cloned(),
        truncate: attr.truncate.said(),
    })
}

fn fixed(attr: &PartAttr) -> Option<PartEncoding> {
    Some(PartEncoding::Fixed {
        width: attr.fixed.spanned().cloned()?,
        pad: pad(attr),
    })
}

fn pad(attr: &PartAttr) -> Option<Spanned<Pad>> {
    let left = attr
        .pad_left
        .spanned()
        .map(|p| (Pad::Left(p.value), p.span));
    let right = attr
        .pad_right
        .spanned()
        .map(|p| (Pad::Right(p.value), p.span));
    let (value, span) = left.or(right)?;
    Some(Spanned::new(value, span))
}
