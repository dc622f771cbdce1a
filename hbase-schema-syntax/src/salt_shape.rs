//! What the bytes of a salt look like.

use hbase_model::layout::Salt;

/// What the bytes of a salt look like.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SaltShape {
    /// One byte, with so many values from 0.
    Byte(u32),
    /// So many numbers from 0, in digits of one width.
    Digits { values: u32, width: u8 },
    /// Hex digits.
    Hex { digits: u8, upper: bool },
    /// Any bytes, so many.
    Bytes(u8),
}

impl SaltShape {
    pub(crate) fn of(salt: &Salt) -> Self {
        match *salt {
            Salt::Buckets { count, text }
            | Salt::Random { count, text }
            | Salt::RoundRobin { count, text } => Self::counted(count, text),
            Salt::RegionNumber { regions, width } => Self::Digits {
                values: regions,
                width,
            },
            Salt::JavaHash { buckets, width } => Self::Digits {
                values: buckets,
                width,
            },
            Salt::Md5Hex { digits, upper, .. } => Self::Hex { digits, upper },
            Salt::Md5 { bytes } => Self::Bytes(bytes),
            // A salt that this version does not know has bytes that it cannot vouch for.
            _ => Self::Bytes(1),
        }
    }

    fn counted(count: u16, text: bool) -> Self {
        let values = u32::from(count);
        if text {
            let width = digits_of(values.saturating_sub(1));
            return Self::Digits { values, width };
        }
        Self::Byte(values)
    }

    /// How many values it has, where they count from 0.
    pub(crate) fn values(self) -> Option<u32> {
        match self {
            Self::Byte(values) | Self::Digits { values, .. } => Some(values),
            Self::Hex { .. } | Self::Bytes(_) => None,
        }
    }

    /// The decimal digits.
    pub(crate) fn digits(self) -> Option<u8> {
        match self {
            Self::Digits { width, .. } => Some(width),
            _ => None,
        }
    }

    /// The bytes it fills.
    pub(crate) fn width(self) -> u8 {
        match self {
            Self::Byte(_) => 1,
            Self::Digits { width, .. } => width,
            Self::Hex { digits, .. } => digits,
            Self::Bytes(bytes) => bytes,
        }
    }
}

/// How many decimal digits a number has.
pub(crate) fn digits_of(number: u32) -> u8 {
    let digits = number.checked_ilog10().map_or(1, |log| log + 1);
    u8::try_from(digits).unwrap_or(u8::MAX)
}
