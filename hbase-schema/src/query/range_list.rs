//! Lists of ranges, of which a scan reads as many at a time as one filter takes: those of a skip scan, one per value of the
//! open bytes, and those of several values of parts.

use hbase_backend::scan::prefix_successor;
use hbase_backend::{Filter, RowBound};
use hbase_model::layout::MAX_KEY;

use super::bytes::{Base, Rest, Tail, rows_at};
use super::matches::SkipStep;
use super::row_range::RowRange;

/// Maximum ranges of a filter. `HBase` parses and sorts them for each region that a scan reads, and
/// a filter is sent to each: with more ranges, regions would get mostly those of others.
const STEP: usize = 4096;

/// Ranges that ascend and are disjoint, computed when they are needed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RangeList {
    /// The salt values with their separators, ascending.
    pub(super) salts: Vec<Vec<u8>>,
    /// The parts after the salt, with zeros where they are open.
    pub(super) prefix: Vec<u8>,
    /// The length of `prefix` in a key that has no further part.
    pub(super) bare: usize,
    /// The offsets in `prefix` of the bytes that are open.
    pub(super) open: Vec<usize>,
    pub(super) tail: Tail,
    /// The parts after those in `prefix`.
    pub(super) rest: Rest,
}

/// From a key, inclusive, to another one, exclusive; `None` for no end.
pub(super) type Keys = (Vec<u8>, Option<Vec<u8>>);

/// Ranges that ascend and are disjoint.
pub(super) trait Ascending {
    /// The number of ranges.
    fn len(&self) -> usize;

    /// The range at `index`; `None` if it has no key.
    fn range(&self, index: usize) -> Option<Keys>;

    /// The scan of the first ranges within `window`.
    fn step(&self, window: &RowRange) -> Option<SkipStep> {
        let window = keys(window.clone());
        let rest = self.first_after(&window.0)..self.len();
        let mut ranges: Vec<Keys> = Vec::new();
        let mut next = None;
        for range in rest.filter_map(|index| self.range(index)) {
            let Some(range) = overlap(range, &window) else {
                break;
            };
            let adjacent = ranges.last_mut();
            let adjacent = adjacent.filter(|(_, stop)| stop.as_ref() == Some(&range.0));
            if let Some((_, stop)) = adjacent {
                *stop = range.1;
            } else if ranges.len() == STEP {
                next = Some(RowBound::Included(range.0));
                break;
            } else {
                ranges.push(range);
            }
        }
        let range = row_range((ranges.first()?.0.clone(), ranges.last()?.1.clone()));
        Some(SkipStep {
            range,
            filter: filter(ranges),
            next,
        })
    }

    /// The scan of the first range within `window` alone, without a filter.
    fn step_one(&self, window: &RowRange) -> Option<SkipStep> {
        let window = keys(window.clone());
        let mut rest = self.first_after(&window.0)..self.len();
        let first = rest.by_ref().find_map(|index| self.range(index))?;
        let range = overlap(first, &window)?;
        let next = rest.find_map(|index| self.range(index));
        Some(SkipStep {
            range: row_range(range),
            filter: None,
            next: next.map(|(start, _)| RowBound::Included(start)),
        })
    }

    /// The reversed scan of the last range within `window`. `HBase`'s filter loses rows of several ranges.
    fn step_back(&self, window: &RowRange) -> Option<SkipStep> {
        let window = keys(window.clone());
        let first = self.first_after(&window.0);
        let end = match &window.1 {
            Some(stop) => self.first_from(stop),
            None => self.len(),
        };
        let last = (first..end).rev().find_map(|index| {
            let range = overlap(self.range(index)?, &window)?;
            Some((index, range))
        });
        let (index, range) = last?;
        let next = (index > first).then(|| RowBound::Excluded(range.0.clone()));
        Some(SkipStep {
            range: row_range(range),
            filter: None,
            next,
        })
    }

    /// The index of the first range that ends after `start`.
    fn first_after(&self, start: &[u8]) -> usize {
        let is_before = |index| {
            let stop = self.range(index).and_then(|(_, stop)| stop);
            stop.is_some_and(|stop| *stop <= *start)
        };
        partition_point(self.len(), is_before)
    }

