//! Where a table is split when it is created.

mod algorithm;
mod align;
mod error;
mod fit;

use std::borrow::Cow;

pub use align::FirstByte;
pub use error::SplitError;

use crate::descriptor::List;

/// The most regions that a table can start with. It is far beyond what a cluster bears, and bounds
/// the memory that a number alone could ask for.
pub const MOST_REGIONS: usize = 100_000;

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
    /// `0|`, `1|`, …: for keys that start with a region number of `width` digits, zero-padded. A
    /// number that has more digits is written in full; the keys then sort as bytes.
    NumberPipe {
        /// How many regions; there is one split fewer.
        regions: u32,
        /// The digits that a number is padded to.
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

impl Splits {
    /// The keys at which the table is split, in order; one fewer than there are regions.
    ///
    /// ```
    /// use hbase_model::Splits;
    /// let splits = Splits::NumberPipe { regions: 6, width: 1 };
    /// assert_eq!(splits.keys()?, [b"0|", b"1|", b"2|", b"3|", b"4|"]);
    /// # Ok::<(), hbase_model::splits::SplitError>(())
    /// ```
    ///
    /// # Errors
    /// [`SplitError`] for fewer than 2 regions, more than [`MOST_REGIONS`], and keys that do not
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

    /// How many regions the table starts with.
    pub fn regions(&self) -> usize {
        let said = match self {
            Self::None => return 1,
            Self::Keys(keys) => return keys.len().saturating_add(1),
            Self::HexString { regions }
            | Self::Uniform { regions }
            | Self::DecimalString { regions }
            | Self::NumberPipe { regions, .. } => *regions,
            Self::PerBucket { buckets, .. } => *buckets,
        };
        said as usize
    }
}

/// The number of the region, from 0, that a key lies in: a region starts at its split key.
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
