//! The exact times of ranges on a time with `align`.
//!
//! A range of rows includes each period that it overlaps. Where columns continue the time (`since`), its first and its last
//! row also have columns outside of the range.

use hbase_model::{Encoding, PartLayout, PartValue};

use super::builder::KeyScan;
use super::bytes::within;
use super::row_range::{RowRange, key_of};

/// The first and the last millisecond of a range; the smallest and the largest `i64` where it has no bound.
pub(crate) type TimeSpan = (i64, i64);

/// Maximum edges: the rows of others are read as a whole.
const MAX_EDGES: usize = 8192;

/// The times that the ranges of a query select on one part.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Times {
    /// The index of the part.
    pub(crate) part: usize,
    /// The length of its periods, in milliseconds.
    period_ms: i64,
    /// Whether later periods sort first.
    is_descending: bool,
    /// Whether the rows of a period are next to each other. After a part whose end depends on the whole key, rows of longer
    /// values are among them (`Paris`, `Parish`).
    has_edges: bool,
    /// Ascending and apart from each other.
    spans: Vec<TimeSpan>,
    /// The periods in which a range begins or ends.
    edges: Vec<Edge>,
}

/// The rows of a period in which a range begins or ends.
#[derive(Clone, Debug, PartialEq)]
struct Edge {
    /// The length of the key before the part, with the salt.
    base: usize,
    rows: RowRange,
    /// The start of the period, in milliseconds since 1970.
    start_ms: i64,
}

impl Times {
    /// The times of a scan without rows yet; `None` if it has no range on a time with `align`.
    pub(super) fn of(scan: &KeyScan) -> Option<Self> {
        scan.times?;
        let index = scan.spans.len();
        let part = scan.layout.parts.get(index)?;
        let Encoding::Time(format) = part.encoding else {
            return None;
        };
        Some(Self {
            part: index,
            period_ms: format.align_ms.into(),
            is_descending: format.is_newest_first() != part.desc,
            has_edges: !scan.layout.parts[..index].iter().any(PartLayout::is_open),
            ..Self::default()
        })
    }

    /// Adds the range of a scan in the rows with this salt.
    pub(super) fn add(&mut self, scan: &KeyScan, salt: &[u8]) {
        let (first, last) = scan.times.unwrap_or((i64::MIN, i64::MAX));
        self.spans.push((first, last));
        let Some(part) = scan.layout.parts.get(self.part) else {
            return;
        };
        let base = [&*scan.with_separator(salt), &scan.prefix].concat();
        let bounded = [(first, first != i64::MIN), (last, last != i64::MAX)];
        for (ms, _) in bounded.into_iter().filter(|(_, is_bounded)| *is_bounded) {
            if self.has_edges && self.edges.len() < MAX_EDGES {
                self.edges.extend(edge(part, &base, ms));
            }
        }
    }

    /// The same times in order, each once.
    pub(super) fn sorted(mut self) -> Self {
        self.spans.sort_unstable();
        let mut apart: Vec<TimeSpan> = Vec::new();
        for span in std::mem::take(&mut self.spans) {
            match apart.last_mut() {
                Some(last) if span.0 <= last.1 => last.1 = last.1.max(span.1),
                _ => apart.push(span),
            }
        }
        self.spans = apart;
        self.edges
            .sort_by(|a, b| key_of(&a.rows.start).cmp(key_of(&b.rows.start)));
        self.edges.dedup_by(|a, b| a.rows == b.rows);
        self
    }

    /// The ranges of time, ascending and apart from each other.
    pub(crate) fn spans(&self) -> &[TimeSpan] {
        &self.spans
    }

    /// Whether a range contains this time.
    pub(crate) fn contain(&self, ms: i64) -> bool {
        let after = self.spans.partition_point(|(_, last)| *last < ms);
        self.spans.get(after).is_some_and(|(first, _)| *first <= ms)
    }

    /// The first and the last time of the ranges that overlap a period; `None` if none does.
    pub(crate) fn around(&self, start_ms: i64, last_ms: i64) -> Option<TimeSpan> {
        let overlaps = |(first, last): &&TimeSpan| *first <= last_ms && start_ms <= *last;
        let mut spans = self.spans.iter().filter(overlaps);
        let first = spans.next()?;
        let last = spans.next_back().unwrap_or(first);
        Some((first.0, last.1))
    }

    /// The ranges, divided so that the rows of each period in which a range begins or ends are apart, without the rest of a
    /// range that has no period of the times.
    pub(crate) fn divide(&self, ranges: &[RowRange]) -> Vec<RowRange> {
        let mut points: Vec<Vec<u8>> = Vec::with_capacity(2 * self.edges.len());
        for edge in &self.edges {
            points.push(key_of(&edge.rows.start).to_vec());
            points.push(key_of(&edge.rows.stop).to_vec());
        }
        // The end of the last rows of all is unbounded.
        points.retain(|point| !point.is_empty());
        points.sort_unstable();
        points.dedup();
        let divided = ranges.iter().cloned();
        let divided = divided.flat_map(|range| range.divided_at(&points));
        divided.filter(|rows| !self.is_beside(rows)).collect()
    }

