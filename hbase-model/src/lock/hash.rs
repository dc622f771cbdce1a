//! Hashes of facts, and the fingerprint of a table.
//!
//! Consts compute most of them. There a call costs more than its arithmetic, so nothing calls `wrapping_mul` or `rotate_left`.

#![allow(
    clippy::cast_possible_truncation,
    clippy::manual_rotate,
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

/// The hash of a line with one further word. The order of the words matters.
pub(super) const fn with_word(line: u64, word: u64) -> u64 {
    mix((line << 5 | line >> 59) ^ word)
}

/// The fingerprint with one further fact. The order of the facts does not matter, so that lines of a lock can be merged.
pub(super) const fn with_fact(fingerprint: u64, fact: u64) -> u64 {
    fingerprint.wrapping_add(mix(fact))
}

/// Spreads each bit over the whole number: the last steps of `MurmurHash3`, 64 bits.
const fn mix(mut hash: u64) -> u64 {
    hash ^= hash >> 33;
    hash = (hash as u128 * 0xff51_afd7_ed55_8ccd) as u64;
    hash ^= hash >> 33;
    hash = (hash as u128 * 0xc4ce_b9fe_1a85_ec53) as u64;
    hash ^ hash >> 33
}

/// The hash of a line's words, which are separated by single spaces.
pub(super) const fn of_line(line: &[u8]) -> u64 {
    let (mut hash, mut word, mut at) = (0, EMPTY, 0);
    while at < line.len() {
        if line[at] == b' ' {
            hash = with_word(hash, word);
            word = EMPTY;
        } else {
            word = of_bytes(word, &[line[at]]);
        }
        at += 1;
    }
    with_word(hash, word)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stored in locks and in tables: these hashes must not change.
    #[test]
    fn hashes_are_as_they_were_stored() {
        // The test vector of FNV-1a.
        assert_eq!(of_bytes(EMPTY, b"foobar"), 0x8594_4171_f739_67e8);
        let line = of_line(b"SHOP:ORDER cell D1 CENTS u64 java required");
        assert_ne!(line, of_line(b"SHOP:ORDER cell D1 CENTS java u64 required"));
        assert_eq!(with_fact(with_fact(0, 1), 2), with_fact(with_fact(0, 2), 1));
    }
}
