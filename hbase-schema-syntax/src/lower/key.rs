//! Lowers the row key.

use hbase_model::layout::Pad;
use hbase_model::time::TimeKind;
use syn::Ident;

use crate::ast::{Key, Part, PartEncoding, Spanned};
use crate::attr::PartOptions;
use crate::draft::{Draft, FieldDraft, IndexDraft};
use crate::tokens;

pub(super) fn key<'a>(draft: &Draft<'a>) -> Key<'a> {
    let parts = draft.parts();
    let last = parts.len().saturating_sub(1);
    let mut tokens = part_tokens(draft).into_iter();
    let parts = parts.iter().enumerate();
    Key {
        salt: draft.salt(),
        salt_function: draft.salt_function().cloned(),
        separator: draft.separator().cloned(),
        parts: parts
            .map(|(i, (field, options))| Part {
                token: tokens.next().flatten(),
                ..part(draft, field, options, i == last)
            })
            .collect(),
        derives: draft
            .key()
            .and_then(|k| k.derives.cloned())
            .unwrap_or_default(),
    }
}

/// The constants of the parts. Those of columns, groups and indexes have precedence.
fn part_tokens(draft: &Draft<'_>) -> Vec<Option<Ident>> {
    let indexes = draft.indexes();
    let indexes = indexes.iter().filter_map(IndexDraft::token);
    let others = draft.columns().filter_map(FieldDraft::token).chain(indexes);
    let parts = draft.parts();
    let fields = parts.iter().map(|(field, _)| field.ident);
    tokens::of_parts(fields, others.map(|token| token.to_string()))
}

fn part<'a>(
    draft: &Draft<'_>,
    field: &FieldDraft<'a>,
    options: &PartOptions,
    last: bool,
) -> Part<'a> {
    let terminator = options.terminator.span();
    let separator = draft.separator_after(options);
    let separator = separator.filter(|_| !last || terminator.is_some());
    let mask = match (terminator, options.desc.is_set()) {
        (Some(_), true) => u8::MAX,
        _ => 0,
    };
    let in_key = |bytes: &[u8]| bytes.iter().map(|byte| byte ^ mask).collect();
    Part {
        field: field.field,
        ident: field.ident,
        token: None,
        encoding: encoding(options),
        desc: options.desc.span(),
        reverse: options.reverse.span(),
        separator: separator.map(|separator| in_key(separator.value)),
        terminator,
        omit_none: options.omit_none.span(),
        salt: options.salt.spanned().cloned(),
        max: options.max.spanned().cloned(),
        unseparated: options.unseparated.span(),
    }
}

/// The encoding that the options of a part, or of a cell, select.
pub(super) fn encoding(options: &PartOptions) -> PartEncoding {
    if options.repeat.is_set() {
        let sorted = options.sorted.is_set();
        return PartEncoding::List { sorted };
    }
    if let Some(span) = options.text.span() {
        return PartEncoding::Text(span);
    }
    if let Some(span) = options.java.span() {
        return PartEncoding::Java(span);
    }
    if let Some(span) = options.ordered.span() {
        return PartEncoding::Ordered(span);
    }
    if let Some(replacements) = options.escape.get() {
        let values = replacements.iter().map(|one| one.value.clone());
        return PartEncoding::Escape(values.collect());
    }
    if let Some(separator) = options.reverse_labels.spanned() {
        return PartEncoding::Labels(separator.clone());
    }
    if let Some(length) = options.length.get() {
        return PartEncoding::Length(*length);
    }
    if let Some(path) = options.encoding.cloned() {
        return PartEncoding::Custom(path);
    }
    time_of_day(options)
        .or_else(|| time(options))
        .or_else(|| fixed(options))
        .unwrap_or(PartEncoding::Native)
}

fn time_of_day(options: &PartOptions) -> Option<PartEncoding> {
    let minutes = options.minute_of_day.span();
    Some(PartEncoding::TimeOfDay {
        minutes: minutes.is_some(),
        truncate: options.truncate.span(),
        span: minutes.or(options.ms_of_day.span())?,
    })
}

fn time(options: &PartOptions) -> Option<PartEncoding> {
    options.is_time().then(|| PartEncoding::Time {
        kind: options.time_kind().unwrap_or(TimeKind::Millis),
        newest_first: options.reverse_ts.span(),
        offset_s: options.offset.spanned().cloned(),
        truncate: options.truncate.span(),
        align_ms: options.align.spanned().cloned(),
    })
}

fn fixed(options: &PartOptions) -> Option<PartEncoding> {
    Some(PartEncoding::Fixed {
        width: options.fixed.spanned().cloned()?,
        pad: pad(options),
    })
}

fn pad(options: &PartOptions) -> Option<Spanned<Pad>> {
    let left = options.pad_left.spanned().cloned();
    let right = options.pad_right.spanned().cloned();
    let left = left.map(|pad| pad.map(Pad::Left));
    left.or_else(|| right.map(|pad| pad.map(Pad::Right)))
}
