//! A scan's bounds, as the gateway takes them: a start that is in the range, a stop that is not.

use hbase_model::scan::prefix_successor;
use hbase_model::validate::MAX_ROW;
use hbase_model::{Error, Result, RowBound};

/// What is asked of the gateway, and what is left out of its answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// The first row; empty for the table's begin, or its end where the scan is reversed.
    pub(crate) start: Vec<u8>,
    /// The row behind the last one; empty for none.
    pub(crate) stop: Vec<u8>,
    /// This row is left out of the answer: before it there is no key that could be the start.
    pub(crate) without: Option<Vec<u8>>,
    /// Rows below this one are left out, and end a reversed scan.
    pub(crate) floor: Option<Vec<u8>>,
    /// Nothing lies between the bounds.
    pub(crate) empty: bool,
}

impl Bounds {
    /// # Errors
    /// [`Error::TooLarge`] for a key that no row can have.
    pub(crate) fn new(start: &RowBound, stop: &RowBound, reversed: bool) -> Result<Self> {
        let (start, stop) = (said(start), said(stop));
        for bound in [start, stop] {
            if let RowBound::Included(key) | RowBound::Excluded(key) = bound
                && key.len() > MAX_ROW
            {
                return Err(Error::too_large("row key", key.len(), MAX_ROW));
            }
        }
        Ok(if reversed {
            Self::backward(start, stop)
        } else {
            Self::forward(start, stop)
        })
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
                // Nothing lies between `ab` and `ab\0`.
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
        if bounds.without.as_ref() == bounds.floor.as_ref() && bounds.without.is_some() {
            bounds.empty = true;
        }
        bounds
    }

    /// The same, from behind a row on.
    pub(crate) fn behind(&self, row: &[u8], reversed: bool) -> Self {
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

    /// The same, from a row on, which is in the range.
    pub(crate) fn from(&self, row: &[u8]) -> Self {
        Self {
            start: row.to_vec(),
            without: None,
            ..self.clone()
        }
    }
}

/// An empty key is no bound.
fn said(bound: &RowBound) -> &RowBound {
    match bound {
        RowBound::Included(key) | RowBound::Excluded(key) if key.is_empty() => &RowBound::Unbounded,
        bound => bound,
    }
}

/// Whether a reversed scan from `start` down to `stop` has nothing in it.
fn is_below(start: &[u8], stop: &[u8], stop_included: bool) -> bool {
    !start.is_empty() && !stop.is_empty() && (start < stop || (start == stop && !stop_included))
}

/// The smallest key behind this one; `None` behind the largest of all.
fn next(key: &[u8]) -> Option<Vec<u8>> {
    if key.len() >= MAX_ROW {
        return prefix_successor(key);
    }
    let mut next = key.to_vec();
    next.push(0);
    Some(next)
}

/// A key below this one, with few keys between: the largest has no end, so it cannot be written.
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
