//! Encodings in words.

use hbase_model::layout::{OrderedKind, Pad};
use hbase_model::{Encoding, PartLayout, SaltText};

/// How a part becomes bytes.
pub(super) fn of_part(part: &PartLayout) -> String {
    let mut words = of_encoding(&part.encoding);
    for (said, word) in [(part.desc, ", descending"), (part.reverse, ", backwards")] {
        if said {
            words.push_str(word);
        }
    }
    words
}

fn of_encoding(encoding: &Encoding) -> String {
    match encoding {
        Encoding::Integer { signed: true, .. } => "integer, sign bit flipped".to_owned(),
        Encoding::Integer { .. } => "integer without a sign".to_owned(),
        Encoding::JavaInteger { .. } => "integer as Java's `Bytes.toBytes`".to_owned(),
        Encoding::Digits { width, .. } => format!("integer in {width} digits"),
        Encoding::DecimalText { .. } => "integer as decimal text".to_owned(),
        Encoding::Text { width: None, .. } => "text".to_owned(),
        Encoding::Text {
            width: Some(width),
            pad,
        } => format!("text of {width} bytes{}", padded(*pad)),
        Encoding::Bytes { width: None } => "bytes".to_owned(),
        Encoding::Bytes { width: Some(width) } => format!("{width} bytes"),
        Encoding::Bool => "true or false".to_owned(),
        Encoding::Float { .. } => "floating-point number, in order".to_owned(),
        Encoding::Millis { newest_first, .. } => {
            format!("time in milliseconds{}", newest(*newest_first))
        }
        Encoding::TimeDigits { .. } => of_time_digits(encoding),
        Encoding::TimeOfDay { minutes: true, .. } => "minute of the day".to_owned(),
        Encoding::TimeOfDay { .. } => "millisecond of the day".to_owned(),
        Encoding::Ordered(kind) => format!("{} as `OrderedBytes`", of_ordered(*kind)),
        Encoding::Custom { name, .. } => format!("as `{name}` writes it"),
        _ => "an encoding that this version does not know".to_owned(),
    }
}

fn of_time_digits(encoding: &Encoding) -> String {
    let Encoding::TimeDigits {
        digits,
        newest_first,
        offset_s,
        ..
    } = encoding
    else {
        return String::new();
    };
    let form = match digits {
        8 => "yyyyMMdd".to_owned(),
        14 => "yyyyMMddHHmmss".to_owned(),
        17 => "yyyyMMddHHmmssSSS".to_owned(),
        _ => format!("{digits} digits of milliseconds"),
    };
    let offset = match offset_s {
        0 => String::new(),
        offset => format!(" at {}", of_offset(*offset)),
    };
    format!("time as {form}{offset}{}", newest(*newest_first))
}

fn of_offset(seconds: i32) -> String {
    let sign = if seconds < 0 { '-' } else { '+' };
    let minutes = seconds.unsigned_abs() / 60;
    format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
}

const fn newest(first: bool) -> &'static str {
    if first { ", newest first" } else { "" }
}

fn padded(pad: Option<Pad>) -> String {
    match pad {
        None => String::new(),
        Some(Pad::Left(pad)) => format!(", filled up with {:?} in front", char::from(pad)),
        Some(Pad::Right(pad)) => format!(", filled up with {:?} behind", char::from(pad)),
    }
}

const fn of_ordered(kind: OrderedKind) -> &'static str {
    match kind {
        OrderedKind::Int8 | OrderedKind::Int16 | OrderedKind::Int32 | OrderedKind::Int64 => {
            "integer"
        }
        OrderedKind::Float32 | OrderedKind::Float64 => "floating-point number",
        OrderedKind::Numeric => "decimal",
        OrderedKind::String => "text",
        _ => "bytes",
    }
}

/// What of a part feeds the salt.
pub(super) fn of_salt_text(part: &PartLayout) -> Option<String> {
    let name = &part.name;
    Some(match part.salt.as_ref()? {
        SaltText::First(count) => format!("the first {count} of {name}"),
        SaltText::Last(count) => format!("the last {count} of {name}"),
        SaltText::Format(pattern) => format!("{pattern} of {name}"),
        _ => name.to_string(),
    })
}
