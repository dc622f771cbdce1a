//! Bytes as `HBase`'s shell prints them.

use std::fmt;

/// Displays bytes as `Bytes.toStringBinary` does: printable ASCII unchanged, other bytes as `\xNN` with
/// upper-case hex; a backslash is also written as `\x5C`, so that the text can be parsed.
///
/// ```
/// use hbase_model::printable::Printable;
/// assert_eq!(Printable(b"a_1\x00\xff").to_string(), r"a_1\x00\xFF");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Printable<'a>(pub &'a [u8]);

impl fmt::Display for Printable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &byte in self.0 {
            match byte {
                b'\\' => f.write_str("\\x5C")?,
                b' '..=b'~' => write!(f, "{}", char::from(byte))?,
                _ => write!(f, "\\x{byte:02X}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Printable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Displays an offset from UTC in seconds: `+08:00`, or `+08:00:30`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offset(pub(crate) i32);

impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { '-' } else { '+' };
        let seconds = self.0.unsigned_abs();
        write!(f, "{sign}{:02}:{:02}", seconds / 3600, seconds / 60 % 60)?;
        match seconds % 60 {
            0 => Ok(()),
            rest => write!(f, ":{rest:02}"),
        }
    }
}

/// Displays milliseconds in the largest unit of which they are a multiple: `1h`, `90s`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Duration(pub(crate) u64);

impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [
            (86_400_000, "d"),
            (3_600_000, "h"),
            (60_000, "m"),
            (1000, "s"),
        ];
        let unit = units
            .into_iter()
            .find(|(length, _)| self.0.is_multiple_of(*length));
        let (length, unit) = unit.unwrap_or((1, "ms"));
        write!(f, "{}{unit}", self.0 / length)
    }
}

/// Parses the output of [`Printable`] and `Bytes.toStringBinary`: `\xNN` is a byte, everything else
/// is UTF-8. A backslash that does not start `\xNN` is literal, as in `Bytes.toBytesBinary`.
///
/// ```
/// use hbase_model::printable::parse_printable;
/// assert_eq!(parse_printable(r"a_1\x00\xFF"), b"a_1\x00\xff");
/// ```
pub fn parse_printable(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        if let Some((byte, after)) = escape(rest) {
            bytes.push(byte);
            rest = after;
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    bytes
}

fn escape(rest: &[u8]) -> Option<(u8, &[u8])> {
    let [b'\\', b'x', high, low, after @ ..] = rest else {
        return None;
    };
    Some((hex_digit(*high)? << 4 | hex_digit(*low)?, after))
}

fn hex_digit(digit: u8) -> Option<u8> {
    char::from(digit)
        .to_digit(16)
        .and_then(|value| value.try_into().ok())
}
