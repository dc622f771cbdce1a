//! Prefixes of the values within bounds: a range of bytes as patterns.

use std::ops::Bound;

use super::bytes::PartBounds;

/// Maximum patterns of a filter: a server compares each row with each of them.
pub(super) const MAX_PATTERNS: usize = 64;

/// Prefixes, so that each value within `bounds` has one of them; other values may have one too. At most
/// [`MAX_PATTERNS`], and none without a value.
///
/// No prefix is longer than a value within the bounds: `FuzzyRowFilter` loses shorter rows.
pub(super) fn cover(bounds: &PartBounds, width: Option<usize>) -> Vec<Vec<u8>> {
    let Some((low, high)) = ends(bounds, width) else {
        return Vec::new();
    };
    let shared = low.iter().zip(&high).take_while(|(a, b)| a == b).count();
    let common = &low[..shared];
    let (Some(first), Some(last)) = (low.get(shared), high.get(shared)) else {
        return vec![common.to_vec()];
    };
    if usize::from(last - first) >= MAX_PATTERNS {
        return vec![common.to_vec()];
    }
    let whole: Vec<_> = (*first..=*last).map(|byte| with(common, byte)).collect();
    if width.is_none() {
        return whole;
    }
    let finer = refined(&low, &high, shared);
    if finer.len() <= MAX_PATTERNS {
        finer
    } else {
        whole
    }
}

/// The smallest and the largest bytes of a value; `None` without a value. Without a largest one,
/// both are a prefix of all values.
fn ends(bounds: &PartBounds, width: Option<usize>) -> Option<(Vec<u8>, Vec<u8>)> {
    let low = match &bounds.low {
        Bound::Unbounded => vec![0; width.unwrap_or(0)],
        Bound::Included(low) | Bound::Excluded(low) => low.to_vec(),
    };
    let high = match (&bounds.high, width) {
        (Bound::Unbounded, Some(width)) => vec![u8::MAX; width],
        (Bound::Unbounded, None) => return Some((Vec::new(), Vec::new())),
        (Bound::Excluded(high), Some(_)) => before(high.to_vec())?,
        (Bound::Included(high) | Bound::Excluded(high), _) => high.to_vec(),
    };
    (low <= high).then_some((low, high))
}

/// The largest value of the same width below `bytes`; `None` below the smallest.
fn before(mut bytes: Vec<u8>) -> Option<Vec<u8>> {
    for byte in bytes.iter_mut().rev() {
        let (value, borrowed) = byte.overflowing_sub(1);
        *byte = value;
        if !borrowed {
            return Some(bytes);
        }
    }
    None
}

/// The prefixes with one byte more at the first and the last value of the byte at `at`.
fn refined(low: &[u8], high: &[u8], at: usize) -> Vec<Vec<u8>> {
    let from = low.get(at + 1).copied().unwrap_or(0);
    let to = high.get(at + 1).copied().unwrap_or(u8::MAX);
    let mut all = Vec::new();
    for byte in low[at]..=high[at] {
        let prefix = with(&low[..at], byte);
        let from = if byte == low[at] { from } else { 0 };
        let to = if byte == high[at] { to } else { u8::MAX };
        if (from, to) == (0, u8::MAX) {
            all.push(prefix);
        } else {
            all.extend((from..=to).map(|byte| with(&prefix, byte)));
        }
    }
    all
}

