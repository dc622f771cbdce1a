//! Errors of one value or its bytes.

use crate::printable::Offset;

/// An error from encoding a value, or from decoding its bytes.
///
/// It contains the value found and the value expected; the caller adds the part and the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueError {
    /// More bytes than the width.
    #[error("found {found} bytes, expected at most {width}")]
    TooLong {
        /// The bytes found.
        found: usize,
        /// The width.
        width: usize,
    },
    /// More digits than the width.
    #[error("found {found} digits, expected at most {width}")]
    TooManyDigits {
        /// The digits found.
        found: usize,
        /// The width.
        width: usize,
    },
    /// A negative number in an encoding without a sign.
    #[error("found a negative number, expected zero or more")]
    Negative,
    /// A byte that is no digit.
    #[error("found byte 0x{found:02x} at {at}, expected a digit")]
    NotDigits {
        /// The byte's offset.
        at: usize,
        /// The byte.
        found: u8,
    },
    /// A number out of the type's range.
    #[error("found a number out of range, expected one that {expected} can hold")]
    OutOfRange {
        /// The type, or the format.
        expected: &'static str,
    },
    /// Text that is not of the type.
    #[error("found other text, expected {expected}")]
    OtherText {
        /// The expected text.
        expected: &'static str,
    },
    /// Bytes that are not UTF-8.
    #[error("found bytes that are not UTF-8 from {at} on, expected text")]
    NotUtf8 {
        /// The offset of the first invalid byte.
        at: usize,
    },
    /// Fewer or more bytes than the encoding's width.
    #[error("found {found} bytes, expected {expected}")]
    WrongLength {
        /// The expected length.
        expected: usize,
        /// The length found.
        found: usize,
    },
    /// A time before 1970.
    #[error(
        "found {found} ms since 1970{}, expected a time of 1970 or later{}",
        before_at(*.offset_s),
        at_offset(*.offset_s)
    )]
    BeforeEpoch {
        /// Milliseconds since 1970 (UTC).
        found: i64,
        /// The offset from UTC of the format's dates, in seconds; 0 for none.
        offset_s: i32,
    },
    /// A time after the last one of the format.
    #[error("found {found} ms since 1970, expected a time before the year 10000")]
    AfterYear9999 {
        /// Milliseconds since 1970.
        found: i64,
    },
    /// A time that is finer than the format.
    #[error(
        "found {found} ms, which is finer than a multiple of {unit} ms{}, expected a time that the \
         form can hold{}: cut it off before, or use `truncate`",
        of_offset(*.offset_s),
        nearest(*.found, *.unit, *.offset_s)
    )]
    FinerThanFormat {
        /// Milliseconds since 1970, or since midnight.
        found: i64,
        /// The format's unit, in milliseconds.
        unit: i64,
        /// The offset from UTC of the format's dates, in seconds; 0 for a time of day.
        offset_s: i32,
    },
    /// Bytes of a time that is no multiple of the format's period.
    #[error("found {found} ms since 1970, expected a multiple of {unit} ms{}, as `align` declares", of_offset(*.offset_s))]
    NotMultiple {
        /// Milliseconds since 1970.
        found: i64,
        /// The period in milliseconds.
        unit: u32,
        /// The offset from UTC from which multiples are counted, in seconds.
        offset_s: i32,
    },
    /// A time that is finer than months or years.
    #[error(
        "found {found} ms since 1970, which is not the start of a date in digits{}, expected a time that the form can \
         hold: cut it off before, or use `truncate`",
        of_offset(*.offset_s)
    )]
    FinerThanDate {
        /// Milliseconds since 1970.
        found: i64,
        /// The offset from UTC of the format's dates, in seconds.
        offset_s: i32,
    },
    /// A time after the last one that 4 bytes of seconds can represent.
    #[error(
        "found {found} ms since 1970, expected at most {last} ms, the last second that 4 bytes can hold: 8 bytes and \
         digits hold later times"
    )]
    AfterLastSecond {
        /// Milliseconds since 1970.
        found: i64,
        /// The last second, in milliseconds since 1970.
        last: i64,
    },
    /// A negated time that would sort before all others.
    #[error(
        "found the start of 1970, whose negation is 0, expected a later time: the newest times would sort after this one"
    )]
    AtEpoch,
    /// A field of a date or of a time of day out of its range.
    #[error("found {field} {found}, expected {min} to {max}")]
    TimeField {
        /// The field's name.
        field: &'static str,
        /// Its value.
        found: u32,
        /// The smallest valid value.
        min: u32,
        /// The largest valid value.
        max: u32,
    },
    /// A text that would not be decoded unchanged: decoding removes the padding.
    #[error(
        "found the pad character {:?} at the padded end, expected a text without it there, \
         for padding is taken off on reading",
        char::from(*.pad)
    )]
    ContainsPad {
        /// The pad character.
        pad: u8,
    },
    /// A byte that the format does not allow.
    #[error("found byte 0x{found:02x} at {at}, expected {expected}")]
    UnexpectedByte {
        /// The byte's offset.
        at: usize,
        /// The byte.
        found: u8,
        /// The expected byte.
        expected: &'static str,
    },
    /// Bytes that are not the canonical encoding of their value.
    #[error("found another spelling of a value, expected {expected}")]
    NotCanonical {
        /// The canonical encoding.
        expected: &'static str,
    },
    /// A salt's function that returned a number out of its range.
    #[error(
        "the salt's function returned {found}, expected a number below {values}, as `values` declares"
    )]
    SaltOutOfRange {
        /// The result.
        found: u32,
        /// The number of values.
        values: u32,
    },
    /// A salt's function of which only the path is known.
    #[error(
        "the salt's function is code of another program, and only that program can compute the salt"
    )]
    UnknownSaltFunction,
    /// Bytes of a list that end within an element.
    #[error("found {found} bytes, expected a multiple of {width}, the bytes of one element")]
    PartialElement {
        /// The bytes found.
        found: usize,
        /// The bytes of one element.
        width: usize,
    },
    /// A list whose elements do not ascend.
    #[error(
        "found element {index} (the first is 0), which is not above the one before it, expected elements that ascend by \
         their bytes, as `sorted` declares: sort them, and remove duplicates"
    )]
    NotAscending {
        /// The index of the element.
        index: usize,
    },
    /// Bytes that end within a value.
    #[error("found the end after {found} bytes, expected {expected}")]
    Truncated {
        /// The bytes found.
        found: usize,
        /// The missing bytes.
        expected: &'static str,
    },
}

/// At an offset west of UTC, 1970 begins later.
fn before_at(offset_s: i32) -> String {
    match offset_s {
        0 => String::new(),
        offset_s => format!(", which is before 1970 at the offset {}", Offset(offset_s)),
    }
}

fn at_offset(offset_s: i32) -> &'static str {
    match offset_s {
        0 => "",
        _ => " there",
    }
}

/// At an offset, the multiples are other times than those in UTC.
fn of_offset(offset_s: i32) -> String {
    match offset_s {
        0 => String::new(),
        offset_s => format!(" at the offset {}", Offset(offset_s)),
    }
}

/// The times that an offset's format has before and after a time.
fn nearest(found: i64, unit: i64, offset_s: i32) -> String {
    if offset_s == 0 {
        return String::new();
    }
    let local = found.saturating_add(i64::from(offset_s) * 1000);
    let before = found.saturating_sub(local.checked_rem_euclid(unit).unwrap_or_default());
    let after = before.saturating_add(unit);
    match before {
        ..0 => format!(", such as {after} ms"),
        _ => format!(", such as {before} or {after} ms"),
    }
}
