//! Rows whose keys match a pattern (`FuzzyRowFilter`).

use hbase_backend::Result;

use super::{Code, Hint, Node};
use crate::cell::CellView;

/// A pattern: bytes, and for each whether it must match.
#[derive(Debug)]
struct Pattern {
    bytes: Vec<u8>,
    is_fixed: Vec<bool>,
}

/// Rows whose keys match one of several patterns. A shorter row is compared with the pattern's
/// prefix.
#[derive(Debug)]
pub(super) struct FuzzyRow {
    patterns: Vec<Pattern>,
    is_reversed: bool,
    is_out: bool,
    is_done: bool,
}

impl FuzzyRow {
    pub(super) fn new(patterns: &[(Vec<u8>, Vec<bool>)], is_reversed: bool) -> Self {
        let pattern = |(bytes, mask): &(Vec<u8>, Vec<bool>)| Pattern {
            // A wildcard byte counts as 00 when the next matching key is computed.
            bytes: bytes
                .iter()
                .zip(mask)
                .map(|(&byte, &is_fixed)| if is_fixed { byte } else { 0 })
                .collect(),
            is_fixed: mask.clone(),
        };
        Self {
            patterns: patterns.iter().map(pattern).collect(),
            is_reversed,
            is_out: false,
            is_done: false,
        }
    }
}

impl Pattern {
    fn fits(&self, row: &[u8]) -> bool {
        let pattern = self.bytes.iter().zip(&self.is_fixed);
        let mut pairs = pattern.zip(row);
        pairs.all(|((byte, is_fixed), found)| !is_fixed || byte == found)
    }

    /// The smallest matching key above `row`; `None` if no key matches (`getNextForFuzzyRule`). As in `HBase`,
    /// a shorter matching key is skipped.
    fn next(&self, row: &[u8]) -> Option<Vec<u8>> {
        let mut next = self.bytes.clone();
        next.resize(next.len().max(row.len()), 0);
        let mut grows_at = None;
        let mut has_grown = false;
        for (at, byte) in next.iter_mut().enumerate() {
            // A key that ends here is smaller than every longer one.
            let Some(&found) = row.get(at) else {
                has_grown = true;
                break;
            };
            if !self.is_fixed(at) {
                *byte = found;
                if found != u8::MAX {
                    grows_at = Some(at);
                }
            } else if found != *byte {
                has_grown = found < *byte;
                break;
            }
        }
        if !has_grown {
            self.grow(&mut next, grows_at?);
        }
        next.truncate(self.meaningful(next.len(), grows_at));
        Some(next)
    }

    fn is_fixed(&self, at: usize) -> bool {
        self.is_fixed.get(at).copied().unwrap_or(false)
    }

    /// Increments the byte at an offset, and minimizes the wildcards after it.
    fn grow(&self, key: &mut [u8], at: usize) {
        if let Some(byte) = key.get_mut(at) {
            *byte = byte.wrapping_add(1);
        }
        for (behind, byte) in key.iter_mut().enumerate().skip(at + 1) {
            if !self.is_fixed(behind) {
                *byte = 0;
            }
        }
    }

    /// The length to which a key of `len` bytes is needed: up to the last byte that is fixed or incremented.
    fn meaningful(&self, len: usize, grows_at: Option<usize>) -> usize {
        let mut fixed = self.is_fixed.iter().take(len);
        let fixed = fixed.rposition(|is_fixed| *is_fixed);
        let fixed = fixed.map_or(0, |at| at + 1);
        fixed.max(grows_at.map_or(0, |at| at + 1))
    }
}

impl Node for FuzzyRow {
    fn reset(&mut self) {
        self.is_out = false;
    }

    fn filter_cell(&mut self, cell: &CellView<'_>) -> Result<Code> {
        if self.patterns.iter().any(|pattern| pattern.fits(cell.row)) {
            return Ok(Code::Include);
        }
        self.is_out = true;
        Ok(Code::Hint)
    }

    fn filter_row(&mut self) -> bool {
        self.is_out
    }

    fn is_all_done(&self) -> bool {
        self.is_done
    }

    fn is_hinting(&self) -> bool {
        true
    }

    /// In descending order `HBase` loses rows that are longer than a pattern; here such scans do
    /// not seek.
    fn hint(&mut self, cell: &CellView<'_>) -> Option<Hint> {
        if self.is_reversed {
            return None;
        }
        let nexts = self.patterns.iter().filter_map(|p| p.next(cell.row));
        let nearest = nexts.min();
        self.is_done = nearest.is_none();
        nearest.map(Hint::Row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str) -> Pattern {
        Pattern {
            bytes: text
                .bytes()
                .map(|b| if b == b'?' { 0 } else { b })
                .collect(),
            is_fixed: text.bytes().map(|b| b != b'?').collect(),
        }
    }

    /// Every key of up to three bytes from a small alphabet.
    fn keys() -> Vec<Vec<u8>> {
        let bytes = [0, b'a', b'b', b'c', 0xff];
        let mut keys = vec![vec![]];
        for len in 0..3 {
            let longer: Vec<_> = keys
                .iter()
                .filter(|key: &&Vec<u8>| key.len() == len)
                .collect();
            let longer: Vec<_> = longer
                .iter()
                .flat_map(|key| bytes.iter().map(|&b| [key.as_slice(), &[b]].concat()))
                .collect();
            keys.extend(longer);
        }
        keys.sort();
        keys
    }

    #[test]
    fn no_key_of_full_length_is_passed_over() {
        for text in ["a", "?b", "b?", "a?c", "?a?", "??c", "???", "abc"] {
            let pattern = pattern(text);
            for row in keys().iter().filter(|row| !pattern.fits(row)) {
                let mut behind = keys();
                behind.retain(|key| key > row && key.len() >= text.len() && pattern.fits(key));
                match pattern.next(row) {
                    None => assert!(behind.is_empty(), "{text} after {row:?}"),
                    Some(next) => {
                        assert!(next > *row, "{text}: {next:?} is not after {row:?}");
                        let first = behind.first();
                        assert!(first.is_none_or(|first| next <= *first), "{text} {row:?}");
                    }
                }
            }
        }
    }
}