    /// Whether these rows follow or precede an edge, and the ranges of time do not continue there.
    fn is_beside(&self, rows: &RowRange) -> bool {
        if self.edge_of(rows).is_some() {
            return false;
        }
        let (start, stop) = (key_of(&rows.start), key_of(&rows.stop));
        let at = self.edges_up_to(start);
        let before = at.checked_sub(1).and_then(|at| self.edges.get(at));
        let before = before.filter(|edge| key_of(&edge.rows.stop) == start && edge.is_near(start));
        let after = self.edges.get(at);
        let after = after.filter(|edge| key_of(&edge.rows.start) == stop && edge.is_near(start));
        before.is_some_and(|edge| !self.continue_after(edge, !self.is_descending))
            || after.is_some_and(|edge| !self.continue_after(edge, self.is_descending))
    }

    /// Whether the times contain the period after that of an edge, or before it.
    fn continue_after(&self, edge: &Edge, later: bool) -> bool {
        let start_ms = edge.start_ms;
        self.contain(if later {
            start_ms.saturating_add(self.period_ms)
        } else {
            start_ms.saturating_sub(1)
        })
    }

    /// The number of edges that start at a key or before it.
    fn edges_up_to(&self, key: &[u8]) -> usize {
        let is_up_to = |edge: &Edge| key_of(&edge.rows.start) <= key;
        self.edges.partition_point(is_up_to)
    }

    /// The start of the period of these rows, if a range begins or ends in it.
    pub(crate) fn edge_of(&self, rows: &RowRange) -> Option<i64> {
        let start = key_of(&rows.start);
        let edge = self.edges[..self.edges_up_to(start)].last()?;
        edge.rows.contains(start).then_some(edge.start_ms)
    }
}

impl Edge {
    /// Whether rows from this key on have the same parts before the time.
    fn is_near(&self, start: &[u8]) -> bool {
        start.starts_with(&key_of(&self.rows.start)[..self.base])
    }
}

/// The rows of the period that contains a time; `None` if the part has no such period.
fn edge(part: &PartLayout, base: &[u8], ms: i64) -> Option<Edge> {
    let Encoding::Time(format) = part.encoding else {
        return None;
    };
    let start_ms = format.start(ms).time()?;
    let mut bytes = base.to_vec();
    part.encode(&PartValue::Time(start_ms), &mut bytes).ok()?;
    let rows = within(&bytes);
    Some(Edge {
        base: base.len(),
        rows,
        start_ms,
    })
}

#[cfg(test)]
mod tests {
    use hbase_backend::RowBound;
    use hbase_model::time::{TimeFormat, TimeKind};

    use super::*;

    /// The length of a period.
    const PERIOD: i64 = 10;

    fn spans(spans: &[TimeSpan]) -> Times {
        Times {
            spans: spans.to_vec(),
            ..Times::default()
        }
    }

    /// Rows from one key to another one.
    fn rows(start: &[u8], stop: &[u8]) -> RowRange {
        RowRange {
            start: RowBound::Included(start.to_vec()),
            stop: RowBound::Excluded(stop.to_vec()),
        }
    }

    /// Times of keys `a`, then the number of the period, in descending order from 9.
    fn times(is_descending: bool, span: TimeSpan, periods: &[u8]) -> Times {
        let edge = |period: &u8| Edge {
            base: 1,
            rows: within(&[b'a', if is_descending { 9 - period } else { *period }]),
            start_ms: i64::from(*period) * PERIOD,
        };
        let times = Times {
            period_ms: PERIOD,
            is_descending,
            has_edges: true,
            edges: periods.iter().map(edge).collect(),
            ..spans(&[span])
        };
        times.sorted()
    }

    #[test]
    fn ranges_that_overlap_are_merged_in_order() {
        let sorted = spans(&[(20, 29), (0, 9), (5, 7), (9, 12), (13, 14)]).sorted();
        assert_eq!(sorted.spans(), [(0, 12), (13, 14), (20, 29)]);
        let twice = times(false, (13, 14), &[1, 1, 0]);
        let starts: Vec<_> = twice.edges.iter().map(|edge| edge.start_ms).collect();
        assert_eq!(starts, [0, 10]);
    }

    #[test]
    fn a_time_is_contained_from_the_first_to_the_last_of_a_range() {
        let times = spans(&[(0, 9), (20, 29)]);
        for (ms, expected) in [
            (-1, false),
            (0, true),
            (9, true),
            (10, false),
            (19, false),
            (20, true),
            (29, true),
            (30, false),
        ] {
            assert_eq!(times.contain(ms), expected, "{ms}");
        }
    }

