//! A scan's bounds as the gateway expects them: an inclusive start row and an exclusive stop row.

use hbase_backend::RowBound;
use hbase_backend::scan::prefix_successor;
use hbase_model::validate::MAX_ROW;

/// The bounds that the gateway scans, and the rows to exclude from its result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// The start row; empty for the table's start, or for its end in a reversed scan.
    pub(crate) start: Vec<u8>,
    /// The exclusive stop row; empty for none.
    pub(crate) stop: Vec<u8>,
    /// A row to exclude: the key just below it, which would be the start row, cannot be
    /// represented.
    pub(crate) without: Option<Vec<u8>>,
    /// Rows below this one are excluded; the first of them ends a reversed scan.
    pub(crate) floor: Option<Vec<u8>>,
    /// Whether no row can be between the bounds.
    pub(crate) empty: bool,
}

impl Bounds {
    pub(crate) fn new(start: &RowBound, stop: &RowBound, reversed: bool) -> Self {
        let (start, stop) = (non_empty(start), non_empty(stop));
        if reversed {
            Self::backward(start, stop)
        } else {
            Self::forward(start, stop)
        }
    }

    fn forward(start: &RowBound, stop: &RowBound) -> Self {
        let mut bounds = Self::default();
        match start {
            RowBound::Unbounded => {}
            RowBound::Included(key) => bounds.start.clone_from(key),
            RowBound::Excluded(key) => match next(key) {
                Some(next) => bounds.start = next,
                None => bounds.empty = true,
            },
        }
        match stop {
            RowBound::Unbounded => {}
            RowBound::Excluded(key) => {
                bounds.stop.clone_from(key);
                bounds.empty |= !key.is_empty() && *key <= bounds.start;
            }
            RowBound::Included(key) => {
                bounds.stop = next(key).unwrap_or_default();
                bounds.empty |= *key < bounds.start;
            }
        }
        bounds
    }

    fn backward(start: &RowBound, stop: &RowBound) -> Self {
        let mut bounds = Self::default();
        match start {
            RowBound::Unbounded => {}
            RowBound::Included(key) => bounds.start.clone_from(key),
            RowBound::Excluded(key) => match key.split_last() {
                // No key lies between `ab` and `ab\0`.
                Some((0, before)) => {
                    bounds.start = before.to_vec();
                    bounds.empty = before.is_empty();
                }
                Some(_) => {
                    bounds.start.clone_from(key);
                    bounds.without = Some(key.clone());
                }
                None => {}
            },
        }
        match stop {
            RowBound::Unbounded => {}
            RowBound::Excluded(key) => {
                bounds.stop.clone_from(key);
                bounds.empty |= is_below(&bounds.start, key, false);
            }
            RowBound::Included(key) => {
                bounds.empty |= is_below(&bounds.start, key, true);
                bounds.stop = below(key);
                bounds.floor = Some(key.clone()).filter(|key| !key.is_empty());
            }
        }
        // The only row between the bounds is the excluded one.
        if bounds.without.as_ref() == bounds.floor.as_ref() && bounds.without.is_some() {
            bounds.empty = true;
        }
        bounds
    }

    /// The same bounds, starting after a row.
    pub(crate) fn after(&self, row: &[u8], reversed: bool) -> Self {
        let mut bounds = self.clone();
        if !reversed {
            match next(row) {
                Some(next) => bounds.start = next,
                None => bounds.empty = true,
            }
            bounds.empty |= !bounds.stop.is_empty() && bounds.stop <= bounds.start;
            return bounds;
        }
        let start = Self::backward(&RowBound::Excluded(row.to_vec()), &RowBound::Unbounded);
        bounds.start = start.start;
        bounds.without = start.without;
        bounds.empty |= start.empty || is_below(&bounds.start, &bounds.stop, false);
        bounds
    }

    /// The same bounds, starting at a row within them.
    pub(crate) fn starting_at(&self, row: &[u8]) -> Self {
        Self {
            start: row.to_vec(),
            without: None,
            ..self.clone()
        }
    }

    /// Whether a row is below the last one of a reversed scan.
    pub(crate) fn is_below_floor(&self, row: &[u8]) -> bool {
        self.floor.as_deref().is_some_and(|floor| row < floor)
    }
}

/// An empty key means no bound.
fn non_empty(bound: &RowBound) -> &RowBound {
    match bound {
        RowBound::Included(key) | RowBound::Excluded(key) if key.is_empty() => &RowBound::Unbounded,
        bound => bound,
    }
}

/// Whether a reversed scan from `start` down to `stop` is empty.
fn is_below(start: &[u8], stop: &[u8], stop_included: bool) -> bool {
    !start.is_empty() && !stop.is_empty() && (start < stop || (start == stop && !stop_included))
}

/// The smallest key above this one; `None` above the largest key.
fn next(key: &[u8]) -> Option<Vec<u8>> {
    if key.len() >= MAX_ROW {
        return prefix_successor(key);
    }
    let mut next = key.to_vec();
    next.push(0);
    Some(next)
}

/// A key below this one with few keys between; the largest such key cannot be represented.
fn below(key: &[u8]) -> Vec<u8> {
    match key.split_last() {
        None => Vec::new(),
        Some((0, before)) => before.to_vec(),
        Some((last, before)) => {
            let mut below = before.to_vec();
            below.push(last - 1);
            let room = MAX_ROW.saturating_sub(below.len()).min(8);
            below.extend(std::iter::repeat_n(0xff, room));
            below
        }
    }
}

#[cfg(test)]
mod tests;
