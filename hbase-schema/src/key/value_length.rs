//! The lengths of values of a key part, which their types do not ensure.

use hbase_model::{CustomEncoding, Encoding, KeyLayout, PartLayout, ValueError};

use crate::codec::CodecError;

/// The width that an encoding of a user's type declares.
const fn declared_width(part: &PartLayout) -> Option<usize> {
    match &part.encoding {
        Encoding::Custom(CustomEncoding {
            width: Some(width), ..
        }) => Some(*width as usize),
        _ => None,
    }
}

/// Whether values of a part have a width or a maximum that their types do not ensure.
pub(super) const fn limits_values(layout: &KeyLayout) -> bool {
    let parts = layout.as_parts();
    let mut index = 0;
    while index < parts.len() {
        if parts[index].max.is_some() || declared_width(&parts[index]).is_some() {
            return true;
        }
        index += 1;
    }
    false
}

/// Checks the length of a value of a part, in bytes: the width that an encoding of a user's type declares, and `max`.
#[inline]
pub(crate) fn check_length(part: &PartLayout, len: usize) -> Result<(), CodecError> {
    if let Some(width) = declared_width(part)
        && len != width
        && !(part.omit_none && len == 0)
    {
        return Err(own_width(width, len));
    }
    match part.max.map(usize::from) {
        Some(width) if len > width => {
            Err(CodecError::from(ValueError::TooLong { found: len, width }))
        }
        _ => Ok(()),
    }
}

/// The error for a value of another width.
#[cold]
fn own_width(width: usize, len: usize) -> CodecError {
    CodecError::new(format_args!(
        "its own encoding wrote {len} bytes, and declares a width of {width} in `ENCODING`: write {width} bytes for every \
         value, or leave `with_width` out"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: Encoding = Encoding::Text {
        width: None,
        pad: None,
    };

    fn own(width: u16) -> PartLayout {
        let own = CustomEncoding::new("Own").with_width(width);
        PartLayout::plain("own".into(), Encoding::Custom(own))
    }

    fn text(max: Option<u16>) -> PartLayout {
        PartLayout {
            max,
            ..PartLayout::plain("text".into(), TEXT)
        }
    }

    #[test]
    fn lengths_are_limited_by_any_part() {
        let limits = |parts: Vec<PartLayout>| {
            limits_values(&KeyLayout {
                salt: None,
                parts: parts.into(),
            })
        };
        assert!(limits(vec![text(None), text(Some(9))]));
        assert!(limits(vec![own(4), text(None)]));
        let without_width = Encoding::Custom(CustomEncoding::new("Own"));
        let without_width = PartLayout::plain("own".into(), without_width);
        assert!(!limits(vec![text(None), without_width]));
        assert!(!limits(Vec::new()));
    }

    #[test]
    fn a_value_has_the_declared_width_and_at_most_the_maximum() {
        let is_ok = |part: &PartLayout, len| check_length(part, len).is_ok();
        assert_eq!(
            [3, 4, 5].map(|len| is_ok(&own(4), len)),
            [false, true, false]
        );
        let nine = text(Some(9));
        assert_eq!([0, 9, 10].map(|len| is_ok(&nine, len)), [true, true, false]);
        assert!(is_ok(&text(None), 99));
        let omitted = PartLayout {
            omit_none: true,
            ..own(4)
        };
        assert_eq!(
            [0, 1, 4].map(|len| is_ok(&omitted, len)),
            [true, false, true]
        );
        assert!(!is_ok(&own(4), 0));
    }
}
