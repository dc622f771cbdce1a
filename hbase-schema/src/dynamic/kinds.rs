//! Several kinds of qualifiers in one family, which their bytes tell apart.

use hbase_model::layout::width_of;
use hbase_model::{CustomEncoding, Encoding, KeyLayout, PartLayout};

use super::qualifier::Qualifier;
use crate::codec::CodecError;
use crate::key::printable;

/// The length of all qualifiers of a type, and their constant bits in the first 8 bytes.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QualifierShape {
    width: Option<usize>,
    /// The constant bits, from the most significant one of the first byte on.
    mask: u64,
    bits: u64,
    /// Whether some bytes of this length and with these bits are no such qualifier.
    is_partial: bool,
}

impl QualifierShape {
    /// The shape of a type with this layout, without constant bits.
    pub const fn of(layout: &KeyLayout) -> Self {
        Self {
            width: width_of(layout.as_parts()),
            mask: 0,
            bits: 0,
            is_partial: false,
        }
    }

    /// The shape of an enum of kinds, which takes any bytes if its last kind does.
    #[must_use]
    pub const fn of_kinds(self, last: Self) -> Self {
        Self {
            is_partial: !last.is_any(),
            ..self
        }
    }

    /// The same with constant bits: those of `mask` are as in `bits`.
    #[must_use]
    pub const fn with_bits(self, mask: u64, bits: u64) -> Self {
        Self { mask, bits, ..self }
    }

    /// Whether any bytes may be such a qualifier.
    pub const fn is_any(&self) -> bool {
        self.width.is_none() && self.mask == 0 && !self.is_partial
    }

    /// Whether no bytes have both shapes.
    pub const fn is_apart(&self, other: &Self) -> bool {
        let same_length = match (self.width, other.width) {
            (Some(width), Some(others)) => width == others,
            (Some(width), None) => width >= other.least(),
            (None, Some(width)) => width >= self.least(),
            (None, None) => true,
        };
        !same_length || self.mask & other.mask & (self.bits ^ other.bits) != 0
    }

    /// Whether these bytes have the shape.
    pub fn takes(&self, bytes: &[u8]) -> bool {
        let mut start = [0; 8];
        let most = bytes.len().min(start.len());
        start[..most].copy_from_slice(&bytes[..most]);
        let is_long_enough = bytes.len() >= self.least();
        let has_bits = u64::from_be_bytes(start) & self.mask == self.bits;
        is_long_enough && has_bits && self.width.is_none_or(|width| width == bytes.len())
    }

    /// The bytes up to the last constant bit.
    const fn least(&self) -> usize {
        8 - self.mask.trailing_zeros() as usize / 8
    }
}

/// The width of all kinds, if it is the same.
pub const fn width_of_kinds(shapes: &[QualifierShape]) -> Option<usize> {
    let mut at = 0;
    let mut common = None;
    while at < shapes.len() {
        match (common, shapes[at].width) {
            (None, Some(width)) => common = Some(width),
            (Some(one), Some(width)) if one == width => {}
            _ => return None,
        }
        at += 1;
    }
    common
}

/// The layout of an enum of kinds: one part, whose encoding is known to the program only.
#[allow(
    clippy::cast_possible_truncation,
    reason = "checked, and a const function cannot convert otherwise"
)]
pub const fn kinds_part(names: &'static str, width: Option<usize>) -> PartLayout {
    let encoding = CustomEncoding::new(names);
    let encoding = match width {
        Some(width) if width <= u16::MAX as usize => encoding.with_width(width as u16),
        _ => encoding,
    };
    PartLayout::plain(
        std::borrow::Cow::Borrowed("kind"),
        Encoding::Custom(encoding),
    )
}

/// Encodes a qualifier of the last kind, whose bytes must not be those of an earlier kind.
pub fn encode_last_kind<Q: Qualifier>(
    (kind, qualifier): (&str, &Q),
    earlier: &[(&str, QualifierShape)],
    out: &mut Vec<u8>,
) -> Result<(), CodecError> {
    let start = out.len();
    qualifier.encode_qualifier(out)?;
    let bytes = &out[start..];
    let Some((other, _)) = earlier.iter().find(|(_, shape)| shape.takes(bytes)) else {
        return Ok(());
    };
    let error = CodecError::new(format_args!(
        "found the bytes `{}` in the kind `{kind}`, expected others than those of the kind `{other}`, as which they would be read: use that kind",
        printable(bytes)
    ));
    out.truncate(start);
    Err(error)
}

