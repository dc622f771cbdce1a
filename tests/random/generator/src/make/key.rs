//! Makes random row keys.

use crate::draw::Draw;
use crate::features as f;
use crate::spec::{Encoding, Key, Part, Salt, SaltText, TimeForm};
use crate::types::Kind;

use super::part::{Place, part};

/// The maximum width of a key that needs no exception.
const ADVISED: usize = 90;

/// Names of fields; the part's index is appended.
const NAMES: [&str; 6] = ["user", "area_code", "kind", "at", "bucket", "serial"];

/// Makes a key, and returns the exceptions that its table needs.
pub(super) fn key(draw: &mut Draw) -> (Key, Vec<&'static str>) {
    loop {
        if let Some(made) = draw.attempt(try_key) {
            return made;
        }
    }
}

fn try_key(draw: &mut Draw) -> Option<(Key, Vec<&'static str>)> {
    let count: usize = draw.any(&f::PARTS).parse().ok()?;
    let separator = draw.any(&f::SEPARATOR);
    let separator = (separator != "none").then_some(separator);
    let is_text = separator.is_some();
    let written = draw.among(&f::SALT, |name| !(is_text && name.starts_with("md5(")));
    let salt = salt(written, is_text);
    if count == 1 && salt == Salt::None && is_text {
        return None;
    }
    let parts = parts(draw, count, separator)?;
    let mut key = Key {
        parts,
        separator,
        salt,
        names_salt: written != "of a part",
        derives: None,
    };
    mark(draw, &mut key)?;
    let has_floats = key
        .parts
        .iter()
        .any(|part| matches!(part.of.kind, Kind::F32 | Kind::F64));
    let derives = draw.among(&f::KEY_DERIVES, |name| name == "default" || !has_floats);
    key.derives = (derives != "default").then_some(derives);
    let widths = key
        .parts
        .iter()
        .map(|part| part.width().or(part.max).unwrap_or(0) + 2);
    let is_long = widths.sum::<usize>() > ADVISED;
    let exceptions = if is_hot(&key) {
        vec!["hotspot"]
    } else {
        Vec::new()
    };
    (!is_long).then_some((key, exceptions))
}

/// Makes the parts, starting with the last one, because the end of a part depends on the parts after it.
fn parts(draw: &mut Draw, count: usize, separator: Option<&'static str>) -> Option<Vec<Part>> {
    let mut parts: Vec<Part> = Vec::new();
    for at in (0..count).rev() {
        let place = Place {
            separator,
            is_last: at + 1 == count,
            is_first: at == 0,
            before_fixed: parts
                .iter()
                .all(|part| part.width().is_some() && !part.unseparated),
            has_separators: parts.iter().any(has_own_end),
            may_be_left_out: parts.iter().all(|part| part.omit_none),
            before_left_out: parts.first().is_some_and(|part| part.omit_none),
        };
        let name = format!("{}_{at}", NAMES[draw.rng.usize(..NAMES.len())]);
        parts.insert(0, part(draw, name, &place)?);
    }
    let is_binary = separator.is_none() && !parts.iter().any(has_own_end);
    let closes = separator.is_some() && parts[..count - 1].iter().all(has_own_end);
    let is_legal = is_binary || parts.iter().all(|part| !part.optional || part.omit_none);
    // A key separator that no part uses is an error.
    (is_legal && !(closes && count > 1)).then_some(parts)
}

/// Whether the part has a separator of its own, a terminator, or no separator.
pub(crate) fn has_own_end(part: &Part) -> bool {
    part.separator.is_some() || part.terminator.is_some() || part.direct
}

fn salt(written: &'static str, is_text: bool) -> Salt {
    let (kind, arguments) = written.split_once('(').unwrap_or((written, ")"));
    let count = arguments
        .split([',', ')'])
        .next()
        .and_then(|count| count.parse().ok());
    let (count, upper): (u32, bool) = (count.unwrap_or(16), written.contains("upper"));
    let joined = written.split('"').nth(1);
    let needed = (count - 1).to_string().len();
    // Numbers longer than their padding need a separator after them.
    let (count, width) = match written.split_once("width = ") {
        Some((_, "3)")) => (count, 3),
        Some(_) if is_text => (count, 1),
        Some(_) => (10, 1),
        None => (count, needed),
    };
    let values = count;
    match kind {
        "none" => Salt::None,
        "md5_hex" => Salt::Md5Hex {
            digits: count as usize,
            from: if upper { 8 } else { 0 },
            upper,
            joined,
        },
        "md5" => Salt::Md5 {
            bytes: count as usize,
            joined,
        },
        "java_bytes" => Salt::JavaBytes {
            count,
            abs: written.contains("abs"),
            joined,
        },
        "crc32" => Salt::Crc32 { count, joined },
        "modulo" => Salt::Modulo(count),
        "with" => Salt::With { values, joined },
        "region_number" => Salt::Region { count, width },
        "java_hash" => Salt::Java { count, width },
        "random" => Salt::Random(count),
        "round_robin" => Salt::RoundRobin(count),
        // This includes a salt that only a part's `salt` declares.
        _ => Salt::Buckets(count),
    }
}

