//! Encodes row keys as the guide describes.

mod salt;
mod time;

pub use salt::below;
pub use time::{rounded_down, unit_ms};

use crate::spec::{Encoding, Key, Part};
use crate::types::Kind;
use crate::value::Value;

/// The reason why a value cannot be a key part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoKey(pub String);

/// Encodes the key of `parts`. `drawn` selects the value of a random or round-robin salt.
///
/// # Errors
/// [`NoKey`] if the parts cannot be encoded.
pub fn encode(key: &Key, parts: &[Value], drawn: u32) -> Result<Vec<u8>, NoKey> {
    let mut out = salt::bytes(key, parts, drawn)?;
    if !out.is_empty() {
        out.extend(key.separator.unwrap_or_default().bytes());
    }
    out.extend(unsalted(key, parts)?);
    if out.is_empty() {
        return Err(NoKey("the key is empty".into()));
    }
    Ok(out)
}

/// Encodes the key without the salt. Scans over several salts sort their rows by it.
///
/// # Errors
/// [`NoKey`] if the parts cannot be encoded.
pub fn unsalted(key: &Key, parts: &[Value]) -> Result<Vec<u8>, NoKey> {
    let mut out = Vec::new();
    // The length of the key if all later parts are left out.
    let mut length = 0;
    let mut is_over = false;
    for (at, (part, value)) in key.parts.iter().zip(parts).enumerate() {
        let is_left_out = part.omit_none && value.is_none();
        if is_over && !is_left_out {
            return Err(NoKey("a value after a part without one".into()));
        }
        out.extend(part_bytes(key, at, value)?);
        let end = end(key, at, is_left_out);
        is_over |= is_left_out && (end.is_empty() || part.marks_its_end());
        if !is_left_out {
            length = out.len();
        }
        out.extend(&end);
        if !is_left_out && part.terminator.is_some() {
            length = out.len();
        }
    }
    if key.parts.last().is_some_and(|part| part.omit_none) {
        out.truncate(length);
    }
    Ok(out)
}

/// The bytes after a part. Without a value, even a descending part ends with a NUL byte.
pub(super) fn end(key: &Key, at: usize, is_left_out: bool) -> Vec<u8> {
    let part = &key.parts[at];
    let is_last = at + 1 == key.parts.len();
    match part.end(key) {
        Some(_) if is_left_out && part.terminator.is_some() && part.desc => vec![0],
        Some(end) if !is_last || part.terminator.is_some() => end,
        _ => Vec::new(),
    }
}

/// The bytes of one part in the key.
///
/// # Errors
/// [`NoKey`] if the encoding rejects the value.
pub fn part_bytes(key: &Key, at: usize, value: &Value) -> Result<Vec<u8>, NoKey> {
    let part = &key.parts[at];
    if part.omit_none && value.is_none() {
        return Ok(Vec::new());
    }
    let mut bytes = if part.optional && !part.omit_none {
        optional(part, value)?
    } else {
        plain(part, value)?
    };
    if part.desc {
        descend(part, &mut bytes);
    }
    if part.reverse {
        bytes = backwards(bytes);
    }
    if part.max.is_some_and(|max| bytes.len() > max) {
        return Err(NoKey("longer than `max`".into()));
    }
    let is_marked = part.desc && part.terminator.is_some() && bytes.first() == Some(&0);
    if part.omit_none && (bytes.is_empty() || is_marked) {
        return Err(NoKey("the value is read as none".into()));
    }
    let separator = end(key, at, false);
    if !separator.is_empty() && !part.marks_its_end() {
        let closed = [&*bytes, &separator].concat();
        let first = closed
            .windows(separator.len())
            .position(|window| window == separator);
        if first != Some(bytes.len()) {
            return Err(NoKey("contains the separator".into()));
        }
    }
    Ok(bytes)
}

/// The value that a read returns. Times may be truncated, and native floats have no negative zero.
pub fn stored(part: &Part, value: &Value) -> Value {
    match (value, part.encoding, part.truncate) {
        (Value::Time(ms), encoding, true) => Value::Time(rounded_down(encoding, *ms)),
        (Value::OfDay(ms), Encoding::MinuteOfDay, true) => Value::OfDay(ms / 60_000 * 60_000),
        // Both zeros have the same key, which a read decodes as 0.0.
        (Value::F64(bits), Encoding::Native, _) if *bits == (-0.0_f64).to_bits() => Value::F64(0),
        (Value::F32(bits), Encoding::Native, _) if *bits == (-0.0_f32).to_bits() => Value::F32(0),
        _ => value.clone(),
    }
}

