//! Which fields of a record are quoted, which the parser does not report.

use memchr::memchr;

use super::CsvOptions;

/// Reads the quotes of a record's bytes, as the parser does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quotes {
    delimiter: u8,
    quote: u8,
}

/// The end of a field.
struct FieldEnd {
    /// The offset behind the field; that of the delimiter, or the record's end.
    at: usize,
    is_quoted: bool,
    /// Whether the quote that opens the field is not closed.
    is_open: bool,
}

/// Whether the fields of one record are quoted.
pub(super) struct QuotedFields<'r> {
    quotes: Quotes,
    raw: &'r [u8],
    has_quote: bool,
    from: usize,
}

impl QuotedFields<'_> {
    /// Whether the next field is quoted.
    pub(super) fn next(&mut self) -> bool {
        if !self.has_quote || self.from >= self.raw.len() {
            return false;
        }
        let end = self.quotes.field(self.raw, self.from);
        self.from = end.at + 1;
        end.is_quoted
    }
}

impl Quotes {
    pub(super) fn of(options: &CsvOptions) -> Self {
        // Checked to be ASCII.
        let byte = |c: char| u8::try_from(c).unwrap_or(0);
        Self {
            delimiter: byte(options.delimiter),
            quote: byte(options.quote),
        }
    }

    /// Whether each field of a record is quoted, in order.
    pub(super) fn of_fields(self, raw: &[u8]) -> QuotedFields<'_> {
        QuotedFields {
            quotes: self,
            raw,
            has_quote: memchr(self.quote, raw).is_some(),
            from: 0,
        }
    }

    /// Whether a quoted field is not closed.
    pub(super) fn is_open(self, raw: &[u8]) -> bool {
        let mut from = 0;
        while from < raw.len() {
            let end = self.field(raw, from);
            if end.is_open {
                return true;
            }
            from = end.at + 1;
        }
        false
    }

    fn field(self, raw: &[u8], from: usize) -> FieldEnd {
        let is_quoted = raw.get(from) == Some(&self.quote);
        let mut at = from;
        if is_quoted {
            at += 1;
            loop {
                let Some(next) = raw.get(at..).and_then(|rest| memchr(self.quote, rest)) else {
                    return FieldEnd {
                        at: raw.len(),
                        is_quoted,
                        is_open: true,
                    };
                };
                at += next + 1;
                if raw.get(at) != Some(&self.quote) {
                    break;
                }
                at += 1;
            }
        }
        let rest = raw.get(at..).unwrap_or_default();
        FieldEnd {
            at: memchr(self.delimiter, rest).map_or(raw.len(), |next| at + next),
            is_quoted,
            is_open: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_fields_are_found() {
        let quotes = Quotes::of(&CsvOptions::default());
        let raw = br#"a,"",,"x,""y""",5" disk,"z"w"#;
        let found = |raw: &[u8], count: usize| {
            let mut fields = quotes.of_fields(raw);
            (0..count).map(|_| fields.next()).collect::<Vec<bool>>()
        };
        assert_eq!(found(raw, 6), [false, true, false, true, false, true]);
        assert!(!quotes.is_open(raw));
        assert!(quotes.is_open(br#"a,"b"#));
        assert!(quotes.is_open(br#"a,"b"",c"#));
        assert!(!quotes.is_open(br#"a,5" disk"#));
        assert_eq!(found(b"a,", 2), [false, false]);
        assert_eq!(found(br#""a","#, 2), [true, false]);
    }
}
