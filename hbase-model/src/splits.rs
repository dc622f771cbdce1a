//! Where a table is split when it is created.

use std::borrow::Cow;

use crate::descriptor::List;

/// Where a table is split when it is created.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Splits {
    /// One region.
    #[default]
    None,
    /// `HexStringSplit`: for keys that start with lower-case hex digits.
    HexString {
        /// How many regions; at least 2.
        regions: u32,
    },
    /// `UniformSplit`: for keys that start with uniform bytes.
    Uniform {
        /// How many regions; at least 2.
        regions: u32,
    },
    /// `DecimalStringSplit`: for keys that start with decimal digits.
    DecimalString {
        /// How many regions; at least 2.
        regions: u32,
    },
    /// `0|`, `1|`, …: for keys that start with a region number of `width` digits, zero-padded.
    NumberPipe {
        /// How many regions; there is one split fewer.
        regions: u32,
        /// The number's digits.
        width: u8,
    },
    /// One region for each value of a salt of `width` bytes: its digits, zero-padded, or one byte.
    PerBucket {
        /// How many buckets; there is one split fewer.
        buckets: u32,
        /// The digits; `None` where the salt is one byte.
        digits: Option<u8>,
    },
    /// These keys.
    Keys(List<Cow<'static, [u8]>>),
}