fn with(prefix: &[u8], byte: u8) -> Vec<u8> {
    [prefix, &[byte]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::KeyBuf;

    const BYTES: [u8; 5] = [0, 1, 60, 200, 255];

    /// Values of `len` bytes.
    fn values(len: usize) -> Vec<Vec<u8>> {
        let mut values = vec![Vec::new()];
        for _ in 0..len {
            let longer = values
                .iter()
                .flat_map(|value| BYTES.map(|byte| with(value, byte)));
            values = longer.collect();
        }
        values
    }

    fn bounds(values: &[Vec<u8>]) -> Vec<Bound<KeyBuf>> {
        let keys = values
            .iter()
            .step_by(7)
            .map(|value| KeyBuf::from_slice(value));
        let both = keys.flat_map(|key| [Bound::Included(key.clone()), Bound::Excluded(key)]);
        both.chain([Bound::Unbounded]).collect()
    }

    /// Every value within any bounds has a prefix, none is longer than the value, and the number of
    /// prefixes is bounded.
    fn covered(values: &[Vec<u8>], width: Option<usize>) {
        for low in bounds(values) {
            for high in bounds(values) {
                let bounds = PartBounds {
                    low: low.clone(),
                    high,
                };
                let prefixes = cover(&bounds, width);
                assert!(prefixes.len() <= MAX_PATTERNS, "{bounds:?}");
                for value in values.iter().filter(|value| bounds.contain(value)) {
                    let found = prefixes.iter().any(|prefix| value.starts_with(prefix));
                    assert!(found, "{value:?} in {bounds:?}: {prefixes:?}");
                }
            }
        }
    }

    #[test]
    fn values_of_one_width_are_covered() {
        covered(&values(3), Some(3));
    }

    #[test]
    fn values_of_several_widths_are_covered() {
        covered(&[values(1), values(2), values(3)].concat(), None);
    }

    #[test]
    fn a_minute_is_covered_by_prefixes_of_a_minute_or_two() {
        // 12:24:00 to 12:25:00 in ms of the day: 02a92700 to 02aa1160.
        let bound = |ms: u32| KeyBuf::from_slice(&ms.to_be_bytes());
        let minute = PartBounds {
            low: Bound::Included(bound(44_640_000)),
            high: Bound::Excluded(bound(44_700_000)),
        };
        assert_eq!(cover(&minute, Some(4)), [[2, 0xa9], [2, 0xaa]]);
        let ten_seconds = PartBounds {
            low: Bound::Included(bound(44_640_000)),
            high: Bound::Excluded(bound(44_650_000)),
        };
        let prefixes = cover(&ten_seconds, Some(4));
        // 27 to 4d and what follows, then 4e00 to 4e0f.
        let longer = prefixes.iter().filter(|prefix| prefix.len() == 4);
        assert_eq!((prefixes.len(), longer.count()), (0x4e - 0x27 + 16, 16));
    }

    #[test]
    fn a_range_of_the_first_byte_is_covered_by_at_most_64_prefixes() {
        let of = |low: &[u8], high: &[u8], width| {
            let bounds = PartBounds {
                low: Bound::Included(KeyBuf::from_slice(low)),
                high: Bound::Included(KeyBuf::from_slice(high)),
            };
            cover(&bounds, width)
        };
        let bytes = |from: u8, to: u8| (from..=to).map(|byte| vec![1, byte]).collect::<Vec<_>>();
        assert_eq!(of(&[1, 3], &[1, 66], Some(2)), bytes(3, 66));
        assert_eq!(of(&[1, 3], &[1, 67], Some(2)), [[1]]);
        assert_eq!(of(&[1, 3, 9], &[1, 4], None), bytes(3, 4));
        assert_eq!(of(&[1, 3], &[1, 3], Some(2)), [[1, 3]]);
        // A whole first byte needs no second one.
        assert_eq!(of(&[1, 0], &[2, 255], Some(2)), [[1], [2]]);
        let finer = of(&[1, 254], &[3, 1], Some(2));
        assert_eq!(
            finer,
            [vec![1, 254], vec![1, 255], vec![2], vec![3, 0], vec![3, 1]]
        );
        // With 64 of them; one more would be too many.
        assert_eq!(of(&[1, 193], &[2, 0], Some(2)).len(), 64);
        assert_eq!(of(&[1, 192], &[2, 0], Some(2)), [[1], [2]]);
    }

    #[test]
    fn bounds_without_a_value_have_no_prefix() {
        let of = |low, high, width| cover(&PartBounds { low, high }, width);
        let key = KeyBuf::from_slice;
        let zero = || Bound::Excluded(key(&[0, 0]));
        assert!(of(Bound::Unbounded, zero(), Some(2)).is_empty());
        let (one, two) = (Bound::Included(key(&[1])), Bound::Included(key(&[2])));
        assert!(of(two, one, Some(1)).is_empty());
        // Below 1.0 is at most 0.255.
        let below = of(Bound::Unbounded, Bound::Excluded(key(&[1, 0])), Some(2));
        assert_eq!(below, [[0]]);
        let all = of(Bound::Unbounded, Bound::Unbounded, Some(2));
        assert_eq!(all, [[0_u8; 0]]);
        let from = of(Bound::Included(key(&[9])), Bound::Unbounded, None);
        assert_eq!(from, [[0_u8; 0]]);
    }
}
