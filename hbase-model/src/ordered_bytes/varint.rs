//! Unsigned integers of varying length, as in the exponents of large and small decimals.

use crate::primitive::ValueError;
use crate::sink::KeySink;

/// Largest number in one byte, which is the number itself.
const ONE_BYTE: u32 = 240;
/// Largest number in two bytes.
const TWO_BYTES: u32 = 2287;
/// Largest number in three bytes.
const THREE_BYTES: u32 = 67_823;
/// Largest number in four bytes.
const FOUR_BYTES: u32 = 0x00ff_ffff;

/// `OrderedBytes.putVaruint64` for 32-bit numbers, which suffice for exponents.
pub(super) fn put_varint<S: KeySink + ?Sized>(value: u32, out: &mut S) {
    let [_, _, _, low] = value.to_be_bytes();
    if value <= ONE_BYTE {
        out.put_byte(low);
    } else if value <= TWO_BYTES {
        let [_, _, high, low] = (value - ONE_BYTE).to_be_bytes();
        out.put(&[high + 241, low]);
    } else if value <= THREE_BYTES {
        let [_, _, high, low] = (value - TWO_BYTES - 1).to_be_bytes();
        out.put(&[249, high, low]);
    } else if value <= FOUR_BYTES {
        out.put_byte(250);
        out.put(&value.to_be_bytes()[1..]);
    } else {
        out.put_byte(251);
        out.put(&value.to_be_bytes());
    }
}

/// The number of bytes after the first one.
pub(super) const fn more_after(first: u8) -> usize {
    match first {
        0..=240 => 0,
        241..=248 => 1,
        // 249 precedes three bytes, and each following code one more.
        _ => first as usize - 247,
    }
}

/// Reads a number of at most 32 bits; returns the rest too.
pub(super) fn get_varint(bytes: &[u8]) -> Result<(u32, &[u8]), ValueError> {
    let truncated = ValueError::Truncated {
        found: bytes.len(),
        expected: "an exponent",
    };
    let (&first, rest) = bytes.split_first().ok_or(truncated)?;
    let (more, rest) = rest.split_at_checked(more_after(first)).ok_or(truncated)?;
    let value = match (first, more) {
        (_, []) => first.into(),
        (_, &[low]) => u32::from(first - 241) * 256 + u32::from(low) + ONE_BYTE,
        (_, &[high, low]) => u32::from(high) * 256 + u32::from(low) + TWO_BYTES + 1,
        (_, &[a, b, c]) => u32::from_be_bytes([0, a, b, c]),
        (_, &[a, b, c, d]) => u32::from_be_bytes([a, b, c, d]),
        _ => {
            return Err(ValueError::OutOfRange {
                expected: "an exponent of 32 bits",
            });
        }
    };
    let mut again = Vec::new();
    put_varint(value, &mut again);
    if again.len() != more.len() + 1 {
        return Err(ValueError::NotCanonical {
            expected: "an exponent in as few bytes as it needs",
        });
    }
    Ok((value, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_as_many_bytes_as_they_need() {
        for (number, bytes) in [
            (0, &[0][..]),
            (240, &[240]),
            (241, &[241, 1]),
            (511, &[242, 15]),
            (2287, &[248, 255]),
            (2288, &[249, 0, 0]),
            (67_823, &[249, 255, 255]),
            (67_824, &[250, 1, 8, 240]),
            (0x00ff_ffff, &[250, 255, 255, 255]),
            (0x0100_0000, &[251, 1, 0, 0, 0]),
            (u32::MAX, &[251, 255, 255, 255, 255]),
        ] {
            let mut found = Vec::new();
            put_varint(number, &mut found);
            assert_eq!(found, bytes, "{number}");
            let longer = [bytes, b"x"].concat();
            assert_eq!(get_varint(&longer), Ok((number, &b"x"[..])), "{number}");
            let short = get_varint(&bytes[..bytes.len() - 1]);
            assert!(
                matches!(short, Err(ValueError::Truncated { .. })),
                "{number}"
            );
        }
    }

    #[test]
    fn longer_numbers_than_needed_are_errors() {
        for bytes in [
            &[250, 0, 0, 1][..],
            &[250, 1, 8, 239],
            &[251, 0, 255, 255, 255],
        ] {
            let error = get_varint(bytes);
            assert!(
                matches!(error, Err(ValueError::NotCanonical { .. })),
                "{bytes:?}"
            );
        }
        let wide = get_varint(&[252, 0, 0, 0, 0, 1]);
        assert!(
            matches!(wide, Err(ValueError::OutOfRange { .. })),
            "{wide:?}"
        );
    }
}
