//! The layout of a row key as data: salt, parts, encodings, separators.
//!
//! The derive generates a layout for every table, from the attributes and the constants of the part types; the interpreter encodes and decodes any key by it, without the
//! struct.

mod codec;
mod codes;
mod custom;
mod encoding;
mod error;
mod fit;
mod key;
mod list;
mod list_codec;
mod ordered;
mod parse;
mod part;
pub mod row_index;
mod salt;
mod salt_bytes;
mod salt_display;
mod salt_function;
mod salt_parts;
mod scan_cost;
pub mod separator;
mod skip_cost;
mod split;
mod value;
pub(crate) mod words;

pub use custom::{CustomEncoding, TimeOrder};
pub use encoding::{Encoding, OrderedKind, Pad};
pub use error::LayoutError;
pub use key::{DecodedKey, MAX_KEY};
pub use list::ListEncoding;
pub use salt::{Salt, SaltLayout, SaltText};
pub use salt_bytes::SaltBytes;
pub use salt_function::SaltFunction;
pub use salt_parts::Marked;
pub use scan_cost::{MAX_FAN_OUT, NoRange, SaltReach, ScanCost, ScanEnd};
pub use skip_cost::MAX_SKIPPED_SALTS;
pub use split::{PartRanges, SplitKey};
pub use value::PartValue;

pub use separator::DESC_TERMINATOR;

use crate::cow::{Bytes, List, Text};

/// A row key: an optional salt, then the parts.
///
/// ```
/// use std::borrow::Cow;
/// use hbase_model::{Encoding, KeyLayout, PartLayout, Salt, SaltLayout, SaltText};
///
/// const TEXT: PartLayout = PartLayout {
///     name: Cow::Borrowed(""),
///     encoding: Encoding::Text { width: None, pad: None },
///     desc: false,
///     reverse: false,
///     separator: None,
///     terminated: false,
///     omit_none: false,
///     salt: Some(SaltText::Whole),
///     max: None,
///     codes: Cow::Borrowed(""),
/// };
/// const LOGS: KeyLayout = KeyLayout {
///     salt: Some(SaltLayout {
///         salt: Salt::Md5Hex { digits: 4, from: 0, upper: false, joined: None },
///         separator: Some(Cow::Borrowed(b"_")),
///     }),
///     parts: Cow::Borrowed(&[
///         PartLayout { name: Cow::Borrowed("uid"), separator: Some(Cow::Borrowed(b"_")), ..TEXT },
///         PartLayout { name: Cow::Borrowed("kind"), ..TEXT },
///     ]),
/// };
///
/// let key = LOGS.encode(&["10086".into(), "LOGIN".into()])?;
/// assert_eq!(key, b"a16c_10086_LOGIN");
/// assert_eq!(LOGS.decode(&key)?.parts[1], "LOGIN".into());
/// assert_eq!(LOGS.part_range(&key, 0)?, 5..10);
/// assert!(LOGS.decode(b"0000_10086_LOGIN").is_err());
/// # Ok::<(), hbase_model::LayoutError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct KeyLayout {
    /// The salt, before the first part.
    pub salt: Option<SaltLayout>,
    /// The parts, in order.
    pub parts: List<PartLayout>,
}

/// One part of a row key.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::struct_excessive_bools, reason = "independent options")]
pub struct PartLayout {
    /// The field's name.
    pub name: Text,
    /// The encoding of its value.
    pub encoding: Encoding,
    /// Descending: digits as nines' complement, other encodings with all bits inverted. With a terminator, `separator` is the
    /// inverted byte.
    pub desc: bool,
    /// Reversed character by character.
    pub reverse: bool,
    /// The separator after the part; after the last part only a terminator.
    pub separator: Option<Bytes>,
    /// Whether the separator is a terminator: it follows the part even at the end of a key.
    pub terminated: bool,
    /// Whether the part may have no value, which then has no bytes: if no later part has a value either, the key ends after
    /// the part before, without its separator.
    pub omit_none: bool,
    /// The part's input to the salt, if any.
    pub salt: Option<SaltText>,
    /// Maximum bytes of values of varying length.
    pub max: Option<u16>,
    /// The codes of an enum, in the order of the codes: `1=Open,2=Closed`; empty for other types.
    pub codes: Text,
}

