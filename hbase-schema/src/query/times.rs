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
