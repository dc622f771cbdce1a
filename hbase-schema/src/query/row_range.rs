//! A range of rows.

use std::fmt;

use hbase_backend::RowBound;
use hbase_model::printable::Printable;

/// A range of row keys.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct RowRange {
    /// The smallest key.
    pub start: RowBound,
    /// The largest key.
    pub stop: RowBound,
}

impl RowRange {
    /// Every row.
    pub const ALL: Self = Self {
        start: RowBound::Unbounded,
        stop: RowBound::Unbounded,
    };

    /// One row.
    pub fn point(key: Vec<u8>) -> Self {
        Self {
            start: RowBound::Included(key.clone()),
            stop: RowBound::Included(key),
        }
    }

    /// Whether the range contains `key`.
    pub fn contains(&self, key: &[u8]) -> bool {
        let after = match &self.start {
            RowBound::Unbounded => true,
            RowBound::Included(start) => key >= start.as_slice(),
            RowBound::Excluded(start) => key > start.as_slice(),
        };
        after
            && match &self.stop {
                RowBound::Unbounded => true,
                RowBound::Included(stop) => key <= stop.as_slice(),
                RowBound::Excluded(stop) => key < stop.as_slice(),
            }
    }
}

impl RowRange {
    /// The range, divided at those of the ascending `points` that lie within it.
    pub(crate) fn divided_at(self, points: &[Vec<u8>]) -> Vec<Self> {
        let first = points.partition_point(|point| point.as_slice() <= key_of(&self.start));
        let rest = &points[first..];
        let end = rest.partition_point(|point| match &self.stop {
            RowBound::Unbounded => true,
            RowBound::Included(stop) => point <= stop,
            RowBound::Excluded(stop) => point < stop,
        });
        let mut ranges = Vec::with_capacity(end + 1);
        let mut start = self.start;
        for point in &rest[..end] {
            let stop = RowBound::Excluded(point.clone());
            ranges.push(Self { start, stop });
            start = RowBound::Included(point.clone());
        }
        ranges.push(Self {
            start,
            stop: self.stop,
        });
        ranges
    }
}

impl fmt::Debug for RowRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            RowBound::Unbounded => f.write_str("(…")?,
            RowBound::Included(key) => write!(f, "[{}", Printable(key))?,
            RowBound::Excluded(key) => write!(f, "({}", Printable(key))?,
        }
        match &self.stop {
            RowBound::Unbounded => f.write_str(", …)"),
            RowBound::Included(key) => write!(f, ", {}]", Printable(key)),
            RowBound::Excluded(key) => write!(f, ", {})", Printable(key)),
        }
    }
}

/// A bound's key; empty if it is unbounded.
pub(crate) fn key_of(bound: &RowBound) -> &[u8] {
    match bound {
        RowBound::Included(key) | RowBound::Excluded(key) => key,
        RowBound::Unbounded => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: [&[u8]; 6] = [b"a", b"b", b"b\0", b"c", b"cc", b"d"];

    fn bounds() -> impl Iterator<Item = RowBound> {
        let each = KEYS.iter().map(|key| key.to_vec());
        let each = each.flat_map(|key| [RowBound::Included(key.clone()), RowBound::Excluded(key)]);
        each.chain([RowBound::Unbounded])
    }

    /// Every range at every set of split points.
    #[test]
    fn a_divided_range_has_each_key_once_and_no_part_without_one() {
        let ranges = bounds().flat_map(|start| {
            bounds().map(move |stop| RowRange {
                start: start.clone(),
                stop,
            })
        });
        for (range, set) in ranges.flat_map(|range| (0..64).map(move |set| (range.clone(), set))) {
            let chosen = KEYS.iter().enumerate().filter(|(n, _)| set >> n & 1 == 1);
            let points: Vec<Vec<u8>> = chosen.map(|(_, key)| key.to_vec()).collect();
            let divided = range.clone().divided_at(&points);
            for key in KEYS {
                let parts = divided.iter().filter(|part| part.contains(key)).count();
                let expected = usize::from(range.contains(key));
                assert_eq!(parts, expected, "{key:?} in {range:?} at {points:?}");
            }
            let within = points.iter().filter(|point| range.contains(point));
            let starts = within.filter(|point| range.start != RowBound::Included((*point).clone()));
            assert_eq!(divided.len(), starts.count() + 1, "{range:?} at {points:?}");
        }
    }
}