fn optional(part: &Part, value: &Value) -> Result<Vec<u8>, NoKey> {
    if value.is_none() {
        return Ok(vec![0; part.width().unwrap_or(1)]);
    }
    Ok([vec![1], plain(part, value)?].concat())
}

fn plain(part: &Part, value: &Value) -> Result<Vec<u8>, NoKey> {
    match value {
        Value::Int(value) => integer(part, *value),
        Value::Bool(true) if part.encoding == Encoding::Java => Ok(vec![0xff]),
        Value::Bool(value) => Ok(vec![u8::from(*value)]),
        Value::F32(bits) => Ok(float(part, u64::from(*bits), 4)),
        Value::F64(bits) => Ok(float(part, *bits, 8)),
        Value::Text(text) => self::text(part, text),
        Value::Bytes(bytes) => raw(part, bytes),
        Value::Time(ms) => time::time(part, *ms),
        Value::OfDay(ms) => of_day(part, *ms),
        Value::Variant(index) => variant(part, *index),
        Value::None | Value::Json(_) | Value::Group(_) | Value::Map(_) => {
            Err(NoKey("not a key part".into()))
        }
    }
}

fn integer(part: &Part, value: i128) -> Result<Vec<u8>, NoKey> {
    let Kind::Int { bits, signed } = part.of.kind else {
        return Err(NoKey("not an integer".into()));
    };
    let bytes = value.to_be_bytes();
    let mut bytes = bytes[16 - bits as usize / 8..].to_vec();
    match part.encoding {
        Encoding::Fixed(width) => return digits(value, width),
        Encoding::Text => return Ok(value.to_string().into_bytes()),
        Encoding::Own => return Ok(format!("{value:04x}").into_bytes()),
        Encoding::Java => {}
        Encoding::Ordered => {
            bytes[0] ^= 0x80;
            // The headers of `OrderedBytes` for integers of 1, 2, 4 and 8 bytes.
            let header = 0x29 + u8::try_from(bits.ilog2() - 3).unwrap_or(0);
            bytes.insert(0, header);
        }
        _ if signed => bytes[0] ^= 0x80,
        _ => {}
    }
    Ok(bytes)
}

fn digits(value: i128, width: usize) -> Result<Vec<u8>, NoKey> {
    let digits = format!("{value:0width$}");
    if value < 0 || digits.len() > width {
        return Err(NoKey("does not fit the digits".into()));
    }
    Ok(digits.into_bytes())
}

/// IEEE 754 with the sign bit flipped; for negative numbers, all bits are flipped. -0.0 has the encoding of 0.0, except
/// in `OrderedBytes`. Java writes the bits unchanged.
fn float(part: &Part, bits: u64, width: usize) -> Vec<u8> {
    if part.encoding == Encoding::Java {
        return bits.to_be_bytes()[8 - width..].to_vec();
    }
    let sign = 1_u64 << (8 * width - 1);
    let is_ordered = part.encoding == Encoding::Ordered;
    let bits = if bits == sign && !is_ordered { 0 } else { bits };
    let sorted = if bits & sign == 0 { bits | sign } else { !bits };
    let bytes = sorted.to_be_bytes()[8 - width..].to_vec();
    if !is_ordered {
        return bytes;
    }
    let header = if width == 4 { 0x30 } else { 0x31 };
    [vec![header], bytes].concat()
}

fn text(part: &Part, text: &str) -> Result<Vec<u8>, NoKey> {
    let bytes = text.as_bytes();
    let fill = |width: usize| vec![0; width.saturating_sub(bytes.len())];
    match part.encoding {
        Encoding::Fixed(width) if bytes.len() != width => Err(NoKey("another length".into())),
        Encoding::PadLeft(width, pad) => {
            if bytes.len() > width || text.starts_with(pad) {
                return Err(NoKey("does not fit the padding".into()));
            }
            let pads = fill(width).iter().map(|_| pad as u8).collect::<Vec<_>>();
            Ok([&pads, bytes].concat())
        }
        Encoding::PadRight(width, pad) => {
            if bytes.len() > width || text.ends_with(pad) {
                return Err(NoKey("does not fit the padding".into()));
            }
            let pads = fill(width).iter().map(|_| pad as u8).collect::<Vec<_>>();
            Ok([bytes, &pads].concat())
        }
        Encoding::Labels => {
            let labels: Vec<_> = text.split('.').rev().collect();
            Ok(labels.join(".").into_bytes())
        }
        Encoding::Length(kind) => prefixed(kind, bytes),
        Encoding::Escape(replacements) => {
            let one = |text: String, (from, to): &(char, &str)| text.replace(*from, to);
            let escaped = replacements.iter().fold(text.to_owned(), one);
            Ok(escaped.into_bytes())
        }
        Encoding::Ordered if bytes.contains(&0) => Err(NoKey("contains NUL".into())),
        Encoding::Ordered => Ok([&[0x34], bytes, &[0]].concat()),
        _ => Ok(bytes.to_vec()),
    }
}

