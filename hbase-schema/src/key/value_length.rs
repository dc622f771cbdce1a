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
