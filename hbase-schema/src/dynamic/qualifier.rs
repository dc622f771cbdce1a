//! Types of qualifiers.

use std::fmt;

use hbase_model::{KeyLayout, PartLayout};

use super::kinds::QualifierShape;
use crate::codec::CodecError;
use crate::key::encoding::Native;
use crate::key::{
    DecodeKey, DecodePart, KeyBuf, KeyError, KeyPart, KeyWriter, RangePart, RowKey, Turns,
};

/// A type whose values are qualifiers of dynamic columns.
///
/// It is a type with a default encoding in row keys (integers, arrays of bytes, text, times), a tuple
/// of them, or a type with `#[derive(Qualifier)]`: a struct whose fields have the encodings of key parts, or an enum of
/// kinds that their bytes tell apart. A qualifier has at least one byte.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the qualifier of dynamic columns",
    label = "no bytes of a qualifier for this type, or not one that owns its data",
    note = "in a tuple, the bytes of each part but the last must determine its end: integers, times and `[u8; N]` do, text does not",
    note = "derive `Qualifier` on a struct with named fields, which take the options of key parts: `#[qualifier(ordered)]`, `#[qualifier(fixed = 8)]`, `#[qualifier(reverse_ts)]`"
)]
pub trait Qualifier: fmt::Debug + Sized {
    /// The parts as data.
    const LAYOUT: &'static KeyLayout;

    /// The length and the constant bits of all qualifiers, which distinguish them from those of another type.
    #[doc(hidden)]
    const SHAPE: QualifierShape = QualifierShape::of(Self::LAYOUT);

    /// Whether the bytes of the column's value determine the qualifier.
    #[doc(hidden)]
    const IS_OF_VALUE: bool = false;

    /// Appends the qualifier's bytes.
    ///
    /// # Errors
    /// [`CodecError`] if the encoding cannot represent the value.
    fn encode_qualifier(&self, out: &mut Vec<u8>) -> Result<(), CodecError>;

    /// Decodes a qualifier.
    ///
    /// # Errors
    /// [`CodecError`] if the bytes do not encode a value.
    fn decode_qualifier(bytes: &[u8]) -> Result<Self, CodecError>;
}

/// A property of a type of qualifiers: the bytes sort as the values do, part by part, so that a
/// range of values is a range of columns.
#[diagnostic::on_unimplemented(
    message = "no range is offered on the qualifiers `{Self}`",
    label = "their bytes do not sort as the values do",
    note = "`text` digits do not sort (10 comes before 9), nor does text before a separator, nor values with `reverse`, nor signed integers and floats with `java`"
)]
pub trait OrderedQualifier: Qualifier {}

/// A value for a qualifier of type `Q`: a `Q`, a reference to one, or a `&str` for a `String`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a qualifier of these columns, which is a `{Q}`",
    label = "expected a `{Q}`, or a reference to one"
)]
pub trait QualifierArg<Q>: Sized {
    /// Appends the qualifier's bytes.
    #[doc(hidden)]
    fn encode_arg(self, out: &mut Vec<u8>) -> Result<(), CodecError>;
}

impl<Q: Qualifier> QualifierArg<Q> for Q {
    fn encode_arg(self, out: &mut Vec<u8>) -> Result<(), CodecError> {
        self.encode_qualifier(out)
    }
}

impl<Q: Qualifier> QualifierArg<Q> for &Q {
    fn encode_arg(self, out: &mut Vec<u8>) -> Result<(), CodecError> {
        self.encode_qualifier(out)
    }
}

impl QualifierArg<String> for &str {
    fn encode_arg(self, out: &mut Vec<u8>) -> Result<(), CodecError> {
        KeyPart::<Native>::encode(&self, out)
    }
}

#[diagnostic::do_not_recommend]
impl<T> Qualifier for T
where
    T: KeyPart<Native> + for<'k> DecodePart<'k, Native>,
{
    const LAYOUT: &'static KeyLayout = &KeyLayout {
        salt: None,
        parts: std::borrow::Cow::Borrowed(&[part::<T>("qualifier")]),
    };

    fn encode_qualifier(&self, out: &mut Vec<u8>) -> Result<(), CodecError> {
        self.encode(out)
    }

    fn decode_qualifier(bytes: &[u8]) -> Result<Self, CodecError> {
        T::decode(bytes)
    }
}

#[diagnostic::do_not_recommend]
impl<T: RangePart<Native> + Qualifier> OrderedQualifier for T {}

/// The layout of a part in the type's default encoding.
pub(super) const fn part<T: KeyPart<Native>>(name: &'static str) -> PartLayout {
    PartLayout::plain(std::borrow::Cow::Borrowed(name), T::ENCODING)
}

/// Encodes a struct's parts: all of them, as in a row key.
#[doc(hidden)]
pub fn encode_parts<K: RowKey>(parts: &K, out: &mut Vec<u8>) -> Result<(), CodecError> {
    let mut bytes = KeyBuf::new();
    parts.encode_into(&mut bytes).map_err(CodecError::new)?;
    out.extend_from_slice(&bytes);
    Ok(())
}

/// Encodes all parts of a struct, which `write` writes.
#[doc(hidden)]
pub fn encode_written<K: RowKey>(
    out: &mut Vec<u8>,
    write: impl FnOnce(&mut KeyWriter<K, KeyBuf>) -> Result<(), KeyError>,
) -> Result<(), CodecError> {
    let mut writer = KeyWriter::new(KeyBuf::new());
    let written = write(&mut writer).and_then(|()| writer.seal(Turns::peek));
    written.map_err(CodecError::new)?;
    out.extend_from_slice(&writer.into_inner());
    Ok(())
}

/// Encodes the first parts of a struct, which `write` writes.
#[doc(hidden)]
pub fn encode_start<K: RowKey>(
    out: &mut Vec<u8>,
    write: impl FnOnce(&mut KeyWriter<K, KeyBuf>) -> Result<(), KeyError>,
) -> Result<(), CodecError> {
    let mut writer = KeyWriter::new(KeyBuf::new());
    write(&mut writer).map_err(CodecError::new)?;
    out.extend_from_slice(&writer.into_inner());
    Ok(())
}

/// Decodes a struct's parts.
#[doc(hidden)]
pub fn decode_parts<K: for<'k> DecodeKey<'k>>(bytes: &[u8]) -> Result<K, CodecError> {
    K::decode(bytes).map_err(CodecError::new)
}
