//! Optional parts: a byte, 1 for a value and 0 for none, then the value.
//!
//! If values have a fixed width, an absent one is zeros of that width, so that the part keeps its width. Optional parts
//! have no ranges and feed no salt. As the first part they make a hotspot, because `None` is one value.

use hbase_model::{CustomEncoding, Encoding, KeySink, ValueError};

use super::encoding::Native;
use super::options::NativePart;
use super::part::{DecodePart, SelfDelimiting, properties};
use crate::codec::CodecError;

/// The name of an optional part's encoding in a layout.
pub(crate) const OPTIONAL: &str = "optional";

const ABSENT: u8 = 0;
const PRESENT: u8 = 1;

impl<T: NativePart> NativePart for Option<T> {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "a part that wide is longer than any key: the key's width is checked"
    )]
    const ENCODING: Encoding = {
        let own = CustomEncoding::new(OPTIONAL);
        Encoding::Custom(match T::WIDTH {
            Some(width) => own.with_width(width as u16 + 1),
            None => own,
        })
    };
    const WIDTH: Option<usize> = match T::WIDTH {
        Some(width) => Some(width + 1),
        None => None,
    };
    const CODES: &'static str = T::CODES;

    fn encode_native<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        if let Some(value) = self {
            out.put_byte(PRESENT);
            return value.encode_native(out);
        }
        for _ in 0..Self::WIDTH.unwrap_or(1) {
            out.put_byte(ABSENT);
        }
        Ok(())
    }
}

impl<'k, T: NativePart + DecodePart<'k, Native>> DecodePart<'k, Native> for Option<T> {
    fn decode(bytes: &'k [u8]) -> Result<Self, CodecError> {
        match bytes.split_first() {
            Some((&PRESENT, value)) => T::decode(value).map(Some),
            Some((&ABSENT, rest)) => {
                absent(rest, T::WIDTH.unwrap_or(0))?;
                Ok(None)
            }
            Some((&found, _)) => Err(CodecError::from(ValueError::UnexpectedByte {
                at: 0,
                found,
                expected: "0 for an absent value, or 1",
            })),
            None => Err(CodecError::new(
                "found no bytes, expected one that marks whether there is a value",
            )),
        }
    }
}

fn absent(rest: &[u8], expected: usize) -> Result<(), ValueError> {
    if rest.len() != expected {
        return Err(ValueError::WrongLength {
            expected: expected + 1,
            found: rest.len() + 1,
        });
    }
    match rest.iter().position(|byte| *byte != 0) {
        None => Ok(()),
        Some(at) => Err(ValueError::UnexpectedByte {
            at: at + 1,
            found: rest[at],
            expected: "zeros, because the value is absent",
        }),
    }
}

properties!([T: NativePart + SelfDelimiting<Native>] Option<T>: SelfDelimiting<Native>;);
