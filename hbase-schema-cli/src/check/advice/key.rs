//! Advice on the row key: splits, length, order of parts.

use hbase_model::time::TimeKind;
use hbase_model::{Encoding, PartLayout, Salt};
use syn::spanned::Spanned;

use super::{Advised, Diagnostic};
use crate::text::listed;

/// The longest recommended key, in bytes.
const LENGTH: usize = 16;

/// Minimum bytes that are advised as a maximum: hardly any value fits in fewer.
const FEWEST: usize = 4;

/// A salt without splits distributes rows over one region.
pub(super) fn splits(advised: &Advised<'_>) -> Option<Diagnostic> {
    let salt = &advised.table.key.salt.as_ref()?.salt;
    let splits = advised.table.descriptor.splits.keys().ok()?;
    if !splits.is_empty() {
        return None;
    }
    let row = &advised.table.row;
    let message = format!("`{row}` is salted and has no splits: it starts as one region");
    let help = format!(
        "`{salt}` spreads the rows, and one region takes them all until it has split: write \
         `splits = {}` in `#[table]`",
        splits_for(salt)
    );
    Some(advised.advice(advised.syntax.name_span, message, &help))
}

/// Splits that fit the salt's values.
fn splits_for(salt: &Salt) -> &'static str {
    match salt {
        Salt::Md5 { .. } => "uniform(16)",
        Salt::Md5Hex { upper: true, .. } => "[\"4\", \"8\", \"C\"]",
        Salt::Md5Hex { .. } => "hex_string(16)",
        Salt::RegionNumber { .. } | Salt::JavaHash { .. } => "number_pipe",
        Salt::With { values, .. } if *values > 1000 => "per_bucket(step = 256)",
        _ => "per_bucket",
    }
}

/// Every cell contains its key.
pub(super) fn length(advised: &Advised<'_>) -> Option<Diagnostic> {
    let most = advised.table.key.max_width();
    let is_allowed = advised.syntax.allow.key_length;
    let width = most.filter(|width| *width > LENGTH && !is_allowed)?;
    let key = &advised.table.key;
    let salt = key.salt.as_ref().map(|salt| &salt.salt);
    // `String.hashCode` is computed from text only.
    let of_text = matches!(
        salt,
        Some(Salt::RegionNumber { .. } | Salt::JavaHash { .. })
    );
    let parts = key.parts.iter();
    let parts = parts.filter(|part| !of_text || part.salt.is_none());
    let shorter: Vec<(String, usize)> = parts.filter_map(shorter).collect();
    let saved: usize = shorter.iter().map(|(_, saved)| saved).sum();
    let how: Vec<String> = shorter.into_iter().map(|(how, _)| how).collect();
    let row = &advised.table.row;
    let up_to = if advised.table.key.width().is_none() {
        "up to "
    } else {
        ""
    };
    let message = format!("the key of `{row}` has {up_to}{width} bytes: at most {LENGTH} are best");
    let help = if how.is_empty() {
        identify(advised)
    } else {
        format!(
            "every cell carries its key: {}, which makes it {} bytes",
            how.join(", and "),
            width - saved
        )
    };
    Some(advised.advice(advised.syntax.name_span, message, &help))
}

/// The help if no part has a shorter encoding: identify the row by another value.
fn identify(advised: &Advised<'_>) -> String {
    let parts = advised.table.key.parts.iter();
    let widths = parts.filter_map(|part| {
        let width = part.max.map(usize::from).or_else(|| part.encoding.width());
        Some((width?, &part.name))
    });
    let longest = widths.max_by_key(|(width, _)| *width);
    let longest = longest.map_or_else(String::new, |(width, name)| {
        format!("; `{name}` has {width} of them")
    });
    format!(
        "every cell carries its key{longest}: a number in place of a text, and a `fixed` or `max` of what the \
         values need, make it shorter; where the values need them all, write `allow(key_length)` in `#[table]`"
    )
}

/// Unbounded text and bytes make unbounded keys.
pub(super) fn bound(advised: &Advised<'_>) -> Option<Diagnostic> {
    if advised.syntax.allow.key_length {
        return None;
    }
    let parts = &advised.table.key.parts;
    let open: Vec<usize> = (0..parts.len()).filter(|at| is_open(&parts[*at])).collect();
    let first = advised.syntax.key.parts.get(*open.first()?)?;
    let names: Vec<&str> = open.iter().map(|at| &*parts[*at].name).collect();
    let noun = if names.len() == 1 { "part" } else { "parts" };
    let row = &advised.table.row;
    let left = LENGTH.saturating_sub(bounded(advised)) / open.len();
    let (best, most) = if left >= FEWEST {
        let best = format!("at most {LENGTH} bytes are best");
        (best, format!("`max = {left}`"))
    } else {
        let most = "`max = …`, as few bytes as the values need,";
        ("short keys are best".to_owned(), most.to_owned())
    };
    let message = format!("the key of `{row}` has no maximum length: {best}");
    let help = format!(
        "every cell carries its key: write {most} in `#[rowkey]` of the {noun} {}, and longer values \
         are errors when they are written",
        listed(&names)
    );
    Some(advised.advice(first.field.span(), message, &help))
}

/// Whether a part is unbounded text or bytes.
fn is_open(part: &PartLayout) -> bool {
    let encoding = matches!(
        part.encoding,
        Encoding::Text { width: None, .. } | Encoding::Bytes { width: None }
    );
    encoding && part.max.is_none()
}

