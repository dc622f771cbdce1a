//! Bytes as `HBase`'s shell prints them.

use std::fmt;

/// Shows bytes as `Bytes.toStringBinary` does: printable ASCII as it is, the rest as `\xNN` with
/// upper-case hex; a backslash too is written as `\x5C`, so that the text can be read back.
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
