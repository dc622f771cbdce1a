//! The name of an encoding in the stored definition of an index.

use crate::layout::Encoding;
use crate::lock::{encoding, rendered};

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
        rendered(|word| encoding::write(word, self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::escape::Replacement;
    use crate::layout::{CustomEncoding, OrderedKind, Pad};
    use crate::primitive::LengthPrefix;
    use crate::time::{TimeFormat, TimeKind};

    /// Stored with indexes: these words must not change.
    #[test]
    fn the_words_are_as_they_were_stored() {
        let integer = |width, signed| Encoding::Integer { width, signed };
        let text = |width, pad| Encoding::Text { width, pad };
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
            (text(Some(4), pad).stored_name(), "text4-left-30"),
            (text(None, None).stored_name(), "text"),
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
            (
                Encoding::Ordered(OrderedKind::Numeric).stored_name(),
                "ordered-numeric",
            ),
            (own.stored_name(), "custom2:a\\x2C\\x20b"),
        ];
        for (found, word) in words {
            assert_eq!(found, word);
        }
    }
}