/// The error of bytes that are of no kind.
#[cold]
pub fn no_kind(bytes: &[u8], kinds: &str) -> CodecError {
    CodecError::new(format_args!(
        "found {} bytes `{}`, expected the length and the first bits of a kind: {kinds}",
        bytes.len(),
        printable(bytes)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn shape(width: Option<usize>, mask: u64, bits: u64) -> QualifierShape {
        QualifierShape {
            width,
            mask,
            bits,
            is_partial: false,
        }
    }

    const FIRST: u64 = 0xFF << 56;

    #[test]
    fn lengths_and_constant_bits_tell_kinds_apart() {
        let two = shape(Some(2), 0, 0);
        let four = shape(Some(4), 0xF << 60, 0xF << 60);
        let one_first = shape(None, FIRST, 1 << 56);
        let any = shape(None, 0, 0);
        assert!(two.is_apart(&four) && four.is_apart(&one_first));
        assert!(!two.is_apart(&one_first) && !any.is_apart(&two));
        let third_byte = shape(None, 0xFF << 40, 0);
        assert!(two.is_apart(&third_byte) && third_byte.is_apart(&two));
        assert!(!four.is_apart(&third_byte));
        assert!(any.is_any() && !one_first.is_any() && !two.is_any());
    }

    #[test]
    fn bytes_have_a_shape_or_not() {
        let four = shape(Some(4), 0xF << 60, 0xF << 60);
        assert!(four.takes(&[0xF1, 0, 0, 0]));
        assert!(!four.takes(&[0xE1, 0, 0, 0]) && !four.takes(&[0xF1, 0, 0]));
        let zero = shape(None, 0xFF << 48, 0);
        assert!(zero.takes(&[9, 0]) && zero.takes(&[9, 0, 7]));
        assert!(!zero.takes(&[9]) && !zero.takes(&[]));
        assert!(shape(None, 0, 0).takes(&[]));
        assert!(shape(Some(9), FIRST, 0).takes(&[0; 9]));
    }

    #[test]
    fn the_shape_of_a_type_is_that_of_its_layout() {
        let part = |encoding| PartLayout::plain("part".into(), encoding);
        let integer = part(Encoding::Integer {
            width: 4,
            signed: false,
        });
        let text = part(Encoding::Text {
            width: None,
            pad: None,
        });
        let of = |parts: &[PartLayout]| {
            QualifierShape::of(&KeyLayout {
                salt: None,
                parts: parts.to_vec().into(),
            })
        };
        let fixed = of(&[integer.clone(), integer.clone()]);
        assert_eq!(fixed, shape(Some(8), 0, 0));
        let any = of(&[integer, text]);
        assert_eq!(any, shape(None, 0, 0));
        let bits = any.with_bits(FIRST, 3 << 56);
        assert_eq!(bits, shape(None, FIRST, 3 << 56));
        // An enum takes any bytes if its last kind does.
        assert!(any.of_kinds(any).is_any());
        assert!(!any.of_kinds(bits).is_any() && !any.of_kinds(fixed).is_any());
    }

    #[test]
    fn kinds_have_a_width_if_it_is_the_same() {
        let [two, four, any] = [Some(2), Some(4), None].map(|width| shape(width, 0, 0));
        assert_eq!(width_of_kinds(&[]), None);
        assert_eq!(width_of_kinds(&[four]), Some(4));
        assert_eq!(width_of_kinds(&[four, four, four]), Some(4));
        assert_eq!(width_of_kinds(&[four, two]), None);
        assert_eq!(width_of_kinds(&[four, four, any]), None);
        assert_eq!(width_of_kinds(&[any, four]), None);
        let width = |width| kinds_part("Kind", width).value_width();
        assert_eq!((width(Some(4)), width(None)), (Some(4), None));
        assert_eq!(
            (width(Some(65_535)), width(Some(65_536))),
            (Some(65_535), None)
        );
    }
}