    /// The index of the first range that starts at `key` or after it.
    fn first_from(&self, key: &[u8]) -> usize {
        let is_before = |index| self.range(index).is_some_and(|(start, _)| *start < *key);
        partition_point(self.len(), is_before)
    }
}

/// The first index for which `is_before` is false.
fn partition_point(len: usize, is_before: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, len);
    while low < high {
        let middle = low.midpoint(high);
        if is_before(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

impl Ascending for [RowRange] {
    fn len(&self) -> usize {
        <[RowRange]>::len(self)
    }

    fn range(&self, index: usize) -> Option<Keys> {
        self.get(index).cloned().map(keys)
    }
}

impl Ascending for RangeList {
    fn len(&self) -> usize {
        self.salts.len() << (8 * self.open.len())
    }

    fn range(&self, index: usize) -> Option<Keys> {
        let salt = self.salts.get(index >> (8 * self.open.len()))?;
        let mut bytes = [&**salt, &self.prefix].concat();
        let values = index.to_be_bytes();
        let values = &values[values.len() - self.open.len()..];
        for (offset, value) in self.open.iter().zip(values) {
            bytes[salt.len() + offset] = *value;
        }
        let bare = salt.len() + self.bare;
        rows_at(Base { bytes, bare }, &self.tail, self.rest).map(keys)
    }
}

/// The ranges in ascending order, merged where they overlap or touch.
pub(super) fn merged(mut ranges: Vec<Keys>) -> Vec<Keys> {
    ranges.sort();
    let mut merged: Vec<Keys> = Vec::with_capacity(ranges.len());
    for (start, stop) in ranges {
        if let Some((_, last)) = merged.last_mut() {
            match last {
                None => break,
                Some(end) if *end >= start => {
                    let end = std::mem::take(end);
                    *last = stop.map(|stop| stop.max(end));
                    continue;
                }
                Some(_) => {}
            }
        }
        merged.push((start, stop));
    }
    merged
}

/// The rows from a key to another one.
pub(super) fn row_range((start, stop): Keys) -> RowRange {
    RowRange {
        start: start_at(start),
        stop: stop_at(stop),
    }
}

fn filter(ranges: Vec<Keys>) -> Option<Filter> {
    if ranges.len() < 2 {
        return None;
    }
    let ranges = ranges.into_iter();
    let ranges = ranges.map(|(start, stop)| (start, stop.unwrap_or_default()));
    Some(Filter::RowRanges(ranges.collect()))
}

/// The keys in both; `None` if no key is in both.
fn overlap((start, stop): Keys, window: &Keys) -> Option<Keys> {
    let start = start.max(window.0.clone());
    let stop = match (stop, window.1.clone()) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    let is_empty = stop.as_ref().is_some_and(|stop| *stop <= start);
    (!is_empty).then_some((start, stop))
}

pub(super) fn keys(range: RowRange) -> Keys {
    let start = match range.start {
        RowBound::Unbounded => Vec::new(),
        RowBound::Included(key) => key,
        RowBound::Excluded(key) => behind(key),
    };
    let stop = match range.stop {
        RowBound::Unbounded => None,
        // No key extends one of the maximum length.
        RowBound::Included(key) if key.len() >= MAX_KEY => prefix_successor(&key),
        RowBound::Included(key) => Some(behind(key)),
        RowBound::Excluded(key) => Some(key),
    };
    (start, stop)
}

/// The next key.
fn behind(mut key: Vec<u8>) -> Vec<u8> {
    key.push(0);
    key
}

fn start_at(key: Vec<u8>) -> RowBound {
    if key.is_empty() {
        RowBound::Unbounded
    } else {
        RowBound::Included(key)
    }
}

fn stop_at(key: Option<Vec<u8>>) -> RowBound {
    key.map_or(RowBound::Unbounded, RowBound::Excluded)
}

#[cfg(test)]
mod tests {
    use std::ops::Bound;

    use super::*;
    use crate::key::KeyBuf;
    use crate::query::bytes::PartBounds;

    /// Rows of one byte of salt, an open byte, and a byte from 3 to 5.
    fn list(salts: u8) -> RangeList {
        RangeList {
            salts: (0..salts).map(|salt| vec![salt]).collect(),
            bare: 0,
            prefix: vec![0],
            open: vec![0],
            tail: Tail::Range(PartBounds {
                low: Bound::Included(KeyBuf::from_slice(&[3])),
                high: Bound::Included(KeyBuf::from_slice(&[5])),
            }),
            rest: Rest::LastPart,
        }
    }

    fn passes(step: &SkipStep, key: &[u8]) -> bool {
        let in_filter = match &step.filter {
            Some(Filter::RowRanges(ranges)) => ranges.iter().any(|(start, stop)| {
                *start.as_slice() <= *key && (stop.is_empty() || *key < *stop.as_slice())
            }),
            _ => true,
        };
        in_filter && step.range.contains(key)
    }

    /// The steps within a window pass each matching key once, and no other.
    fn check(list: &RangeList, window: &RowRange, keys: &[Vec<u8>]) {
        let mut steps = Vec::new();
        let mut rest = Some(window.start.clone());
        while let Some(start) = rest.take() {
            let left = RowRange {
                start,
                stop: window.stop.clone(),
            };
            let Some(step) = list.step(&left) else {
                break;
            };
            rest = step.next.clone();
            steps.push(step);
        }
        for key in keys {
            let passed = steps.iter().filter(|step| passes(step, key)).count();
            let matches = key[0] < 40 && (3..=5).contains(&key[2]) && window.contains(key);
            assert_eq!(passed, usize::from(matches), "{key:?} in {window:?}");
        }
    }

    #[test]
    fn steps_pass_each_matching_key_once() {
        let list = list(40);
        let interesting = [0, 1, 2, 19, 39, 40];
        let keys: Vec<Vec<u8>> = interesting
            .iter()
            .flat_map(|a| interesting.map(|b| [*a, b]))
            .flat_map(|[a, b]| (2..7).map(move |c| vec![a, b, c]))
            .collect();
        let some = keys.iter().step_by(37);
        let bounds = some.flat_map(|key| {
            [
                RowBound::Included(key.clone()),
                RowBound::Excluded(key.clone()),
            ]
        });
        let bounds: Vec<_> = bounds.chain([RowBound::Unbounded]).collect();
        for start in &bounds {
            for stop in &bounds {
                let window = RowRange {
                    start: start.clone(),
                    stop: stop.clone(),
                };
                check(&list, &window, &keys);
            }
        }
    }

    #[test]
    fn a_filter_has_a_bounded_number_of_ranges() {
        let step = list(40).step(&RowRange::ALL).unwrap();
        let Some(Filter::RowRanges(ranges)) = &step.filter else {
            panic!("{:?}", step.filter);
        };
        assert_eq!(ranges.len(), STEP);
        assert_eq!(step.next, Some(RowBound::Included(vec![16, 0, 3])));
        assert_eq!(step.range.stop, RowBound::Excluded(vec![15, 255, 5, 0]));
    }

    #[test]
    fn adjacent_ranges_need_no_filter() {
        let list = RangeList {
            bare: 0,
            prefix: Vec::new(),
            open: Vec::new(),
            tail: Tail::Range(PartBounds::UNBOUNDED),
            ..list(4)
        };
        let step = list.step(&RowRange::ALL).unwrap();
        assert_eq!((step.filter, step.next), (None, None));
    }

    fn within(start: &[u8], stop: Option<&[u8]>) -> RowRange {
        row_range((start.to_vec(), stop.map(<[u8]>::to_vec)))
    }

    fn three() -> [RowRange; 3] {
        [
            within(b"b", Some(b"d")),
            within(b"f", Some(b"h")),
            within(b"k", Some(b"m")),
        ]
    }

    /// Windows, and the ranges within them.
    fn windows() -> Vec<(RowRange, Vec<RowRange>)> {
        let [b, f, k] = three();
        let all = vec![b, f.clone(), k.clone()];
        vec![
            (RowRange::ALL, all.clone()),
            (within(b"a", Some(b"z")), all.clone()),
            (within(b"b", Some(b"m")), all),
            (
                within(b"c", Some(b"l")),
                vec![
                    within(b"c", Some(b"d")),
                    f.clone(),
                    within(b"k", Some(b"l")),
                ],
            ),
            (within(b"d", Some(b"k")), vec![f.clone()]),
            (within(b"f", Some(b"h")), vec![f]),
            (within(b"d", Some(b"f")), Vec::new()),
            (within(b"h", Some(b"i")), Vec::new()),
            (within(b"m", None), Vec::new()),
            (within(b"l", None), vec![within(b"l", Some(b"m"))]),
        ]
    }

    fn windowed(window: &RowRange, start: RowBound) -> RowRange {
        RowRange {
            start,
            stop: window.stop.clone(),
        }
    }

    #[test]
    fn ranges_are_read_one_by_one_from_the_first_one() {
        let ranges = three();
        for (window, expected) in windows() {
            let (mut found, mut rest) = (Vec::new(), Some(window.start.clone()));
            while let Some(start) = rest.take() {
                let Some(step) = ranges.step_one(&windowed(&window, start)) else {
                    break;
                };
                assert_eq!(step.filter, None);
                found.push(step.range);
                rest = step.next;
            }
            assert_eq!(found, expected, "{window:?}");
        }
        let last = ranges.step_one(&within(b"i", None)).expect("a range");
        assert_eq!(last.next, None);
        let first = ranges.step_one(&RowRange::ALL).expect("a range");
        assert_eq!(first.next, Some(RowBound::Included(b"f".to_vec())));
    }

    #[test]
    fn ranges_are_read_backwards_from_the_last_one() {
        let ranges = three();
        for (window, mut expected) in windows() {
            let (mut found, mut rest) = (Vec::new(), Some(window.clone()));
            while let Some(part) = rest.take() {
                let Some(step) = ranges.step_back(&part) else {
                    break;
                };
                assert_eq!(step.filter, None);
                found.push(step.range);
                rest = step.next.map(|next| {
                    let RowBound::Excluded(end) = next else {
                        panic!("{next:?}");
                    };
                    RowRange {
                        start: window.start.clone(),
                        stop: RowBound::Excluded(end),
                    }
                });
            }
            expected.reverse();
            assert_eq!(found, expected, "{window:?}");
        }
        // Nothing is before the first range.
        let first = ranges
            .step_back(&within(b"a", Some(b"e")))
            .expect("a range");
        assert_eq!(first.next, None);
    }

    #[test]
    fn ranges_that_overlap_or_touch_are_merged() {
        let keys = |ranges: &[(&str, Option<&str>)]| -> Vec<Keys> {
            let bytes = |text: &str| text.as_bytes().to_vec();
            let ranges = ranges.iter();
            ranges
                .map(|(start, stop)| (bytes(start), stop.map(bytes)))
                .collect()
        };
        let ranges = [
            ("f", Some("h")),
            ("a", Some("c")),
            ("b", Some("d")),
            ("d", Some("e")),
            ("fa", Some("fb")),
        ];
        let expected = [("a", Some("e")), ("f", Some("h"))];
        assert_eq!(merged(keys(&ranges)), keys(&expected));
        let endless = [("f", Some("h")), ("g", None), ("x", Some("y"))];
        assert_eq!(merged(keys(&endless)), keys(&[("f", None)]));
        assert!(merged(Vec::new()).is_empty());
    }

    #[test]
    fn bounds_become_a_first_key_and_the_one_after_the_last() {
        let long = vec![b'x'; MAX_KEY];
        let mut next = long.clone();
        next[MAX_KEY - 1] += 1;
        let short = vec![b'x'; MAX_KEY - 1];
        let cases = [
            (RowBound::Unbounded, None),
            (RowBound::Excluded(b"b".to_vec()), Some(b"b".to_vec())),
            (RowBound::Included(b"b".to_vec()), Some(b"b\0".to_vec())),
            (RowBound::Included(long), Some(next)),
            (RowBound::Included(short.clone()), Some(behind(short))),
        ];
        for (stop, expected) in cases {
            let start = RowBound::Excluded(b"a".to_vec());
            assert_eq!(keys(RowRange { start, stop }), (b"a\0".to_vec(), expected));
        }
        assert_eq!(keys(RowRange::ALL), (Vec::new(), None));
    }
}
