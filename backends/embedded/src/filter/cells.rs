//! Filters that test single cells.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Bound;

use hbase_backend::Result;

use super::compare::Compare;
use super::{Code, Hint, Node};
use crate::cell::CellView;

/// `FamilyFilter`.
#[derive(Debug)]
pub(super) struct Family(pub(super) Compare);

impl Node for Family {
    fn filter_cell(&mut self, cell: &CellView<'_>) -> Result<Code> {
        Ok(if self.0.holds(cell.family)? {
            Code::Include
        } else {
            Code::NextRow
        })
    }

    fn minds_passed_rows(&self) -> bool {
        self.0.may_fail()
    }
}

/// `QualifierFilter`.
#[derive(Debug)]
pub(super) struct Qualifier(pub(super) Compare);

impl Node for Qualifier {
    fn filter_cell(&mut self, cell: &CellView<'_>) -> Result<Code> {
        Ok(keep(self.0.holds(cell.qualifier)?))
    }

    fn minds_passed_rows(&self) -> bool {
        self.0.may_fail()
    }
}

/// `ValueFilter`.
#[derive(Debug)]
pub(super) struct Value(pub(super) Compare);

impl Node for Value {
    fn filter_cell(&mut self, cell: &CellView<'_>) -> Result<Code> {
        Ok(keep(self.0.holds(cell.value)?))
    }

    fn minds_passed_rows(&self) -> bool {
        self.0.may_fail()
    }
}

fn keep(passes: bool) -> Code {
    if passes { Code::Include } else { Code::Skip }
}

/// `ColumnPrefixFilter` and `MultipleColumnPrefixFilter`.
#[derive(Debug)]
pub(super) struct Prefixes(BTreeSet<Vec<u8>>);

impl Prefixes {
    pub(super) fn new(prefixes: &[Vec<u8>]) -> Self {
        Self(prefixes.iter().cloned().collect())
    }
}

impl Node for Prefixes {
    fn filter_cell(&mut self, cell: &CellView<'_>) -> Result<Code> {
        if self.0.is_empty() {
            return Ok(Code::Include);
        }
        let up_to = (Bound::Unbounded, Bound::Included(cell.qualifier));
        // `HBase` tests only the nearest prefix, even if a shorter one matches.
        let nearest = self.0.range::<[u8], _>(up_to).next_back();
        if nearest.is_some_and(|prefix| cell.qualifier.starts_with(prefix)) {
            return Ok(Code::Include);
        }
        let is_behind = self.0.last().is_some_and(|last| **last < *cell.qualifier);
        Ok(if is_behind { Code::NextRow } else { Code::Hint })
    }

    fn is_hinting(&self) -> bool {
        true
    }

    fn hint(&mut self, cell: &CellView<'_>) -> Option<Hint> {
        let behind = (Bound::Excluded(cell.qualifier), Bound::Unbounded);
        let next = self.0.range::<[u8], _>(behind).next();
        next.cloned().map(Hint::Column)
    }
}

/// `ColumnRangeFilter`.
#[derive(Debug)]
pub(super) struct QualifierRange {
    pub(super) min: Option<Vec<u8>>,
    pub(super) min_inclusive: bool,
    pub(super) max: Option<Vec<u8>>,
    pub(super) max_inclusive: bool,
}

impl Node for QualifierRange {
    fn filter_cell(&mut self, cell: &CellView<'_>) -> Result<Code> {
        if let Some(min) = &self.min {
            let order = cell.qualifier.cmp(min);
            if order.is_lt() {
                return Ok(Code::Hint);
            }
            if order.is_eq() && !self.min_inclusive {
                return Ok(Code::NextColumn);
            }
        }
        let Some(max) = &self.max else {
            return Ok(Code::Include);
        };
        let order = cell.qualifier.cmp(max);
        let passes = order.is_lt() || (order.is_eq() && self.max_inclusive);
        Ok(if passes { Code::Include } else { Code::NextRow })
    }

    fn is_hinting(&self) -> bool {
        true
    }

    fn hint(&mut self, _cell: &CellView<'_>) -> Option<Hint> {
        self.min.clone().map(Hint::Column)
    }
}

/// `TimestampsFilter`.
#[derive(Debug)]
pub(super) struct Timestamps(pub(super) BTreeSet<i64>);

impl Node for Timestamps {
    fn filter_cell(&mut self, cell: &CellView<'_>) -> Result<Code> {
        if self.0.contains(&cell.timestamp) {
            return Ok(Code::Include);
        }
        // No older cell of this column can match.
        let oldest = self.0.first().copied().unwrap_or(i64::MAX);
        Ok(if cell.timestamp < oldest {
            Code::NextColumn
        } else {
            Code::Skip
        })
    }

    /// `HBase` counts it as hinting, though it returns hints only if the client requested them.
    fn is_hinting(&self) -> bool {
        true
    }
}

/// `KeyOnlyFilter`.
#[derive(Debug)]
pub(super) struct KeyOnly {
    pub(super) length_as_value: bool,
}

impl Node for KeyOnly {
    fn transform<'a>(&self, value: Cow<'a, [u8]>) -> Cow<'a, [u8]> {
        if !self.length_as_value {
            return Cow::Borrowed(&[]);
        }
        let length = u32::try_from(value.len()).unwrap_or(u32::MAX);
        Cow::Owned(length.to_be_bytes().to_vec())
    }
}

/// `FirstKeyOnlyFilter`.
#[derive(Debug, Default)]
pub(super) struct FirstKeyOnly {
    has_found: bool,
}

impl Node for FirstKeyOnly {
    fn reset(&mut self) {
        self.has_found = false;
    }

    fn filter_cell(&mut self, _cell: &CellView<'_>) -> Result<Code> {
        Ok(if std::mem::replace(&mut self.has_found, true) {
            Code::NextRow
        } else {
            Code::Include
        })
    }
}
