//! Encodings and salts in words, for people.

use std::fmt::Write;

use hbase_model::layout::{OrderedKind, Pad, SaltText};
use hbase_model::{CellCodec, CellForm, DescribedColumn, Encoding, PartLayout, Salt};

/// A part's encoding, with everything that is done to it.
pub(super) fn part(part: &PartLayout) -> String {
    // Writing to a `String` cannot fail, here and below.
    let mut words = encoding(&part.encoding);
    if part.reverse {
        words.push_str(", backwards");
    }
    if part.desc {
        words.push_str(", descending");
    }
    match &part.salt {
        None => {}
        Some(SaltText::First(count)) => {
            let _ = write!(words, "; its first {count} feed the salt");
        }
        Some(SaltText::Last(count)) => {
            let _ = write!(words, "; its last {count} feed the salt");
        }
        Some(SaltText::Format(pattern)) => {
            let _ = write!(words, "; as `{pattern}` it feeds the salt");
        }
        Some(_) => words.push_str("; feeds the salt"),
    }
    words
}

pub(super) fn encoding(encoding: &Encoding) -> String {
    match encoding {
        Encoding::Integer { width, signed } => {
            let sign = if *signed { ", sign bit flipped" } else { "" };
            format!("{}{sign}", integer(*width, *signed))
        }
        Encoding::JavaInteger { width, signed } => {
            format!("{}, as `Bytes.toBytes`", integer(*width, *signed))
        }
        Encoding::Digits { width, .. } => format!("{width} decimal digits, zero-padded"),
        Encoding::DecimalText { .. } => "decimal digits".to_owned(),
        Encoding::Text { width, pad } => text(*width, *pad),
        Encoding::Bytes { .. } => "bytes".to_owned(),
        Encoding::Bool => "0 or 1".to_owned(),
        Encoding::Float { width } => format!("{}-bit float, in order", u32::from(*width) * 8),
        Encoding::Millis { newest_first, .. } => newest(
            "ms since 1970, big-endian",
            *newest_first,
            "2^63 - 1 - ms, newest first",
        ),
        Encoding::TimeDigits {
            digits,
            newest_first,
            offset_s,
            ..
        } => time_digits(*digits, *newest_first, *offset_s),
        Encoding::TimeOfDay { minutes: true, .. } => "minute of the day, big-endian".to_owned(),
        Encoding::TimeOfDay { .. } => "ms of the day, big-endian".to_owned(),
        Encoding::Ordered(kind) => format!("`OrderedBytes`, {}", ordered(*kind)),
        Encoding::Custom { name, .. } => format!("the program's own `{name}`"),
        _ => "an encoding of a later version".to_owned(),
    }
}

fn integer(width: u8, signed: bool) -> String {
    let sign = if signed { "signed" } else { "unsigned" };
    format!("{sign} integer, big-endian, {} bits", u32::from(width) * 8)
}

fn text(width: Option<u16>, pad: Option<Pad>) -> String {
    match (width, pad) {
        (None, _) => "UTF-8".to_owned(),
        (Some(_), None) => "UTF-8, exactly".to_owned(),
        (Some(_), Some(Pad::Left(pad))) => {
            format!("UTF-8, filled up in front with `{}`", char::from(pad))
        }
        (Some(_), Some(Pad::Right(pad))) => {
            format!("UTF-8, filled up behind with `{}`", char::from(pad))
        }
    }
}

fn newest(plain: &str, newest_first: bool, words: &str) -> String {
    if newest_first { words } else { plain }.to_owned()
}

fn time_digits(digits: u8, newest_first: bool, offset_s: i32) -> String {
    let form = match digits {
        8 => "time as `yyyyMMdd`",
        14 => "time as `yyyyMMddHHmmss`",
        17 => "time as `yyyyMMddHHmmssSSS`",
        _ => "ms since 1970, in digits",
    };
    let zone = if offset_s == 0 || matches!(digits, 13 | 19) {
        String::new()
    } else {
        let sign = if offset_s < 0 { '-' } else { '+' };
        let minutes = offset_s.unsigned_abs() / 60;
        format!(" at {sign}{:02}:{:02}", minutes / 60, minutes % 60)
    };
    let order = match (newest_first, digits) {
        (false, _) => "",
        (true, 19) => ", as 2^63 - 1 - ms: newest first",
        (true, _) => ", nines' complement: newest first",
    };
    format!("{form}{zone}{order}")
}

const fn ordered(kind: OrderedKind) -> &'static str {
    match kind {
        OrderedKind::Int8 => "int8",
        OrderedKind::Int16 => "int16",
        OrderedKind::Int32 => "int32",
        OrderedKind::Int64 => "int64",
        OrderedKind::Float32 => "float32",
        OrderedKind::Float64 => "float64",
        OrderedKind::Numeric => "numeric",
        OrderedKind::String => "string",
        OrderedKind::BlobVar => "blob",
        _ => "a form of a later version",
    }
}

/// How a salt is made.
pub(super) fn salt(salt: &Salt) -> String {
    let how = match salt {
        Salt::Buckets { .. } => "`MurmurHash3`, modulo",
        Salt::Md5Hex { .. } | Salt::Md5 { .. } => "of the MD5",
        Salt::RegionNumber { .. } => "`String.hashCode` of each, by XOR, modulo",
        Salt::JavaHash { .. } => "`String.hashCode`, modulo",
        Salt::Random { .. } => "drawn at random",
        Salt::RoundRobin { .. } => "drawn in turn",
        _ => "of a later version",
    };
    format!("`{salt}`: {how}")
}

/// What a cell holds.
pub(super) fn cell(column: &DescribedColumn) -> String {
    match (&column.codec, column.form) {
        (CellCodec::With(module), _) => format!("by the program's own `{module}`"),
        (_, CellForm::Integer { width, signed }) => integer(width, signed),
        (_, CellForm::Float { width }) => format!("{}-bit float, big-endian", u32::from(width) * 8),
        (_, CellForm::Bool) => "0 for false, anything else for true".to_owned(),
        (_, CellForm::Text) => "UTF-8".to_owned(),
        (_, CellForm::DecimalText) => "decimal digits".to_owned(),
        (_, CellForm::Bytes) => "bytes".to_owned(),
        (_, CellForm::BigDecimal) => "`Bytes.toBytes(BigDecimal)`".to_owned(),
        (_, CellForm::Json) => "JSON".to_owned(),
        _ => "the program's own".to_owned(),
    }
}
