//! The rows of batches that are being written, so that the writes of a row keep their order.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use super::batch::{Batch, BatchRows};

/// The rows of batches that are being written.
#[derive(Debug, Default)]
pub(super) struct RowsInFlight {
    batches: Vec<InFlight>,
    next_index: usize,
}

#[derive(Debug)]
struct InFlight {
    index: usize,
    rows: BatchRows,
    /// Hashes of the keys; made when another batch is compared.
    hashes: Option<Hashes>,
}

type Hashes = HashSet<u64, BuildHasherDefault<Hashed>>;

impl RowsInFlight {
    /// Whether none of these is a row of the batch. Two keys with the same hash count as one row, as do
    /// equal keys in several tables.
    pub(super) fn are_free_of(&mut self, batch: &Batch) -> bool {
        batch.parts.iter().all(|part| self.are_free(&part.rows))
    }

    fn are_free(&mut self, rows: &BatchRows) -> bool {
        if self.batches.is_empty() {
            return true;
        }
        for batch in &mut self.batches {
            let keys = || batch.rows.iter().map(|(_, key)| hash(key)).collect();
            batch.hashes.get_or_insert_with(keys);
        }
        let mut new = rows.iter().map(|(_, key)| hash(key));
        !new.any(|hash| {
            let mut known = self.batches.iter().flat_map(|batch| &batch.hashes);
            known.any(|known| known.contains(&hash))
        })
    }

    /// Adds a batch; returns its index among all of them.
    pub(in crate::db) fn add(&mut self, rows: BatchRows) -> usize {
        let index = self.next_index;
        self.next_index += 1;
        self.batches.push(InFlight {
            index,
            rows,
            hashes: None,
        });
        index
    }

    /// The rows of a batch that has ended.
    pub(in crate::db) fn remove(&mut self, index: usize) -> Option<BatchRows> {
        let at = self.batches.iter().position(|batch| batch.index == index)?;
        Some(self.batches.swap_remove(at).rows)
    }
}

/// Distributes keys well. Keys made to collide only make their batches wait for each other.
fn hash(key: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let (words, rest) = key.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let words = words.iter().copied().chain([last]);
    let mixed = words
        .map(u64::from_le_bytes)
        .fold(key.len() as u64, |hash, word| {
            (hash.rotate_left(23) ^ word).wrapping_mul(FACTOR)
        });
    mixed ^ (mixed >> 32)
}

/// The hasher for values that already are hashes.
#[derive(Debug, Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 ^= hash(bytes);
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(keys: impl IntoIterator<Item = u64>) -> BatchRows {
        let mut rows = BatchRows::default();
        for key in keys {
            rows.push(key, key.to_string().as_bytes());
        }
        rows
    }

    #[test]
    fn a_batch_waits_for_those_with_one_of_its_rows() {
        let mut in_flight = RowsInFlight::default();
        assert!(in_flight.are_free(&rows(0..10)));
        let first = in_flight.add(rows(0..1000));
        let second = in_flight.add(rows(1000..2000));
        assert!(in_flight.are_free(&rows(2000..5000)));
        assert!(!in_flight.are_free(&rows([5000, 7])));
        assert!(!in_flight.are_free(&rows([5000, 1007])));
        assert!(in_flight.remove(first).is_some() && in_flight.remove(first).is_none());
        assert!(in_flight.are_free(&rows([5000, 7])));
        assert!(!in_flight.are_free(&rows([5000, 1007])));
        assert!(in_flight.remove(second).is_some());
        assert!(in_flight.are_free(&rows([1007])));
    }

    #[test]
    fn keys_of_all_lengths_have_hashes_of_their_own() {
        let keys = (0..40).map(|length| vec![0; length]);
        let all: HashSet<u64> = keys.map(|key| hash(&key)).collect();
        assert_eq!(all.len(), 40);
    }
}
