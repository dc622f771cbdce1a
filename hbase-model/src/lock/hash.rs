//! Hashes of facts, and the fingerprint of a table.
//!
//! Consts compute most of them. There a call costs more than its arithmetic, so nothing calls `wrapping_mul`.

#![allow(
    clippy::cast_possible_truncation,
    reason = "products are taken modulo 2^64, without calls"
)]

/// FNV-1a, 64 bits.
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u128 = 0x0000_0100_0000_01b3;

/// The hash of an empty word.
pub(super) const EMPTY: u64 = OFFSET;

/// The hash of a word with these further bytes: FNV-1a, 64 bits.
pub(super) const fn of_bytes(mut hash: u64, mut bytes: &[u8]) -> u64 {
    while let [first, rest @ ..] = bytes {
        hash = ((hash ^ *first as u64) as u128 * PRIME) as u64;
        bytes = rest;
    }
    hash
}

/// The words of a line, hashed: a sum in which the weight of a word is that of its place. So the hashes of some words can be
/// computed without the others: those of names by the macro, those of a type once in a crate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    sum: u64,
    /// The weight of the next word.
    weight: u64,
}

/// The weight of the first word. That of another place is a power of it; it is odd, so no bit of a word is lost.
const WEIGHT: u64 = 0x9e37_79b9_7f4a_7c15;

impl Line {
    pub(super) const EMPTY: Self = Self {
        sum: 0,
        weight: WEIGHT,
    };

    /// An empty line that continues after this many words.
    pub(super) const fn after(mut words: usize) -> Self {
        let mut line = Self::EMPTY;
        while words > 0 {
            line = line.with_word(0);
            words -= 1;
        }
        line
    }

    /// The line with one further word, by the word's hash.
    #[must_use]
    pub(super) const fn with_word(self, word: u64) -> Self {
        Self {
            sum: self.sum.wrapping_add(product(word, self.weight)),
            weight: product(self.weight, WEIGHT),
        }
    }

    /// The sum so far: the hash of a line is [`of_sum`] of all its words.
    pub(super) const fn sum(self) -> u64 {
        self.sum
    }

    pub(super) const fn hash(self) -> u64 {
        of_sum(self.sum)
    }
}

const fn product(a: u64, b: u64) -> u64 {
    (a as u128 * b as u128) as u64
}

/// The hash of a line whose words have this sum: the last steps of `MurmurHash3`, 64 bits, spread each bit over the whole number.
pub(super) const fn of_sum(mut hash: u64) -> u64 {
    hash ^= hash >> 33;
    hash = product(hash, 0xff51_afd7_ed55_8ccd);
    hash ^= hash >> 33;
    hash = product(hash, 0xc4ce_b9fe_1a85_ec53);
    hash ^ hash >> 33
}

/// The fingerprint with one further fact. The order of the facts does not matter, so that lines of a lock can be merged.
pub(super) const fn with_fact(fingerprint: u64, fact: u64) -> u64 {
    fingerprint.wrapping_add(fact)
}

/// The hash of a line's words, which are separated by single spaces.
pub(super) const fn of_line(line: &[u8]) -> u64 {
    let (mut hashed, mut word, mut at) = (Line::EMPTY, EMPTY, 0);
    while at < line.len() {
        if line[at] == b' ' {
            hashed = hashed.with_word(word);
            word = EMPTY;
        } else {
            word = of_bytes(word, &[line[at]]);
        }
        at += 1;
    }
    hashed.with_word(word).hash()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stored in locks and in tables: these hashes must not change.
    #[test]
    fn hashes_are_as_they_were_stored() {
        // The test vector of FNV-1a.
        assert_eq!(of_bytes(EMPTY, b"foobar"), 0x8594_4171_f739_67e8);
        let line = of_line(b"SHOP:ORDER_BOOK cell D1 CENTS u64 java required");
        assert_eq!(line, 0xb1f1_4787_8ba2_37d2);
        let exchanged = of_line(b"SHOP:ORDER_BOOK cell D1 CENTS java u64 required");
        assert_ne!(line, exchanged);
        assert_eq!(with_fact(with_fact(0, 1), 2), with_fact(with_fact(0, 2), 1));
    }
}
