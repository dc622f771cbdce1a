//! Computes salts as the guide describes.

use crate::civil::Civil;
use crate::spec::{Encoding, Key, Part, Salt, SaltText};
use crate::value::Value;

use super::{NoKey, end, part_bytes, stored};

/// The bytes of a key's salt; empty if the key has no salt.
pub(super) fn bytes(key: &Key, parts: &[Value], drawn: u32) -> Result<Vec<u8>, NoKey> {
    let is_text = key.separator.is_some();
    Ok(match key.salt {
        Salt::None => Vec::new(),
        Salt::Buckets(count) => bucket(
            murmur3(&fed(key, parts)?).cast_unsigned() % count,
            count,
            is_text,
        ),
        Salt::Random(count) | Salt::RoundRobin(count) => bucket(drawn % count, count, is_text),
        Salt::JavaBytes { count, abs, .. } => {
            let number = of_java_hash(java_bytes_hash(&fed(key, parts)?), count, abs);
            bucket(number, count, is_text)
        }
        Salt::Crc32 { count, .. } => bucket(crc32(&fed(key, parts)?) % count, count, is_text),
        Salt::Modulo(count) => bucket(remainder(key, parts, count)?, count, is_text),
        Salt::With { values, .. } => of_values(below(&fed(key, parts)?, values), values, is_text),
        Salt::Md5 { bytes, .. } => md5::compute(fed(key, parts)?).0[..bytes].to_vec(),
        Salt::Md5Hex {
            digits,
            from,
            upper,
            ..
        } => {
            let hex = format!("{:x}", md5::compute(fed(key, parts)?));
            let hex = &hex[from..from + digits];
            if upper {
                hex.to_uppercase().into_bytes()
            } else {
                hex.as_bytes().to_vec()
            }
        }
        Salt::Region { count, width } => {
            let mut hash = 0;
            for at in marked(key) {
                hash ^= java_hash(&one_fed(key, at, &parts[at])?);
            }
            format!("{:0width$}", hash.unsigned_abs() % count).into_bytes()
        }
        Salt::Java { count, width } => {
            let hash = java_hash(&fed(key, parts)?);
            format!("{:0width$}", hash.unsigned_abs() % count).into_bytes()
        }
    })
}

fn bucket(number: u32, count: u32, is_text: bool) -> Vec<u8> {
    if is_text {
        let width = (count - 1).to_string().len();
        return format!("{number:0width$}").into_bytes();
    }
    vec![u8::try_from(number).unwrap_or(0)]
}

/// A number in as few digits or bytes as all values need.
fn of_values(number: u32, values: u32, is_text: bool) -> Vec<u8> {
    if is_text || values <= 256 {
        return bucket(number, values, is_text);
    }
    number.to_be_bytes()[2..].to_vec()
}

/// The function of the salts `with(…)`: a number below `values`.
pub fn below(bytes: &[u8], values: u32) -> u32 {
    let hash = bytes.iter().fold(7_u32, |hash, byte| {
        hash.wrapping_mul(33).wrapping_add(u32::from(*byte))
    });
    hash % values
}

fn marked(key: &Key) -> impl Iterator<Item = usize> {
    (0..key.parts.len()).filter(|at| key.parts[*at].salt.is_some())
}

/// `Math.abs(hash % count)` or `(hash & Integer.MAX_VALUE) % count`.
fn of_java_hash(hash: i32, count: u32, abs: bool) -> u32 {
    let count = i32::try_from(count).unwrap_or(i32::MAX);
    let number = if abs {
        (hash % count).abs()
    } else {
        (hash & i32::MAX) % count
    };
    u32::try_from(number).unwrap_or(0)
}

/// Java's `floorMod` of the marked integer.
fn remainder(key: &Key, parts: &[Value], count: u32) -> Result<u32, NoKey> {
    let at = marked(key).next();
    let number = match at.map(|at| stored(&key.parts[at], &parts[at])) {
        Some(Value::Int(value)) => value.rem_euclid(i128::from(count)),
        _ => return Err(NoKey("not an integer".into())),
    };
    Ok(u32::try_from(number).unwrap_or(0))
}

