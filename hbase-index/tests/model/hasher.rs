//! A fast hash of states, of 64 bits.

#![allow(
    clippy::cast_possible_truncation,
    reason = "a hash takes the low bits, and the high ones apart"
)]

use std::hash::{Hash, Hasher};

/// Multiplies and folds; far better than needed for millions of states.
#[derive(Default)]
pub(crate) struct Fold(u64, u64);

const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

impl Hasher for Fold {
    fn finish(&self) -> u64 {
        let product = u128::from(self.0 ^ ODD) * u128::from(self.1 | 1);
        let (low, high) = (product as u64, (product >> 64) as u64);
        (low ^ high ^ self.0.rotate_left(29)).max(1)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(value.into());
    }

    fn write_u16(&mut self, value: u16) {
        self.write_u64(value.into());
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(value.into());
    }

    fn write_u64(&mut self, value: u64) {
        let product = u128::from(self.0 ^ value) * u128::from(ODD);
        self.0 = (product as u64) ^ ((product >> 64) as u64);
        self.1 = (self.1.rotate_left(23) ^ value).wrapping_mul(0xd6e8_feb8_6659_fd93);
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }
}

/// A state's fingerprint; never 0.
pub(crate) fn fingerprint<T: Hash>(value: &T) -> u64 {
    let mut fold = Fold::default();
    value.hash(&mut fold);
    fold.finish()
}

/// A set of fingerprints in one table of 8 bytes each, at most three quarters full.
pub(crate) struct Seen {
    slots: Vec<u64>,
    count: usize,
}

impl Seen {
    pub(crate) fn new() -> Self {
        Self {
            slots: vec![0; 1 << 16],
            count: 0,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Adds a fingerprint; returns whether it is new.
    pub(crate) fn insert(&mut self, print: u64) -> bool {
        if self.count * 4 >= self.slots.len() * 3 {
            self.grow();
        }
        let new = Self::put(&mut self.slots, print);
        self.count += usize::from(new);
        new
    }

    fn put(slots: &mut [u64], print: u64) -> bool {
        let mask = slots.len() - 1;
        let mut index = (print >> 20) as usize & mask;
        loop {
            match slots[index] {
                0 => {
                    slots[index] = print;
                    return true;
                }
                found if found == print => return false,
                _ => index = (index + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        let mut slots = vec![0; self.slots.len() * 2];
        for print in self.slots.drain(..).filter(|print| *print != 0) {
            Self::put(&mut slots, print);
        }
        self.slots = slots;
    }
}
