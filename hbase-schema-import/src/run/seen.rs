//! The keys of a run, to find duplicates in bounded memory.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use fastbloom::BloomFilter;
use xxhash_rust::xxh3::xxh3_64;

use crate::error::{ImportError, Result};

/// The bits of the filter: 32 MiB for any number of rows. At 10 million keys, one in a million is looked up in
/// the table needlessly; at a hundred million, one in six.
const BITS: usize = 1 << 28;

/// The positions of a key in the filter.
const HASHES: u32 = 6;

/// The keys so far, as a filter that contains each of them, and maybe others.
pub(crate) struct Seen {
    filter: BloomFilter,
}

/// The bytes of a hash in the file.
pub(crate) const HASH: usize = 8;

impl Seen {
    pub(crate) fn new() -> Self {
        let filter = BloomFilter::with_num_bits(BITS).seed(&0).hashes(HASHES);
        Self { filter }
    }

    /// Adds a key; returns whether the filter may have contained it before.
    pub(crate) fn insert(&mut self, hash: u64) -> bool {
        self.filter.insert_hash(hash)
    }

    /// Adds the first `count` hashes of a file.
    ///
    /// # Errors
    /// I/O errors, and a file with fewer.
    pub(crate) fn load(&mut self, path: &Path, count: u64) -> Result<()> {
        let fail = |error| ImportError::file("cannot read", path.display(), error);
        let mut reader = BufReader::with_capacity(1 << 16, File::open(path).map_err(fail)?);
        for _ in 0..count {
            let mut hash = [0; HASH];
            reader.read_exact(&mut hash).map_err(fail)?;
            self.insert(u64::from_le_bytes(hash));
        }
        Ok(())
    }
}

/// The hash of a key.
pub(crate) fn hash(key: &[u8]) -> u64 {
    xxh3_64(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every key is found; of others, at most a few per million.
    #[test]
    fn keys_are_found_and_others_hardly_ever() {
        let mut seen = Seen::new();
        let of = |number: u64| hash(&number.to_be_bytes());
        let new = (0..100_000).filter(|&number| !seen.insert(of(number)));
        assert_eq!(new.count(), 100_000);
        assert!((0..100_000).all(|number| seen.filter.contains_hash(of(number))));
    }
}
