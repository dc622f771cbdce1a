//! Two key layouts against each other, where an older one is known.

use super::{Difference, DifferenceKind, Help};
use crate::layout::{Encoding, KeyLayout, OrderedKind, Pad, PartLayout, SaltLayout, SaltText};

/// What there is to do where rows were written under another key.
pub(super) const ADVICE: &str = "rows that are there would not be found under the declared key, and \
     no `alter` changes keys: declare the key as it was; or give the struct a new table, and copy \
     the rows, read with the old struct and written with the new one";

/// Compares a declared key with the one that the rows were written under: salt, encodings, widths,
/// order, separators. Names of parts make no bytes, and limits that only refuse values neither.
///
/// ```
/// use hbase_model::diff::compare_layouts;
/// use hbase_model::{KeyLayout, Salt, SaltLayout};
/// let of = |count| KeyLayout {
///     salt: Some(SaltLayout { salt: Salt::Buckets { count, text: false }, separator: None }),
///     parts: vec![].into(),
/// };
/// assert_eq!(compare_layouts(&of(16), &of(16)), []);
/// let found = compare_layouts(&of(32), &of(16));
/// let expected = "key layout: declared salt buckets(32), live salt buckets(16): rows that are";
/// assert!(found[0].to_string().starts_with(expected));
/// ```
pub fn compare_layouts(declared: &KeyLayout, before: &KeyLayout) -> Vec<Difference> {
    let mut differences = Vec::new();
    let mut note = |what: String, declared: String, before: String| {
        if declared != before {
            differences.push(Difference {
                kind: DifferenceKind::KeyLayout,
                declared: format!("{what} {declared}"),
                live: format!("{what} {before}"),
                help: Help::NoStep(ADVICE.to_owned()),
            });
        }
    };
    note(
        "salt".to_owned(),
        salt(declared.salt.as_ref()),
        salt(before.salt.as_ref()),
    );
    for at in 0..declared.parts.len().max(before.parts.len()) {
        let (now, then) = (declared.parts.get(at), before.parts.get(at));
        let name = now.or(then).map_or("", |part| part.name.as_ref());
        note(format!("part {} `{name}`:", at + 1), part(now), part(then));
    }
    differences
}

fn salt(salt: Option<&SaltLayout>) -> String {
    let Some(SaltLayout { salt, separator }) = salt else {
        return "none".to_owned();
    };
    let form = if salt.is_text() { " as text" } else { "" };
    match separator {
        Some(separator) => format!("{salt}{form}, before `{separator}`"),
        None => format!("{salt}{form}"),
    }
}

fn part(part: Option<&PartLayout>) -> String {
    let Some(part) = part else {
        return "none".to_owned();
    };
    let mut said = vec![encoding(&part.encoding)];
    if part.reverse {
        said.push("backwards".to_owned());
    }
    if part.desc {
        said.push("descending".to_owned());
    }
    if let Some(separator) = &part.separator {
        said.push(format!("before `{separator}`"));
    }
    match &part.salt {
        None => {}
        Some(SaltText::Whole) => said.push("feeds the salt".to_owned()),
        Some(SaltText::First(n)) => said.push(format!("feeds the salt by its first {n}")),
        Some(SaltText::Last(n)) => said.push(format!("feeds the salt by its last {n}")),
        Some(SaltText::Format(format)) => said.push(format!("feeds the salt as `{format}`")),
    }
    said.join(", ")
}

/// What decides an encoding's bytes.
fn encoding(encoding: &Encoding) -> String {
    let order = |newest_first: &bool| if *newest_first { ", newest first" } else { "" };
    match encoding {
        Encoding::Integer { width, signed } => {
            format!("{} integer of {width} bytes", sign(*signed))
        }
        Encoding::JavaInteger { width, signed } => {
            format!("{} integer of {width} bytes as Java's", sign(*signed))
        }
        Encoding::Digits { width, .. } => format!("{width} digits"),
        Encoding::DecimalText { .. } => "digits".to_owned(),
        Encoding::Text { width, pad } => format!("text{}{}", of_width(*width), padded(*pad)),
        Encoding::Bytes { width } => format!("bytes{}", of_width(*width)),
        Encoding::Bool => "a bool".to_owned(),
        Encoding::Float { width } => format!("float of {width} bytes"),
        Encoding::Millis { newest_first, .. } => {
            format!("time in 8 bytes{}", order(newest_first))
        }
        Encoding::TimeDigits {
            digits,
            newest_first,
            offset_s,
            ..
        } => {
            let offset = match offset_s {
                0 => String::new(),
                seconds => format!(", {seconds} s from UTC"),
            };
            format!("time in {digits} digits{offset}{}", order(newest_first))
        }
        Encoding::TimeOfDay { minutes: true, .. } => "minute of the day".to_owned(),
        Encoding::TimeOfDay { minutes: false, .. } => "millisecond of the day".to_owned(),
        Encoding::Ordered(kind) => format!("OrderedBytes of {}", ordered(*kind)),
        Encoding::Custom { name, width } => format!("`{name}`{}", of_width(*width)),
    }
}

const fn sign(signed: bool) -> &'static str {
    if signed { "signed" } else { "unsigned" }
}

fn of_width(width: Option<u16>) -> String {
    width.map_or_else(String::new, |width| format!(" of {width} bytes"))
}

fn padded(pad: Option<Pad>) -> String {
    match pad {
        None => String::new(),
        Some(Pad::Left(byte)) => format!(", filled with '{}' in front", char::from(byte)),
        Some(Pad::Right(byte)) => format!(", filled with '{}' behind", char::from(byte)),
    }
}

fn ordered(kind: OrderedKind) -> String {
    format!("{kind:?}").to_ascii_lowercase()
}