/// Marks the parts that feed the salt.
fn mark(draw: &mut Draw, key: &mut Key) -> Option<()> {
    if key.salt == Salt::None || !key.salt.is_computed() {
        return Some(());
    }
    let needs_text = matches!(key.salt, Salt::Region { .. } | Salt::Java { .. });
    let mut marked = false;
    for at in 0..key.parts.len() {
        let part = &key.parts[at];
        let is_taken = matches!(key.salt, Salt::Modulo(_)) && (marked || !is_integer(part));
        if !feeds(part, needs_text) || is_taken || draw.one_in(2) {
            continue;
        }
        let text = draw.among(&f::SALT_TEXT, |name| {
            allows(part, needs_text, key.names_salt, name)
        });
        key.parts[at].salt = Some(salt_text(draw, &key.parts[at], text));
        marked = true;
    }
    mark_left_out(draw, key, needs_text);
    marked.then_some(())
}

/// Of the parts that may be left out, all feed the salt, or none.
fn mark_left_out(draw: &mut Draw, key: &mut Key, needs_text: bool) {
    let is_hash = !needs_text && !matches!(key.salt, Salt::Modulo(_));
    let parts = key.parts.iter_mut().filter(|part| part.omit_none);
    let parts: Vec<_> = parts.collect();
    let can_feed = |part: &&mut Part| !matches!(part.of.kind, Kind::F32 | Kind::F64);
    if is_hash && parts.iter().all(can_feed) && draw.one_in(2) {
        for part in parts {
            part.salt = Some(SaltText::Whole);
        }
    }
}

/// Whether a part may feed a salt.
pub(crate) fn feeds(part: &Part, needs_text: bool) -> bool {
    if part.optional
        || part.encoding == Encoding::Own
        || matches!(part.of.kind, Kind::F32 | Kind::F64)
    {
        return false;
    }
    !needs_text || is_text(part) || allows(part, true, true, "format")
}

/// Whether the part's values are integers.
fn is_integer(part: &Part) -> bool {
    matches!(part.of.kind, Kind::Int { .. })
}

/// Whether the part's bytes are text.
fn is_text(part: &Part) -> bool {
    let by_encoding = match part.encoding {
        Encoding::Native => part.of.kind == Kind::Text,
        Encoding::Fixed(_) => part.of.kind != Kind::Bytes,
        Encoding::PadLeft(..)
        | Encoding::PadRight(..)
        | Encoding::Text
        | Encoding::Escape(_)
        | Encoding::Labels => true,
        Encoding::Time { form, .. } => form.is_digits(),
        _ => false,
    };
    by_encoding && !part.desc
}

fn allows(part: &Part, needs_text: bool, named: bool, salt: &str) -> bool {
    match salt {
        "whole" => !needs_text || is_text(part),
        "first" | "last" => needs_text && named && is_text(part),
        _ => {
            needs_text
                && named
                && part.of.kind == Kind::Time
                && !part.reverse
                && !part.desc
                && !matches!(part.encoding, Encoding::Java)
        }
    }
}

fn salt_text(draw: &mut Draw, part: &Part, name: &str) -> SaltText {
    let count = draw.rng.usize(1..=part.width().unwrap_or(4).min(4));
    match name {
        "first" => SaltText::First(count),
        "last" => SaltText::Last(count),
        "format" => SaltText::Format(draw.pick::<&str>(patterns(part))),
        _ => SaltText::Whole,
    }
}

/// The patterns that the part's digits determine.
fn patterns(part: &Part) -> &'static [&'static str] {
    match part.encoding {
        Encoding::Time {
            form: TimeForm::Format(4),
            ..
        } => &["yyyy"],
        Encoding::Time {
            form: TimeForm::Format(6),
            ..
        } => &["yyyyMM", "MM"],
        _ => &["yyyyMM", "MM", "yyyy-MM-dd", "dd"],
    }
}

/// Whether all writes may go to one region. Such a key needs an exception.
fn is_hot(key: &Key) -> bool {
    let first = &key.parts[0];
    let spreads = match first.of.kind {
        Kind::Int { .. } => !first.of.is_sequence() || first.reverse,
        Kind::Time => first.reverse,
        Kind::Bool | Kind::OfDay | Kind::Words(_) | Kind::Numbers(_) | Kind::Json => false,
        _ => true,
    };
    key.salt == Salt::None && (!spreads || first.optional)
}
