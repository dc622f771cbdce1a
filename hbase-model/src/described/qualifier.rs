//! The qualifier of a column: any bytes, which are text in most tables.

use std::borrow::Cow;
use std::fmt;

use crate::printable::Printable;

/// The qualifier of a column: any bytes. `B` is the type of the bytes: static in a struct's consts, owned in a
/// description.
///
/// Text is displayed unchanged, with a backslash as `\x5C`. Other bytes are displayed as `Bytes.toStringBinary` of
/// `HBase` does, so that [`parse_printable`](crate::printable::parse_printable) reads either.
///
/// ```
/// use hbase_model::ColumnQualifier;
/// assert_eq!(ColumnQualifier::new("DURATION_S").to_string(), "DURATION_S");
/// assert_eq!(ColumnQualifier::new(b"\x80\x0B").to_string(), r"\x80\x0B");
/// assert_eq!(ColumnQualifier::new(r"\x80").to_string(), r"\x5Cx80");
/// assert_eq!(ColumnQualifier::new(b"AT"), "AT");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ColumnQualifier<B = &'static [u8]>(B);

impl<B> ColumnQualifier<B> {
    /// The qualifier of these bytes, in a const.
    #[doc(hidden)]
    pub const fn from_bytes(bytes: B) -> Self {
        Self(bytes)
    }
}

impl ColumnQualifier {
    /// The bytes, in a const.
    #[doc(hidden)]
    pub const fn bytes(self) -> &'static [u8] {
        self.0
    }
}

impl<'b> ColumnQualifier<&'b [u8]> {
    /// The qualifier of this text or these bytes.
    pub fn new<T: AsRef<[u8]> + ?Sized>(name: &'b T) -> Self {
        Self(name.as_ref())
    }
}

impl<B: AsRef<[u8]>> ColumnQualifier<B> {
    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_ref()
    }

    /// The length in bytes.
    pub fn len(&self) -> usize {
        self.as_bytes().len()
    }

    /// Whether it has no bytes.
    pub fn is_empty(&self) -> bool {
        self.as_bytes().is_empty()
    }

    /// The qualifier as text: `None` if it is not UTF-8, or contains a character that cannot be printed, such as NUL.
    pub fn as_text(&self) -> Option<&str> {
        let text = str::from_utf8(self.as_bytes()).ok()?;
        text.chars().all(is_printable).then_some(text)
    }

    /// The qualifier of a description.
    pub fn describe(&self) -> ColumnQualifier<Vec<u8>> {
        ColumnQualifier(self.as_bytes().to_vec())
    }

    /// Another qualifier, which starts with `prefix`.
    pub fn with_prefix(&self, prefix: &[u8]) -> ColumnQualifier<Vec<u8>> {
        ColumnQualifier([prefix, self.as_bytes()].concat())
    }
}

/// Whether a character has a glyph of its own, or is a blank.
fn is_printable(character: char) -> bool {
    match character {
        ' '..='~' => true,
        _ if character.is_ascii() => false,
        _ => character.escape_debug().len() == 1,
    }
}

impl<B: AsRef<[u8]>> AsRef<[u8]> for ColumnQualifier<B> {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl<B: AsRef<[u8]>> fmt::Display for ColumnQualifier<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_text() {
            Some(text) if text.contains('\\') => f.pad(&text.replace('\\', "\\x5C")),
            Some(text) => f.pad(text),
            None => f.pad(&Printable(self.as_bytes()).to_string()),
        }
    }
}

impl<B: AsRef<[u8]>> fmt::Debug for ColumnQualifier<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

impl<B: AsRef<[u8]>> PartialEq<str> for ColumnQualifier<B> {
    fn eq(&self, other: &str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl<B: AsRef<[u8]>> PartialEq<&str> for ColumnQualifier<B> {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl From<&str> for ColumnQualifier<Vec<u8>> {
    fn from(name: &str) -> Self {
        Self(name.as_bytes().to_vec())
    }
}

impl From<String> for ColumnQualifier<Vec<u8>> {
    fn from(name: String) -> Self {
        Self(name.into_bytes())
    }
}

impl From<Vec<u8>> for ColumnQualifier<Vec<u8>> {
    fn from(name: Vec<u8>) -> Self {
        Self(name)
    }
}

impl<B: AsRef<[u8]>> From<ColumnQualifier<B>> for Vec<u8> {
    fn from(name: ColumnQualifier<B>) -> Self {
        name.as_bytes().to_vec()
    }
}

impl From<ColumnQualifier<Self>> for Cow<'static, [u8]> {
    fn from(name: ColumnQualifier<Self>) -> Self {
        name.0
    }
}

impl From<ColumnQualifier> for ColumnQualifier<Cow<'static, [u8]>> {
    fn from(name: ColumnQualifier) -> Self {
        Self(Cow::Borrowed(name.0))
    }
}