/// The bytes that all marked parts feed to the salt, joined by their separators or the salt's own text.
fn fed(key: &Key, parts: &[Value]) -> Result<Vec<u8>, NoKey> {
    let mut out = Vec::new();
    let is_left_out = |at: usize| key.parts[at].omit_none && parts[at].is_none();
    let mut marked: Vec<usize> = marked(key).collect();
    while marked.last().is_some_and(|at| is_left_out(*at)) {
        marked.pop();
    }
    for (nth, at) in marked.iter().enumerate() {
        out.extend(one_fed(key, *at, &parts[*at])?);
        let is_last = nth + 1 == marked.len();
        match key.salt.joined() {
            Some(joined) if !is_last => out.extend(joined.bytes()),
            None if !is_last || key.parts[*at].terminator.is_some() => {
                out.extend(end(key, *at, is_left_out(*at)));
            }
            _ => {}
        }
    }
    Ok(out)
}

/// The bytes that one part feeds to the salt.
fn one_fed(key: &Key, at: usize, value: &Value) -> Result<Vec<u8>, NoKey> {
    let part = &key.parts[at];
    let bytes = part_bytes(key, at, value)?;
    let text = || String::from_utf8(bytes.clone()).map_err(|_| NoKey("not a text".into()));
    Ok(match part.salt {
        None | Some(SaltText::Whole) => bytes,
        Some(SaltText::First(count)) => {
            text()?.chars().take(count).collect::<String>().into_bytes()
        }
        Some(SaltText::Last(count)) => {
            let text = text()?;
            let skip = text.chars().count().saturating_sub(count);
            text.chars().skip(skip).collect::<String>().into_bytes()
        }
        Some(SaltText::Format(pattern)) => {
            let (Value::Time(ms), offset) = (stored(part, value), offset(part)) else {
                return Err(NoKey("not a time".into()));
            };
            Civil::of(ms + offset).format(pattern).into_bytes()
        }
    })
}

fn offset(part: &Part) -> i64 {
    match part.encoding {
        Encoding::Time { offset, .. } => offset.map_or(0, |(_, ms)| ms),
        _ => 0,
    }
}

/// Java's `String.hashCode`.
fn java_hash(text: &[u8]) -> i32 {
    let text = String::from_utf8_lossy(text);
    text.encode_utf16().fold(0_i32, |hash, unit| {
        hash.wrapping_mul(31).wrapping_add(unit.into())
    })
}

/// Java's `Arrays.hashCode` of bytes.
fn java_bytes_hash(bytes: &[u8]) -> i32 {
    bytes.iter().fold(1_i32, |hash, byte| {
        hash.wrapping_mul(31)
            .wrapping_add(byte.cast_signed().into())
    })
}

/// CRC-32, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            let is_odd = crc & 1 == 1;
            crc >>= 1;
            if is_odd {
                crc ^= 0xedb8_8320;
            }
        }
    }
    !crc
}

/// `MurmurHash3` of 32 bits, with seed 0.
fn murmur3(bytes: &[u8]) -> i32 {
    let scramble = |block: u32| {
        block
            .wrapping_mul(0xcc9e_2d51)
            .rotate_left(15)
            .wrapping_mul(0x1b87_3593)
    };
    let mut hash = 0_u32;
    for block in bytes.chunks(4) {
        let mut word = [0; 4];
        word[..block.len()].copy_from_slice(block);
        hash ^= scramble(u32::from_le_bytes(word));
        if block.len() == 4 {
            hash = hash
                .rotate_left(13)
                .wrapping_mul(5)
                .wrapping_add(0xe654_6b64);
        }
    }
    hash ^= u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    hash = (hash ^ hash >> 16).wrapping_mul(0x85eb_ca6b);
    hash = (hash ^ hash >> 13).wrapping_mul(0xc2b2_ae35);
    (hash ^ hash >> 16).cast_signed()
}
