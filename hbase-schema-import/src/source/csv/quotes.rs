//! Finds which fields of a record are quoted; the parser does not report it.

use memchr::memchr;

use super::CsvOptions;

/// Reads the quotes of a record's bytes like the parser.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quotes {
    delimiter: u8,
    /// `None` for a file without quotes.
    quote: Option<u8>,
}

/// An error in the quotes of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QuoteError {
    /// A quoted field is not closed.
    Open,
    /// Text follows the closing quote of the field with this number, from 1.
    TextBehind(usize),
}

/// The end of a field.
pub(super) struct FieldEnd {
    /// The offset after the field; that of the delimiter, or the record's end.
    at: usize,
    pub(super) is_quoted: bool,
    /// Whether the quote that opens the field is not closed.
    is_open: bool,
    /// Whether text is between the closing quote and the end.
    has_text_behind: bool,
}

impl Quotes {
    pub(super) fn of(options: &CsvOptions) -> Self {
        // Checked to be ASCII.
        let byte = |c: char| u8::try_from(c).unwrap_or(0);
        Self {
            delimiter: byte(options.delimiter),
            quote: options.quote.map(byte),
        }
    }

    /// The ends of a record's fields; none if no field is quoted.
    pub(super) fn ends(self, raw: &[u8]) -> impl Iterator<Item = FieldEnd> {
        let mut from = self.next_quote(raw).map_or(raw.len(), |_| 0);
        std::iter::from_fn(move || {
            let end = (from < raw.len()).then(|| self.field(raw, from))?;
            from = end.at + 1;
            Some(end)
        })
    }

    /// Checks that each quoted field ends with its closing quote. A quote within text is text.
    pub(super) fn check(self, raw: &[u8]) -> Result<(), QuoteError> {
        for (end, number) in self.ends(raw).zip(1..) {
            if end.is_open {
                return Err(QuoteError::Open);
            }
            if end.has_text_behind {
                return Err(QuoteError::TextBehind(number));
            }
        }
        Ok(())
    }

    fn next_quote(self, raw: &[u8]) -> Option<usize> {
        memchr(self.quote?, raw)
    }

    fn is_quote(self, byte: Option<&u8>) -> bool {
        byte.is_some() && byte.copied() == self.quote
    }

    fn field(self, raw: &[u8], from: usize) -> FieldEnd {
        let is_quoted = self.is_quote(raw.get(from));
        let mut at = from;
        if is_quoted {
            at += 1;
            loop {
                let Some(next) = raw.get(at..).and_then(|rest| self.next_quote(rest)) else {
                    return FieldEnd {
                        at: raw.len(),
                        is_quoted,
                        is_open: true,
                        has_text_behind: false,
                    };
                };
                at += next + 1;
                if !self.is_quote(raw.get(at)) {
                    break;
                }
                at += 1;
            }
        }
        let rest = raw.get(at..).unwrap_or_default();
        let end = memchr(self.delimiter, rest).map_or(raw.len(), |next| at + next);
        FieldEnd {
            at: end,
            is_quoted,
            is_open: false,
            has_text_behind: is_quoted && end > at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_fields_are_found() {
        let quotes = Quotes::of(&CsvOptions::default());
        let raw = br#"a,"",,"x,""y""",5" disk,"z w""#;
        let found = |raw: &[u8], count: usize| {
            let ends = quotes.ends(raw).map(|end| end.is_quoted);
            let ends = ends.chain(std::iter::repeat(false));
            ends.take(count).collect::<Vec<bool>>()
        };
        assert_eq!(found(raw, 6), [false, true, false, true, false, true]);
        assert_eq!(quotes.check(raw), Ok(()));
        assert_eq!(quotes.check(br#"a,"b"#), Err(QuoteError::Open));
        assert_eq!(quotes.check(br#"a,"b"",c"#), Err(QuoteError::Open));
        assert_eq!(quotes.check(br#"a,5" disk"#), Ok(()));
        for raw in [b"a,\"z\"w".as_slice(), b"a,\"z\" ,c", b"a,\"z\nb,\"c\",d"] {
            assert_eq!(quotes.check(raw), Err(QuoteError::TextBehind(2)));
        }
        assert_eq!(found(b"a,", 2), [false, false]);
        assert_eq!(found(br#""a","#, 2), [true, false]);
    }
}