fn raw(part: &Part, bytes: &[u8]) -> Result<Vec<u8>, NoKey> {
    match part.encoding {
        Encoding::Fixed(width) if bytes.len() != width => Err(NoKey("another length".into())),
        Encoding::Ordered => Ok(blob(bytes)),
        Encoding::Length(kind) => prefixed(kind, bytes),
        Encoding::List { sorted: true } if !bytes.is_sorted_by(|a, b| a < b) => {
            Err(NoKey("the elements do not ascend".into()))
        }
        _ => Ok(bytes.to_vec()),
    }
}

/// The length, and the bytes. A `varint` is one byte up to 127; after it, the byte 8F and the length in one byte, or the byte 8E and
/// the length in two.
fn prefixed(kind: &str, bytes: &[u8]) -> Result<Vec<u8>, NoKey> {
    let length = u16::try_from(bytes.len()).map_err(|_| NoKey("longer than a key".into()))?;
    let [high, low] = length.to_be_bytes();
    let front = match (kind, length) {
        ("u8", 256..) => return Err(NoKey("longer than the length can state".into())),
        ("u16", _) => vec![high, low],
        ("u8", _) | (_, ..128) => vec![low],
        (_, ..256) => vec![0x8f, low],
        _ => vec![0x8e, high, low],
    };
    Ok([&front, bytes].concat())
}

/// The blob of `OrderedBytes`. Each byte contains seven bits. Its highest bit is set if another byte follows.
fn blob(bytes: &[u8]) -> Vec<u8> {
    let bits: Vec<u8> = bytes
        .iter()
        .flat_map(|byte| (0..8).rev().map(move |at| byte >> at & 1))
        .collect();
    let mut groups: Vec<u8> = bits
        .chunks(7)
        .map(|group| {
            (0..7).fold(0, |byte, at| {
                byte << 1 | group.get(at).copied().unwrap_or(0)
            })
        })
        .collect();
    if groups.is_empty() {
        groups.push(0);
    }
    let last = groups.len() - 1;
    groups[..last].iter_mut().for_each(|group| *group |= 0x80);
    [vec![0x37], groups].concat()
}

fn complement(digits: Vec<u8>) -> Vec<u8> {
    digits
        .into_iter()
        .map(|digit| b'0' + b'9' - digit)
        .collect()
}

fn of_day(part: &Part, ms: u32) -> Result<Vec<u8>, NoKey> {
    match part.encoding {
        Encoding::MinuteOfDay if !ms.is_multiple_of(60_000) && !part.truncate => {
            Err(NoKey("finer than a minute".into()))
        }
        Encoding::MinuteOfDay => Ok((ms / 60_000).to_be_bytes()[2..].to_vec()),
        _ => Ok(ms.to_be_bytes().to_vec()),
    }
}

fn variant(part: &Part, index: usize) -> Result<Vec<u8>, NoKey> {
    match (part.of.kind, part.encoding) {
        (Kind::Words(words), _) => Ok(words[index].as_bytes().to_vec()),
        (Kind::Numbers(numbers), Encoding::Fixed(width)) => digits(numbers[index].into(), width),
        (Kind::Numbers(numbers), _) => Ok(numbers[index].to_be_bytes().to_vec()),
        _ => Err(NoKey("not an enum".into())),
    }
}

/// Inverts the sort order. Digits are replaced by their nines' complement; in other encodings, all bits are flipped.
fn descend(part: &Part, bytes: &mut Vec<u8>) {
    let are_digits = match part.encoding {
        Encoding::Fixed(_) => matches!(part.of.kind, Kind::Int { .. } | Kind::Time),
        Encoding::Time { form, .. } => form.is_digits(),
        _ => false,
    };
    let taken = std::mem::take(bytes);
    *bytes = if are_digits {
        complement(taken)
    } else {
        taken.into_iter().map(|byte| !byte).collect()
    };
}

/// Reverses the characters of text, and the bytes of anything else.
fn backwards(bytes: Vec<u8>) -> Vec<u8> {
    match String::from_utf8(bytes) {
        Ok(text) => text.chars().rev().collect::<String>().into_bytes(),
        Err(error) => error.into_bytes().into_iter().rev().collect(),
    }
}
