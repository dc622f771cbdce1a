//! Encodings as words, which indexes and locks store.

use super::word::WordWriter;
use crate::cow::{elements, str_of};
use crate::escape::Escape;
use crate::layout::{Encoding, OrderedKind, Pad};
use crate::time::{TimeFormat, TimeKind};

/// Writes the word of an encoding: [`Encoding::stored_name`].
pub(crate) const fn write(word: &mut WordWriter<'_>, encoding: &Encoding) {
    match encoding {
        Encoding::Integer { width, signed } => integer(word, "integer", *width, *signed),
        Encoding::JavaInteger { width, signed } => integer(word, "java", *width, *signed),
        Encoding::Digits { width, .. } => numbered(word, "digits", *width as u64),
        Encoding::DecimalText { .. } => word.text("decimal-text"),
        Encoding::Text { width, pad } => text(word, *width, *pad),
        Encoding::Escaped(escape) => escaped(word, escape),
        Encoding::Labels { separator } => {
            word.text("labels-");
            word.hex(*separator);
        }
        Encoding::LengthPrefixed { length, text } => {
            word.text("length-");
            word.text(length.name());
            word.text(if *text { "-text" } else { "-bytes" });
        }
        Encoding::List(list) => members(word, elements(&list.members)),
        Encoding::Bytes { width } => optional(word, "bytes", *width),
        Encoding::Bool => word.text("bool"),
        Encoding::Float { width } => numbered(word, "float", *width as u64),
        Encoding::JavaBool => word.text("java-bool"),
        Encoding::JavaFloat { width } => numbered(word, "java-float", *width as u64),
        Encoding::Time(format) => time(word, *format),
        Encoding::TimeOfDay { minutes: true, .. } => word.text("time-of-day-minutes"),
        Encoding::TimeOfDay { .. } => word.text("time-of-day-millis"),
        Encoding::Ordered(kind) => {
            word.text("ordered-");
            word.text(ordered(*kind));
        }
        Encoding::Custom(own) => {
            optional(word, "custom", own.width);
            word.text(":");
            word.printable(str_of(&own.name).as_bytes(), [b' ', b',']);
        }
    }
}

/// Writes the word of an encoding in a lock: equal for encodings that write the same bytes of all values. As in Java, an
/// unsigned number is big-endian, like the default.
pub(super) const fn write_locked(word: &mut WordWriter<'_>, encoding: &Encoding) {
    match encoding {
        Encoding::JavaInteger {
            width,
            signed: false,
        } => integer(word, "integer", *width, false),
        other => write(word, other),
    }
}

const fn numbered(word: &mut WordWriter<'_>, name: &str, number: u64) {
    word.text(name);
    word.number(number, 0);
}

const fn optional(word: &mut WordWriter<'_>, name: &str, number: Option<u16>) {
    word.text(name);
    if let Some(number) = number {
        word.number(number as u64, 0);
    }
}

const fn integer(word: &mut WordWriter<'_>, name: &str, width: u8, signed: bool) {
    numbered(word, name, width as u64);
    word.text(if signed { "-signed" } else { "-unsigned" });
}

const fn text(word: &mut WordWriter<'_>, width: Option<u16>, pad: Option<Pad>) {
    optional(word, "text", width);
    let (side, byte) = match pad {
        None => return,
        Some(Pad::Left(byte)) => ("-left-", byte),
        Some(Pad::Right(byte)) => ("-right-", byte),
    };
    word.text(side);
    word.hex(byte);
}

/// Each character and its replacement, as the hex digits of their UTF-8.
const fn escaped(word: &mut WordWriter<'_>, escape: &Escape) {
    word.text("escaped");
    let replacements = escape.as_replacements();
    let mut at = 0;
    while at < replacements.len() {
        word.text("-");
        hex(word, replacements[at].from.encode_utf8(&mut [0; 4]));
        word.text("=");
        hex(word, str_of(&replacements[at].to));
        at += 1;
    }
}

const fn hex(word: &mut WordWriter<'_>, text: &str) {
    let mut at = 0;
    while at < text.len() {
        word.hex(text.as_bytes()[at]);
        at += 1;
    }
}

const fn members(word: &mut WordWriter<'_>, members: &[Encoding]) {
    word.text("list-");
    let mut at = 0;
    while at < members.len() {
        word.text(if at == 0 { "" } else { "+" });
        write(word, &members[at]);
        at += 1;
    }
}

/// `align_ms` is not part of the word: it rejects or rounds values, and does not change their encoding.
const fn time(word: &mut WordWriter<'_>, format: TimeFormat) {
    match format.kind {
        TimeKind::Millis => word.text("millis"),
        TimeKind::NegatedMillis => word.text("negated-millis"),
        TimeKind::Seconds => word.text("seconds"),
        TimeKind::Seconds10 => word.text("seconds10"),
        kind => numbered(word, "time", kind.width() as u64),
    }
    word.text(if format.newest_first {
        "-newest-first"
    } else {
        ""
    });
    let has_offset = format.kind.pattern().is_some()
        || matches!(format.kind, TimeKind::Millis13 | TimeKind::Millis19);
    if format.offset_s != 0 && has_offset {
        word.text(if format.offset_s < 0 { "@-" } else { "@" });
        word.number(format.offset_s.unsigned_abs() as u64, 0);
    }
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
        OrderedKind::BlobVar => "blob-var",
    }
}
