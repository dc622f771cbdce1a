//! The name of an encoding in the stored definition of an index.

use std::fmt::Write as _;

use crate::escape::{Escape, Replacement};
use crate::layout::{CustomEncoding, Encoding, OrderedKind, Pad};
use crate::printable::Printable;
use crate::time::{TimeFormat, TimeKind};

impl Encoding {
    /// The encoding as one word that is stored with an index and must not change. Two encodings with the same
    /// word write the same bytes for the same value. Settings that only reject values are not part of it.
    ///
    /// ```
    /// use hbase_model::{Encoding, layout::OrderedKind};
    /// let integer = Encoding::Integer { width: 4, signed: true };
    /// assert_eq!(integer.stored_name(), "integer4-signed");
    /// assert_eq!(Encoding::Ordered(OrderedKind::String).stored_name(), "ordered-string");
    /// ```
    pub fn stored_name(&self) -> String {
        match self {
            Self::Integer { width, signed } => integer("integer", *width, *signed),
            Self::JavaInteger { width, signed } => integer("java", *width, *signed),
            Self::Digits { width, .. } => format!("digits{width}"),
            Self::DecimalText { .. } => "decimal-text".to_owned(),
            Self::Text { width, pad } => text(*width, *pad),
            Self::Escaped(escape) => escaped(escape),
            Self::Labels { separator } => format!("labels-{separator:02X}"),
            Self::LengthPrefixed { length, text } => {
                let kind = if *text { "text" } else { "bytes" };
                format!("length-{}-{kind}", length.name())
            }
            Self::List(list) => {
                let members = list.members.iter().map(Self::stored_name);
                format!("list-{}", members.collect::<Vec<_>>().join("+"))
            }
            Self::Bytes { width } => format!("bytes{}", number(*width)),
            Self::Bool => "bool".to_owned(),
            Self::Float { width } => format!("float{width}"),
            Self::JavaBool => "java-bool".to_owned(),
            Self::JavaFloat { width } => format!("java-float{width}"),
            Self::Time(format) => time(*format),
            Self::TimeOfDay { minutes, .. } => {
                format!(
                    "time-of-day-{}",
                    if *minutes { "minutes" } else { "millis" }
                )
            }
            Self::Ordered(kind) => format!("ordered-{}", ordered(*kind)),
            Self::Custom(CustomEncoding { name, width, .. }) => {
                let name = Printable(name.as_bytes()).to_string();
                let name = name.replace(' ', "\\x20").replace(',', "\\x2C");
                format!("custom{}:{name}", number(*width))
            }
        }
    }
}

fn integer(name: &str, width: u8, signed: bool) -> String {
    let sign = if signed { "signed" } else { "unsigned" };
    format!("{name}{width}-{sign}")
}

fn text(width: Option<u16>, pad: Option<Pad>) -> String {
    let (side, byte) = match pad {
        None => return format!("text{}", number(width)),
        Some(Pad::Left(byte)) => ("left", byte),
        Some(Pad::Right(byte)) => ("right", byte),
    };
    format!("text{}-{side}-{byte:02X}", number(width))
}

/// Each character and its replacement, as the hex digits of their UTF-8.
fn escaped(escape: &Escape) -> String {
    let mut name = "escaped".to_owned();
    for Replacement { from, to } in escape.replacements() {
        for (mark, text) in [('-', &*from.to_string()), ('=', to)] {
            name.push(mark);
            for byte in text.bytes() {
                // Writing to a `String` cannot fail.
                let _ = write!(name, "{byte:02X}");
            }
        }
    }
    name
}

fn number(width: Option<u16>) -> String {
    width.map_or_else(String::new, |width| width.to_string())
}

/// `align_ms` is not part of the name: it rejects or rounds values, and does not change their encoding.
fn time(format: TimeFormat) -> String {
    let kind = match format.kind {
        TimeKind::Millis => "millis".to_owned(),
        TimeKind::NegatedMillis => "negated-millis".to_owned(),
        TimeKind::Seconds => "seconds".to_owned(),
        TimeKind::Seconds10 => "seconds10".to_owned(),
        kind => format!("time{}", kind.width()),
    };
    let mut name = kind + newest(format.newest_first);
    let has_offset = format.kind.pattern().is_some()
        || matches!(format.kind, TimeKind::Millis13 | TimeKind::Millis19);
    if format.offset_s != 0 && has_offset {
        let _ = write!(name, "@{}", format.offset_s);
    }
    name
}

fn newest(first: bool) -> &'static str {
    if first { "-newest-first" } else { "" }
}

fn ordered(kind: OrderedKind) -> &'static str {
    match kind {
        OrderedKind::Int8 => "int8",
        OrderedKind::Int16 => "int16",
        OrderedKind::Int32 => "int32",
        OrderedKind::Int64 => "int64",
        OrderedKind::Float32 => "float32",
        OrderedKind::Float64 => "float64",
        OrderedKind::Numeric => "numeric",
        OrderedKind::String => "string",
        OrderedKind::BlobVar => "blob-var",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::primitive::LengthPrefix;

    /// Stored with indexes: these words must not change.
    #[test]
    fn the_words_are_as_they_were_stored() {
        let integer = |width, signed| Encoding::Integer { width, signed };
        let pad = Some(Pad::Left(b'0'));
        let time = Encoding::Time(TimeFormat {
            truncate: true,
            offset_s: -3600,
            ..TimeFormat::new(TimeKind::Second)
        });
        let millis = Encoding::Time(TimeFormat {
            newest_first: true,
            ..TimeFormat::new(TimeKind::Millis)
        });
        let replacement = |from, to: &'static str| Replacement {
            from,
            to: to.into(),
        };
        let escaped = vec![replacement('%', "%9$"), replacement('!', "%0$")];
        let escaped = Encoding::Escaped(escaped.into());
        let own = Encoding::Custom(CustomEncoding::new("a, b").with_width(2));
        let words = [
            (integer(8, false).stored_name(), "integer8-unsigned"),
            (integer(4, true).stored_name(), "integer4-signed"),
            (text(Some(4), pad), "text4-left-30"),
            (text(None, None), "text"),
            (escaped.stored_name(), "escaped-25=253924-21=253024"),
            (
                Encoding::Labels { separator: b'.' }.stored_name(),
                "labels-2E",
            ),
            (
                Encoding::LengthPrefixed {
                    length: LengthPrefix::U16,
                    text: true,
                }
                .stored_name(),
                "length-u16-text",
            ),
            (Encoding::Bytes { width: Some(2) }.stored_name(), "bytes2"),
            (Encoding::Bool.stored_name(), "bool"),
            (Encoding::Float { width: 8 }.stored_name(), "float8"),
            (Encoding::JavaBool.stored_name(), "java-bool"),
            (
                Encoding::JavaFloat { width: 4 }.stored_name(),
                "java-float4",
            ),
            (time.stored_name(), "time14@-3600"),
            (millis.stored_name(), "millis-newest-first"),
            (ordered(OrderedKind::Numeric).to_owned(), "numeric"),
            (own.stored_name(), "custom2:a\\x2C\\x20b"),
        ];
        for (found, word) in words {
            assert_eq!(found, word);
        }
    }
}