impl KeyLayout {
    /// The parts, for consts, which cannot dereference a list.
    pub const fn as_parts(&self) -> &[PartLayout] {
        match &self.parts {
            List::Borrowed(parts) => parts,
            List::Owned(parts) => parts.as_slice(),
        }
    }

    /// The key's length, if every part and the salt have a fixed width.
    pub fn width(&self) -> Option<usize> {
        let salt = self.salt.as_ref().map_or(Some(0), SaltLayout::width);
        self.parts
            .iter()
            .try_fold(salt?, |sum, part| Some(sum + part.width()?))
    }

    /// The length of the longest key, if every part has a width or a `max`.
    pub fn max_width(&self) -> Option<usize> {
        let salt = self.salt.as_ref().map_or(0, |salt| {
            salt.salt.max_width() + length_of(salt.separator.as_ref())
        });
        self.parts
            .iter()
            .try_fold(salt, |sum, part| Some(sum + part.max_width()?))
    }

    /// The offset of each part; `None` if it depends on the values before it.
    pub fn offsets(&self) -> Vec<Option<usize>> {
        let mut at = self.salt.as_ref().map_or(Some(0), SaltLayout::width);
        let parts = self.parts.iter();
        parts
            .map(|part| {
                let offset = at;
                at = at.and_then(|at| Some(at + part.width()?));
                offset
            })
            .collect()
    }

    /// The number of bytes of the separator that a key lacks if it ends before the part at `index`.
    pub fn separator_left_out(&self, index: usize) -> usize {
        let may_end = self.parts.get(index).is_some_and(|part| part.omit_none);
        let before = index
            .checked_sub(1)
            .and_then(|before| self.parts.get(before));
        let before = before.filter(|part| may_end && !part.terminated);
        before.map_or(0, |part| length_of(part.separator.as_ref()))
    }

    /// Whether the last parts may be left out.
    pub const fn leaves_parts_out(&self) -> bool {
        match self.as_parts().last() {
            Some(part) => part.omit_none,
            None => false,
        }
    }

    /// Whether a separator or terminator follows one of the parts.
    pub const fn has_separators(&self) -> bool {
        let parts = self.as_parts();
        let mut index = 0;
        while index < parts.len() {
            if parts[index].separator.is_some() {
                return true;
            }
            index += 1;
        }
        false
    }

    /// Whether every key is text.
    pub fn is_text(&self) -> bool {
        let is_ascii = |separator: &Option<Bytes>| separator.as_ref().is_none_or(|s| s.is_ascii());
        let salt = self.salt.as_ref();
        let salt = salt.is_none_or(|salt| salt.salt.is_text() && is_ascii(&salt.separator));
        let mut parts = self.parts.iter();
        salt && parts.all(|part| part.is_text() && is_ascii(&part.separator))
    }

    /// The part with this name, and its index.
    pub fn part(&self, name: &str) -> Option<(usize, &PartLayout)> {
        self.parts
            .iter()
            .enumerate()
            .find(|(_, part)| part.name == name)
    }
}

impl PartLayout {
    /// A part without options.
    ///
    /// ```
    /// use hbase_model::{Encoding, PartLayout};
    /// let id = PartLayout::plain("id".into(), Encoding::Integer { width: 4, signed: false });
    /// assert_eq!(id.width(), Some(4));
    /// ```
    pub const fn plain(name: Text, encoding: Encoding) -> Self {
        Self {
            name,
            encoding,
            desc: false,
            reverse: false,
            separator: None,
            terminated: false,
            omit_none: false,
            salt: None,
            max: None,
            codes: Text::Borrowed(""),
        }
    }

    /// The width of the part with its separator, in bytes; `None` if it varies.
    pub const fn width(&self) -> Option<usize> {
        match self.value_width() {
            Some(width) => Some(width + length_of(self.separator.as_ref())),
            None => None,
        }
    }

