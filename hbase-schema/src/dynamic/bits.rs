//! Fields of some bits of a qualifier: `#[qualifier(bits = 12)]`.

use crate::codec::CodecError;

/// A type whose values are `N` bits of a qualifier.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no form of `bits = {N}`",
    label = "not an unsigned integer of at least {N} bits",
    note = "an unsigned integer takes as many bits as it has, or fewer; a `bool` takes one bit",
    note = "bits without a value, such as unused ones, are `always = 0` on a field of type `()`"
)]
pub trait BitField<const N: u32>: Sized {
    /// The value; more than `N` bits if it does not fit.
    fn to_bits(&self) -> u64;

    /// The value of at most `N` bits.
    fn from_bits(bits: u64) -> Self;
}

/// The type of a field whose bits are always the same.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a field with `always` has no values, found `{Self}`",
    label = "expected `()`",
    note = "its bits are the same in every qualifier: make its type `()`"
)]
pub trait ConstantBits: Sized {
    /// The only value.
    const VALUE: Self;
}

impl ConstantBits for () {
    const VALUE: Self = ();
}

impl BitField<1> for bool {
    fn to_bits(&self) -> u64 {
        u64::from(*self)
    }

    fn from_bits(bits: u64) -> Self {
        bits != 0
    }
}

macro_rules! integers {
    ($types:tt $($bits:literal)*) => {
        $(integers!(@each $bits $types);)*
    };
    (@each $bits:literal [$($type:ty)*]) => {$(
        impl BitField<$bits> for $type {
            #[inline]
            fn to_bits(&self) -> u64 {
                u64::from(*self)
            }

            #[inline]
            fn from_bits(bits: u64) -> Self {
                // At most as many bits as the type has.
                bits as Self
            }
        }
    )*};
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_lossless,
    clippy::useless_conversion,
    trivial_numeric_casts,
    reason = "one macro for all widths"
)]
mod integers {
    use super::BitField;

    integers!([u8 u16 u32 u64] 1 2 3 4 5 6 7 8);
    integers!([u16 u32 u64] 9 10 11 12 13 14 15 16);
    integers!([u32 u64] 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32);
    integers!([u64] 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48);
    integers!([u64] 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64);
}

/// Bits that fill `W` bytes together, at most 8.
#[doc(hidden)]
#[derive(Debug)]
pub struct Bits<const W: usize> {
    bits: u64,
    /// The bits that are not decoded yet.
    left: u32,
}

impl<const W: usize> Bits<W> {
    /// No bits yet.
    #[allow(clippy::new_without_default, reason = "for generated code")]
    pub const fn new() -> Self {
        Self { bits: 0, left: 0 }
    }

    /// Appends a field.
    ///
    /// # Errors
    /// [`CodecError`] if the value has more bits.
    pub fn put<T: BitField<N>, const N: u32>(
        &mut self,
        field: &str,
        value: &T,
    ) -> Result<(), CodecError> {
        let value = value.to_bits();
        if value > most(N) {
            return Err(too_large(field, value, N));
        }
        self.append(N, value);
        Ok(())
    }

    /// Appends bits that are always the same. Their field is read, so that it is not unused.
    pub fn put_always<T: ConstantBits>(&mut self, _: &T, width: u32, value: u64) {
        self.append(width, value);
    }

    fn append(&mut self, width: u32, value: u64) {
        self.bits = self.bits.checked_shl(width).unwrap_or(0) | value;
    }

    /// The bytes, after all fields.
    pub fn bytes(self) -> [u8; W] {
        let mut bytes = [0; W];
        let all = self.bits.to_be_bytes();
        let from = all.len().saturating_sub(W);
        bytes.copy_from_slice(&all[from..]);
        bytes
    }

    /// The bits of these bytes.
    pub fn of(bytes: [u8; W]) -> Self {
        let bits = bytes
            .iter()
            .fold(0, |bits, byte| bits << 8 | u64::from(*byte));
        Self {
            bits,
            left: 8 * u32::try_from(W).unwrap_or(u32::MAX),
        }
    }

    /// Takes the next field.
    pub fn take<T: BitField<N>, const N: u32>(&mut self) -> T {
        T::from_bits(self.next(N))
    }

    /// Takes bits that are always the same.
    ///
    /// # Errors
    /// [`CodecError`] if they are others.
    pub fn take_always(
        &mut self,
        field: &str,
        width: u32,
        expected: u64,
    ) -> Result<(), CodecError> {
        let found = self.next(width);
        if found == expected {
            return Ok(());
        }
        Err(not_constant(field, found, expected))
    }

    fn next(&mut self, width: u32) -> u64 {
        self.left = self.left.saturating_sub(width);
        self.bits >> self.left & most(width)
    }
}

/// The largest value of `width` bits, 1 to 64.
const fn most(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

#[cold]
fn too_large(field: &str, found: u64, bits: u32) -> CodecError {
    CodecError::new(format_args!(
        "found {found} in `{field}`, expected at most {}, which is the largest value of its {bits} bits",
        most(bits)
    ))
}

#[cold]
fn not_constant(field: &str, found: u64, expected: u64) -> CodecError {
    CodecError::new(format_args!(
        "found {found:#b} in the bits `{field}`, expected {expected:#b}, which every such qualifier has there"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_follow_each_other_most_significant_first() {
        let mut bits = Bits::<4>::new();
        bits.put_always(&(), 4, 0xF);
        bits.put::<u32, 22>("ms", &500).unwrap();
        bits.put_always(&(), 2, 0);
        bits.put::<bool, 1>("float", &true).unwrap();
        bits.put::<u8, 3>("length", &3).unwrap();
        let bytes = bits.bytes();
        assert_eq!(bytes, [0xF0, 0, 0x7D, 0x0B]);
        let mut bits = Bits::of(bytes);
        bits.take_always("mark", 4, 0xF).unwrap();
        assert_eq!(bits.take::<u32, 22>(), 500);
        let error = bits.take_always("unused", 2, 2).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("found 0b0 in the bits `unused`, expected 0b10")
        );
        assert!(bits.take::<bool, 1>());
        assert_eq!(bits.take::<u8, 3>(), 3);
    }

    #[test]
    fn eight_bytes_may_be_one_field() {
        let mut bits = Bits::<8>::new();
        bits.put::<u64, 64>("all", &u64::MAX).unwrap();
        assert_eq!(bits.bytes(), [0xFF; 8]);
        assert_eq!(Bits::of([0xFF; 8]).take::<u64, 64>(), u64::MAX);
        let error = Bits::<1>::new().put::<u16, 8>("small", &256).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("found 256 in `small`, expected at most 255")
        );
    }
}
