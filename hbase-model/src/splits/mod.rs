//! Split points with which a table is created.

mod algorithm;
mod align;
mod entries;
mod error;
mod fit;

use std::borrow::Cow;

pub use align::FirstByte;
pub use error::SplitError;

use crate::cow::List;

/// Maximum regions at creation. It is far more than a cluster supports, and bounds the memory that one number
/// can make a backend allocate.
pub const MAX_REGIONS: usize = 100_000;

/// The split points with which a table is created.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Splits {
    /// One region.
    #[default]
    None,
    /// `HexStringSplit`: for keys that start with lower-case hex digits.
    HexString {
        /// The number of regions; at least 2.
        regions: u32,
    },
    /// `UniformSplit`: for keys that start with uniform bytes.
    Uniform {
        /// The number of regions; at least 2.
        regions: u32,
    },
    /// `DecimalStringSplit`: for keys that start with decimal digits.
    DecimalString {
        /// The number of regions; at least 2.
        regions: u32,
    },
    /// `0|`, `1|`, …: for keys that start with a region number of `width` digits, zero-padded. A
    /// number with more digits is written in full; the keys then sort as bytes.
    NumberPipe {
        /// The number of regions; one more than the split points.
        regions: u32,
        /// The digits to which a number is padded.
        width: u8,
    },
    /// One region for each value of a salt of `width` bytes: its digits, zero-padded, or one byte.
    PerBucket {
        /// The number of buckets; one more than the split points.
        buckets: u32,
        /// The digits; `None` if the salt is one byte.
        digits: Option<u8>,
    },
    /// These keys.
    Keys(List<Cow<'static, [u8]>>),
}

impl Splits {
    /// The split points, in order; one fewer than the regions.
    ///
    /// ```
    /// use hbase_model::Splits;
    /// let splits = Splits::NumberPipe { regions: 6, width: 1 };
    /// assert_eq!(splits.keys()?, [b"0|", b"1|", b"2|", b"3|", b"4|"]);
    /// # Ok::<(), hbase_model::splits::SplitError>(())
    /// ```
    ///
    /// # Errors
    /// [`SplitError`] for fewer than 2 regions, more than [`MAX_REGIONS`], and keys that do not
    /// ascend.
    pub fn keys(&self) -> Result<Vec<Vec<u8>>, SplitError> {
        match self {
            Self::None => Ok(Vec::new()),
            Self::HexString { regions } => algorithm::hex_string(*regions),
            Self::Uniform { regions } => algorithm::uniform(*regions),
            Self::DecimalString { regions } => algorithm::decimal_string(*regions),
            Self::NumberPipe { regions, width } => algorithm::number_pipe(*regions, *width),
            Self::PerBucket { buckets, digits } => algorithm::per_bucket(*buckets, *digits),
            Self::Keys(keys) => algorithm::explicit(keys),
        }
    }

    /// The number of regions that the table starts with.
    pub fn regions(&self) -> usize {
        let regions = match self {
            Self::None => return 1,
            Self::Keys(keys) => return keys.len().saturating_add(1),
            Self::HexString { regions }
            | Self::Uniform { regions }
            | Self::DecimalString { regions }
            | Self::NumberPipe { regions, .. }
            | Self::PerBucket {
                buckets: regions, ..
            } => *regions,
        };
        regions as usize
    }
}

/// The index, from 0, of the region of a key: a region starts at its split point.
///
/// ```
/// use hbase_model::splits::region_of;
/// let splits = [b"0|".to_vec(), b"1|".to_vec()];
/// assert_eq!(region_of(&splits, b"0_13812345678"), 0);
/// assert_eq!(region_of(&splits, b"1_13812345678"), 1);
/// assert_eq!(region_of(&splits, b"1|"), 2);
/// ```
pub fn region_of<K: AsRef<[u8]>>(splits: &[K], key: &[u8]) -> usize {
    splits.partition_point(|split| split.as_ref() <= key)
}