    /// The width of the part without its separator, in bytes; `None` if it varies.
    pub const fn value_width(&self) -> Option<usize> {
        if self.omit_none {
            return None;
        }
        self.encoding.width()
    }

    /// The bytes after a value of the part, which may have no bytes in the key; `None` for a part without a separator.
    pub fn separator_after(&self, value_is_empty: bool) -> Option<&[u8]> {
        let separator = self.separator.as_deref();
        // As in Phoenix: so a part without a value sorts before all others in descending order, too.
        let is_none = self.omit_none && value_is_empty && self.is_desc_terminated();
        separator.map(|bytes| if is_none { NUL } else { bytes })
    }

    /// The width of the longest value with its separator, in bytes; `None` without a width or a `max`.
    pub const fn max_width(&self) -> Option<usize> {
        match (self.max, self.encoding.width()) {
            (_, Some(width)) => Some(width + length_of(self.separator.as_ref())),
            (Some(max), None) => Some(max as usize + length_of(self.separator.as_ref())),
            (None, None) => None,
        }
    }

    /// Whether greater values have smaller bytes.
    pub const fn is_descending(&self) -> bool {
        let newest_first = match self.encoding {
            Encoding::Time(format) => format.is_newest_first(),
            _ => false,
        };
        self.desc != newest_first
    }

    /// `terminator` or `separator`: what follows the part.
    pub const fn separator_name(&self) -> &'static str {
        if self.terminated {
            "terminator"
        } else {
            "separator"
        }
    }

    /// Whether a value of the part determines its own end.
    pub const fn is_self_delimiting(&self) -> bool {
        self.separator.is_some() || self.encoding.is_self_delimiting()
    }

    /// Whether a value marks its own end without the separator, which it may therefore contain. `width` is that of the
    /// part's type: of an encoding of its own, only the type has it.
    pub const fn marks_its_end(&self, width: Option<usize>) -> bool {
        width.is_some() || self.encoding.is_self_delimiting()
    }

    /// Whether these bytes of a value would be read as no value: before a descending part with a terminator, a NUL byte is the
    /// terminator of a part without a value.
    pub fn is_read_as_none(&self, bytes: &[u8]) -> bool {
        let is_marked = bytes.is_empty() || bytes[0] == 0 && self.is_desc_terminated();
        self.omit_none && is_marked
    }

    /// Whether no later part can have a value if this one has none: without its bytes, its end cannot be determined. `width`
    /// is that of the part's type.
    pub const fn needs_value_before_others(&self, width: Option<usize>) -> bool {
        self.separator.is_none() || self.marks_its_end(width)
    }

    /// Whether the part's end is determined from the end of the key, unless it is the last part: its
    /// values vary in length, and no separator closes them.
    pub const fn is_open(&self) -> bool {
        let custom = matches!(self.encoding, Encoding::Custom(_));
        !custom && !self.is_self_delimiting()
    }

    /// Whether the part varies in length, and is descending with a terminator, which is inverted too.
    pub fn is_desc_terminated(&self) -> bool {
        let varies = !self.encoding.is_self_delimiting();
        varies
            && self.desc
            && self.terminated
            && self.separator.as_deref() == Some(&[DESC_TERMINATOR])
    }

    /// Whether the part's bytes are text.
    pub const fn is_text(&self) -> bool {
        self.encoding.is_text() && (!self.desc || self.encoding.is_digits())
    }
}

/// The width of these parts with their separators, in bytes; `None` if it varies.
pub const fn width_of(parts: &[PartLayout]) -> Option<usize> {
    let (mut sum, mut at) = (0, 0);
    while at < parts.len() {
        match parts[at].width() {
            Some(width) => sum += width,
            None => return None,
        }
        at += 1;
    }
    Some(sum)
}

const NUL: &[u8] = &[0];

/// The length of an optional separator, in bytes.
const fn length_of(separator: Option<&Bytes>) -> usize {
    match separator {
        Some(Bytes::Borrowed(bytes)) => bytes.len(),
        Some(Bytes::Owned(bytes)) => bytes.len(),
        None => 0,
    }
}
