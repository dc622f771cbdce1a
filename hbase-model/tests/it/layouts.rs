//! Short ways to write layouts.

use std::borrow::Cow;

use hbase_model::time::{TimeFormat, TimeKind};
use hbase_model::{Encoding, KeyLayout, PartLayout, PartValue, Salt, SaltLayout, SaltText};

pub(crate) fn part(name: &'static str, encoding: Encoding) -> PartLayout {
    PartLayout::plain(Cow::Borrowed(name), encoding)
}

pub(crate) trait PartExt {
    fn closed(self, separator: &'static str) -> Self;
    fn terminated(self, terminator: &'static [u8]) -> Self;
    fn salted(self, text: SaltText) -> Self;
}

impl PartExt for PartLayout {
    fn closed(mut self, separator: &'static str) -> Self {
        self.separator = Some(Cow::Borrowed(separator.as_bytes()));
        self
    }

    fn terminated(mut self, terminator: &'static [u8]) -> Self {
        self.separator = Some(Cow::Borrowed(terminator));
        self.terminated = true;
        self
    }

    fn salted(mut self, text: SaltText) -> Self {
        self.salt = Some(text);
        self
    }
}

pub(crate) fn key(
    salt: Option<(Salt, Option<&'static str>)>,
    parts: impl Into<Vec<PartLayout>>,
) -> KeyLayout {
    KeyLayout {
        salt: salt.map(|(salt, separator)| SaltLayout {
            salt,
            separator: separator.map(|text| Cow::Borrowed(text.as_bytes())),
        }),
        parts: parts.into().into(),
    }
}

pub(crate) const TEXT: Encoding = Encoding::Text {
    width: None,
    pad: None,
};

pub(crate) const DECIMAL_U64: Encoding = Encoding::DecimalText {
    min: 0,
    max: u64::MAX as u128,
};

pub(crate) const fn fixed_text(width: u16) -> Encoding {
    Encoding::Text {
        width: Some(width),
        pad: None,
    }
}

pub(crate) const fn uint(width: u8) -> Encoding {
    Encoding::Integer {
        width,
        signed: false,
    }
}

pub(crate) const fn date(kind: TimeKind, newest_first: bool) -> Encoding {
    Encoding::Time(TimeFormat {
        newest_first,
        ..TimeFormat::new(kind)
    })
}

/// Asserts that values encode to these bytes and decode to the same values, and that each part is at its
/// offset.
pub(crate) fn assert_key(layout: &KeyLayout, values: &[PartValue], expected: &[u8]) {
    let found = layout.encode(values).expect("the values fit");
    assert_eq!(
        hbase_model::printable::Printable(&found),
        hbase_model::printable::Printable(expected)
    );
    let decoded = layout.decode(&found).expect("the key is good");
    assert_eq!(decoded.parts, values);
    for (part, value) in layout.parts.iter().zip(values) {
        let again = part.parse(&value.to_string());
        assert_eq!(again.as_ref(), Ok(value), "part {}", part.name);
    }
    if let Some(width) = layout.width() {
        assert_eq!(width, found.len());
    }
}
