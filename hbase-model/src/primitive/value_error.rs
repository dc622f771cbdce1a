//! Errors of one value or its bytes.

/// An error from encoding a value, or from decoding its bytes.
///
/// It names what was found and what was expected; which part of which table it was is known one
/// level up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueError {
    /// More bytes than there is room for.
    #[error("found {found} bytes, expected at most {width}")]
    TooLong {
        /// The bytes found.
        found: usize,
        /// The room.
        width: usize,
    },
    /// More digits than there is room for.
    #[error("found {found} digits, expected at most {width}")]
    TooManyDigits {
        /// The digits found.
        found: usize,
        /// The room.
        width: usize,
    },
    /// A negative number where the encoding has no sign.
    #[error("found a negative number, expected zero or more")]
    Negative,
    /// Something else among digits.
    #[error("found byte 0x{found:02x} at {at}, expected a digit")]
    NotDigits {
        /// Where.
        at: usize,
        /// The byte there.
        found: u8,
    },
    /// A number that the type cannot hold.
    #[error("found a number out of range, expected one that {expected} can hold")]
    OutOfRange {
        /// The type, or the form.
        expected: &'static str,
    },
    /// Bytes that are not text.
    #[error("found bytes that are not UTF-8 from {at} on, expected text")]
    NotUtf8 {
        /// Where the text ends.
        at: usize,
    },
    /// Fewer or more bytes than the encoding has.
    #[error("found {found} bytes, expected {expected}")]
    WrongLength {
        /// The encoding's length.
        expected: usize,
        /// The length found.
        found: usize,
    },
    /// A time before the first one that can be written.
    #[error("found {found} ms since 1970, expected a time of 1970 or later")]
    BeforeEpoch {
        /// Milliseconds since 1970.
        found: i64,
    },
    /// A time after the last one that can be written.
    #[error("found {found} ms since 1970, expected a time before the year 10000")]
    AfterYear9999 {
        /// Milliseconds since 1970.
        found: i64,
    },
    /// A time that loses something when it is written.
    #[error(
        "found {found} ms, which is finer than a multiple of {unit} ms, expected a time that the \
         form can hold: cut it off before, or say `truncate`"
    )]
    FinerThanDigits {
        /// Milliseconds since 1970, or since midnight.
        found: i64,
        /// The form's smallest step, in milliseconds.
        unit: i64,
    },
    /// A field of a date or of a time of day that is out of its range.
    #[error("found {field} {found}, expected {min} to {max}")]
    TimeField {
        /// The field's name.
        field: &'static str,
        /// Its value.
        found: u32,
        /// The smallest value that it can have.
        min: u32,
        /// The largest value that it can have.
        max: u32,
    },
    /// A form of times that does not exist.
    #[error("found a time of {found} digits, expected 8, 13, 14, 17 or 19")]
    UnknownTimeFormat {
        /// The number of digits.
        found: u8,
    },
    /// A text that would not be read back: padding is taken off on reading.
    #[error(
        "found the pad character {:?} at the padded end, expected a text without it there, \
         for padding is taken off on reading",
        char::from(*.pad)
    )]
    ContainsPad {
        /// The pad character.
        pad: u8,
    },
    /// A character that the form cannot hold.
    #[error("found byte 0x{found:02x} at {at}, expected {expected}")]
    UnexpectedByte {
        /// Where.
        at: usize,
        /// The byte there.
        found: u8,
        /// What belongs there.
        expected: &'static str,
    },
    /// Bytes that mean a value which is written otherwise.
    #[error("found another spelling of a value, expected {expected}")]
    NotCanonical {
        /// The one spelling.
        expected: &'static str,
    },
    /// Bytes that stop in the middle of a value.
    #[error("found the end after {found} bytes, expected {expected}")]
    Truncated {
        /// The bytes found.
        found: usize,
        /// What is missing.
        expected: &'static str,
    },
}