/// The bytes of the salt, the separators, and the bounded parts.
fn bounded(advised: &Advised<'_>) -> usize {
    let key = &advised.table.key;
    let salt = key.salt.as_ref().map_or(0, |salt| {
        salt.salt.max_width() + salt.separator.as_deref().map_or(0, <[u8]>::len)
    });
    let parts = key.parts.iter().map(|part| {
        let value = part.max.map(usize::from).or_else(|| part.encoding.width());
        value.unwrap_or(0) + part.separator.as_deref().map_or(0, <[u8]>::len)
    });
    salt + parts.sum::<usize>()
}

/// How to encode a part of digits in fewer bytes, and how many bytes that saves.
fn shorter(part: &PartLayout) -> Option<(String, usize)> {
    let (digits, bytes) = match &part.encoding {
        Encoding::Time(format) => (fixed_digits(format.kind)?, 8),
        Encoding::Digits { width, max } => (*width, bytes_of(*max)),
        Encoding::Integer { .. }
        | Encoding::JavaInteger { .. }
        | Encoding::JavaFloat { .. }
        | Encoding::JavaBool
        | Encoding::DecimalText { .. }
        | Encoding::Text { .. }
        | Encoding::Escaped(_)
        | Encoding::Labels { .. }
        | Encoding::LengthPrefixed { .. }
        | Encoding::List(_)
        | Encoding::Bytes { .. }
        | Encoding::Bool
        | Encoding::Float { .. }
        | Encoding::TimeOfDay { .. }
        | Encoding::Ordered(_)
        | Encoding::Custom(_) => return None,
    };
    let saved = usize::from(digits)
        .checked_sub(bytes)
        .filter(|saved| *saved > 0)?;
    let name = &part.name;
    Some((
        format!("leave out `fixed = {digits}` on `{name}` ({bytes} bytes without it)"),
        saved,
    ))
}

/// The digits of a time that `fixed` sets.
const fn fixed_digits(kind: TimeKind) -> Option<u8> {
    match kind {
        TimeKind::Day
        | TimeKind::Second
        | TimeKind::Millisecond
        | TimeKind::Millis13
        | TimeKind::Millis19 => Some(kind.width()),
        _ => None,
    }
}

/// The bytes of the integer type whose largest value is `max`.
fn bytes_of(max: u128) -> usize {
    let bits = 128 - max.leading_zeros() as usize;
    bits.div_ceil(8).next_power_of_two()
}

/// Parts that many rows share should come first; a time belongs to one row.
pub(super) fn order(advised: &Advised<'_>) -> Option<Diagnostic> {
    let parts = &advised.table.key.parts;
    if !is_time(parts.first()?) {
        return None;
    }
    let at = parts.iter().position(|part| !is_time(part))?;
    let (time, common) = (&parts[0].name, &parts[at].name);
    let message =
        format!("the time `{time}` comes before `{common}` in the key: common parts first is best");
    let help = format!(
        "a query by one `{common}` reads the rows of all times: write the field `{common}` (with its \
         `#[rowkey]`) before `{time}`, unless queries have a time and no `{common}`; do it before the \
         table has rows: those that exist keep their keys, which the other order does not find or misreads"
    );
    let span = advised.syntax.key.parts.get(at)?.field.span();
    Some(advised.advice(span, message, &help))
}

/// Two rows of one moment have the same key if it consists only of times.
pub(super) fn unique(advised: &Advised<'_>) -> Option<Diagnostic> {
    let key = &advised.table.key;
    let salt = key.salt.as_ref().map(|salt| &salt.salt);
    // These salts give each put its own key.
    if matches!(salt, Some(Salt::Random { .. } | Salt::RoundRobin { .. })) {
        return None;
    }
    let moments: Vec<_> = key.parts.iter().map(moment).collect::<Option<_>>()?;
    let moment = *moments.last()?;
    let (last, row) = (key.parts.last()?, &advised.table.row);
    let name = &last.name;
    let message = format!(
        "the key of `{row}` has only times: two rows of one {moment} are the same row, and the later put replaces the earlier one"
    );
    let help = format!(
        "write a part after `{name}` that tells them apart, such as the device, the user, or a number \
         (`db.number_blocks`); with one row a {moment}, `allow(advice)` in `#[table]` leaves this out"
    );
    let span = advised.syntax.key.parts.last()?.field.span();
    Some(advised.advice(span, message, &help))
}

/// The resolution of a time; `None` for another part, and for whole days or minutes: a table may have one row
/// for each.
fn moment(part: &PartLayout) -> Option<&'static str> {
    match part.encoding {
        Encoding::Time(format) => match format.unit_ms() {
            Some(1) => Some("millisecond"),
            Some(1000) => Some("second"),
            _ => None,
        },
        Encoding::TimeOfDay { minutes: false, .. } => Some("millisecond"),
        Encoding::TimeOfDay { minutes: true, .. }
        | Encoding::Integer { .. }
        | Encoding::JavaInteger { .. }
        | Encoding::JavaFloat { .. }
        | Encoding::JavaBool
        | Encoding::Digits { .. }
        | Encoding::DecimalText { .. }
        | Encoding::Text { .. }
        | Encoding::Escaped(_)
        | Encoding::Labels { .. }
        | Encoding::LengthPrefixed { .. }
        | Encoding::List(_)
        | Encoding::Bytes { .. }
        | Encoding::Bool
        | Encoding::Float { .. }
        | Encoding::Ordered(_)
        | Encoding::Custom(_) => None,
    }
}

const fn is_time(part: &PartLayout) -> bool {
    matches!(
        part.encoding,
        Encoding::Time(_) | Encoding::TimeOfDay { .. }
    )
}
