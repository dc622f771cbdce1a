//! The buckets of an index: a first byte of its entries that spreads them over regions.

use crate::hash::murmur3;
use crate::splits::Splits;

/// The number of buckets over which the entries of an index are spread, 2 to 256.
///
/// The bucket of an entry is a function of its row key alone, so that all entries of a row are in one bucket, whatever
/// its values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IndexBuckets(u16);

impl IndexBuckets {
    /// Buckets of this number; `None` unless it is 2 to 256.
    pub const fn new(count: u16) -> Option<Self> {
        if 2 <= count && count <= 256 {
            Some(Self(count))
        } else {
            None
        }
    }

    /// The number of buckets.
    pub const fn count(self) -> u16 {
        self.0
    }

    /// The buckets, which are the first bytes of the entries' keys.
    pub fn all(self) -> impl Iterator<Item = u8> {
        (0..self.0).filter_map(|bucket| u8::try_from(bucket).ok())
    }

    /// The bucket of a row: the `MurmurHash3` (32 bits, seed 0) of its key, unsigned, modulo the count.
    ///
    /// ```
    /// use hbase_model::IndexBuckets;
    /// let buckets = IndexBuckets::new(8).unwrap();
    /// assert_eq!(buckets.of_row(b"mail-1"), 2);
    /// assert_eq!(buckets.all().count(), 8);
    /// ```
    pub fn of_row(self, key: &[u8]) -> u8 {
        let hash = murmur3(key).cast_unsigned();
        // The remainder is at most 255.
        (hash % u32::from(self.0)).to_le_bytes()[0]
    }

    /// The split points of the index's table: a region for each bucket.
    pub const fn splits(self) -> Splits {
        Splits::PerBucket {
            buckets: self.0 as u32,
            digits: None,
        }
    }
}