    #[test]
    fn ranges_around_a_period_are_those_that_overlap_it() {
        let times = spans(&[(0, 9), (20, 29), (40, 49)]);
        for (period, expected) in [
            ((5, 45), Some((0, 49))),
            ((9, 20), Some((0, 29))),
            ((9, 9), Some((0, 9))),
            ((10, 19), None),
            ((10, 20), Some((20, 29))),
            ((29, 39), Some((20, 29))),
            ((50, 60), None),
        ] {
            assert_eq!(times.around(period.0, period.1), expected, "{period:?}");
        }
    }

    #[test]
    fn the_rows_of_an_edge_have_the_start_of_its_period() {
        let times = times(false, (13, 36), &[1, 3]);
        for (start, expected) in [
            (&b"a"[..], None),
            (b"a\x00\xff", None),
            (b"a\x01", Some(10)),
            (b"a\x01\x05", Some(10)),
            (b"a\x02", None),
            (b"a\x03", Some(30)),
            (b"a\x04", None),
        ] {
            assert_eq!(times.edge_of(&rows(start, b"b")), expected, "{start:?}");
        }
    }

    #[test]
    fn rows_beside_a_range_of_times_are_left_out() {
        let [first, last] = [rows(b"a\x01", b"a\x02"), rows(b"a\x03", b"a\x04")];
        let between = rows(b"a\x02", b"a\x03");
        let whole = rows(b"a", b"b");
        let both = times(false, (13, 36), &[1, 3]);
        let expected = [first.clone(), between.clone(), last];
        assert_eq!(both.divide(std::slice::from_ref(&whole)), expected);
        // Without a start, and without an end.
        let until = times(false, (i64::MIN, 16), &[1]);
        let expected = [rows(b"a", b"a\x01"), first.clone()];
        assert_eq!(until.divide(std::slice::from_ref(&whole)), expected);
        let from = times(false, (13, i64::MAX), &[1]);
        let expected = [first.clone(), rows(b"a\x02", b"b")];
        assert_eq!(from.divide(std::slice::from_ref(&whole)), expected);
        // Rows of other parts before the time are in no period.
        let wider = rows(b"A", b"a\x02");
        assert_eq!(both.divide(&[wider]), [rows(b"A", b"a\x01"), first.clone()]);
        // Periods that follow each other.
        let near = times(false, (13, 25), &[1, 2]);
        assert_eq!(near.divide(&[whole]), [first, between]);
    }

    #[test]
    fn later_periods_are_before_in_descending_order() {
        // The periods 3, 2 and 1.
        let [first, between, last] = [
            rows(b"a\x06", b"a\x07"),
            rows(b"a\x07", b"a\x08"),
            rows(b"a\x08", b"a\x09"),
        ];
        let whole = rows(b"a", b"b");
        let both = times(true, (13, 36), &[1, 3]);
        let expected = [first.clone(), between, last.clone()];
        assert_eq!(both.divide(std::slice::from_ref(&whole)), expected);
        let until = times(true, (i64::MIN, 36), &[3]);
        let expected = [first, rows(b"a\x07", b"b")];
        assert_eq!(until.divide(std::slice::from_ref(&whole)), expected);
        let from = times(true, (13, i64::MAX), &[1]);
        assert_eq!(from.divide(&[whole]), [rows(b"a", b"a\x08"), last]);
    }

    #[test]
    fn rows_without_an_end_are_divided_too() {
        let last = Edge {
            base: 0,
            rows: within(&[255]),
            start_ms: 10,
        };
        let times = Times {
            period_ms: PERIOD,
            edges: vec![last],
            ..spans(&[(0, 16)])
        };
        let divided = times.divide(&[RowRange::ALL]);
        let [before, edge] = &*divided else {
            panic!("{divided:?}");
        };
        assert_eq!(before.stop, RowBound::Excluded(vec![255]));
        assert_eq!(*edge, within(&[255]));
    }

    #[test]
    fn an_edge_is_the_rows_of_the_whole_period() {
        const HOUR: i64 = 3_600_000;
        let format = TimeFormat {
            align_ms: 3_600_000,
            ..TimeFormat::new(TimeKind::Millis)
        };
        let part = PartLayout::plain("at".into(), Encoding::Time(format));
        let key = [b"a", &(5 * HOUR).to_be_bytes()[..]].concat();
        for ms in [5 * HOUR, 5 * HOUR + 1, 6 * HOUR - 1] {
            let edge = edge(&part, b"a", ms).expect("an edge");
            assert_eq!((edge.base, edge.start_ms), (1, 5 * HOUR));
            assert_eq!(edge.rows, within(&key));
        }
        let text = Encoding::Text {
            width: None,
            pad: None,
        };
        assert_eq!(edge(&PartLayout::plain("at".into(), text), b"a", 1), None);
    }
}
