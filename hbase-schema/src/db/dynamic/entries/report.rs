//! The findings of a check of a row's index.

use std::fmt;

use crate::codec::CodecError;
use crate::row_index::EntryId;

/// The maximum number of columns that a report or a page lists.
pub(super) const LISTED: usize = 1000;

/// An index column without its entry.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StaleColumn {
    /// The whole qualifier of the index column.
    pub qualifier: Vec<u8>,
    /// The entry that it names.
    pub id: EntryId,
    /// The difference.
    pub reason: StaleReason,
}

/// The reason why an index column is stale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StaleReason {
    /// The row has no such entry.
    NoEntry,
    /// The entry has another value of the field, or the field is not indexed.
    OtherValue,
}

/// An index column that an entry should have.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MissingColumn {
    /// The whole qualifier of the index column.
    pub qualifier: Vec<u8>,
    /// The entry.
    pub id: EntryId,
}

/// An entry that cannot be decoded, or whose fields cannot be indexed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UndecodableEntry {
    /// The entry.
    pub id: EntryId,
    /// The error of its codec, or of `write_index`.
    pub error: CodecError,
}

/// The result of [`EntriesRequest::verify`](super::EntriesRequest::verify).
///
/// Lists have at most 1000 columns each; the numbers count all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexReport {
    /// The number of entries.
    pub entries: u64,
    /// The number of index columns.
    pub columns: u64,
    /// The number of index columns without their entry.
    pub stale_count: u64,
    /// The first of them.
    pub stale: Vec<StaleColumn>,
    /// The number of index columns that entries lack.
    pub missing_count: u64,
    /// The first of them.
    pub missing: Vec<MissingColumn>,
    /// The number of entries whose index columns are unknown: they cannot be decoded, or their fields cannot be
    /// indexed. Columns that name them are left unchanged.
    pub undecodable_count: u64,
    /// The first of them.
    pub undecodable: Vec<UndecodableEntry>,
    /// The number of index columns that were deleted or put.
    pub repaired: u64,
}

impl IndexReport {
    /// Whether nothing needed a repair, and all entries can be decoded and indexed.
    pub const fn is_consistent(&self) -> bool {
        self.stale_count == 0 && self.missing_count == 0 && self.undecodable_count == 0
    }

    pub(super) fn add_stale(&mut self, column: StaleColumn) {
        self.stale_count += 1;
        if self.stale.len() < LISTED {
            self.stale.push(column);
        }
    }

    pub(super) fn add_undecodable(&mut self, id: EntryId, error: CodecError) {
        self.undecodable_count += 1;
        if self.undecodable.len() < LISTED {
            self.undecodable.push(UndecodableEntry { id, error });
        }
    }

    pub(super) fn add_missing(&mut self, column: MissingColumn) {
        self.missing_count += 1;
        if self.missing.len() < LISTED {
            self.missing.push(column);
        }
    }
}

impl fmt::Display for IndexReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            entries,
            columns,
            stale_count,
            missing_count,
            repaired,
            undecodable_count,
            ..
        } = self;
        write!(
            f,
            "{entries} entries, {columns} index columns: {stale_count} stale, {missing_count} missing, {repaired} repaired"
        )?;
        if *undecodable_count > 0 {
            write!(f, "; {undecodable_count} entries cannot be indexed")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_lists_the_first_thousand_of_each_kind_and_counts_all() {
        let id = EntryId::of(b"x");
        let mut report = IndexReport::default();
        assert!(report.is_consistent());
        for number in 1..=LISTED + 1 {
            report.add_stale(StaleColumn {
                qualifier: Vec::new(),
                id,
                reason: StaleReason::NoEntry,
            });
            let qualifier = Vec::new();
            report.add_missing(MissingColumn { qualifier, id });
            report.add_undecodable(id, CodecError::new("x"));
            let counts = [
                report.stale_count,
                report.missing_count,
                report.undecodable_count,
            ];
            assert_eq!(counts, [number as u64; 3]);
            let listed = [
                report.stale.len(),
                report.missing.len(),
                report.undecodable.len(),
            ];
            assert_eq!(listed, [number.min(LISTED); 3]);
        }
    }

    #[test]
    fn an_index_with_any_difference_is_not_consistent() {
        let of = |stale_count, missing_count, undecodable_count| IndexReport {
            stale_count,
            missing_count,
            undecodable_count,
            entries: 9,
            repaired: 1,
            ..IndexReport::default()
        };
        assert!(of(0, 0, 0).is_consistent());
        for report in [of(1, 0, 0), of(0, 1, 0), of(0, 0, 1)] {
            assert!(!report.is_consistent(), "{report}");
        }
        assert!(!of(1, 1, 0).to_string().contains("cannot be indexed"));
        let one = of(0, 0, 1).to_string();
        assert!(one.ends_with("; 1 entries cannot be indexed"), "{one}");
    }
}
