//! Filters: conditions on rows and cells that the server evaluates.

mod identity;
mod negation;
mod reversed;
mod tree;

pub use tree::MAX_FILTER_DEPTH;

/// An order relation of two values: a closed set, which may be matched without a wildcard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareOp {
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `>=`
    GreaterOrEqual,
    /// `>`
    Greater,
}

impl CompareOp {
    /// The operator that holds exactly if this one does not.
    pub const fn negate(self) -> Self {
        match self {
            Self::Less => Self::GreaterOrEqual,
            Self::LessOrEqual => Self::Greater,
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::GreaterOrEqual => Self::Less,
            Self::Greater => Self::LessOrEqual,
        }
    }

    /// The operator with swapped operands: `a op b` is `b op.swap() a`.
    pub const fn swap(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
            Self::Equal => Self::Equal,
            Self::NotEqual => Self::NotEqual,
            Self::GreaterOrEqual => Self::LessOrEqual,
            Self::Greater => Self::Less,
        }
    }

    /// Whether a [`Condition`](crate::Condition) that compares `given` holds for the newest cell of its column: `given`
    /// stands on the left. An absent cell and an empty one are the same, and equal an empty `given`, for which every other
    /// operator than `NotEqual` means `Equal`; an absent cell satisfies no other comparison. As `HBase` decides it
    /// (`HRegion.matches`).
    ///
    /// ```
    /// use hbase_backend::CompareOp;
    /// assert!(CompareOp::Less.holds_in_condition(b"4", Some(b"5")));
    /// assert!(CompareOp::Equal.holds_in_condition(b"", None));
    /// assert!(!CompareOp::NotEqual.holds_in_condition(b"4", None));
    /// ```
    pub fn holds_in_condition(self, given: &[u8], cell: Option<&[u8]>) -> bool {
        if given.is_empty() {
            let is_absent = cell.is_none_or(<[u8]>::is_empty);
            return is_absent == (self != Self::NotEqual);
        }
        cell.is_some_and(|cell| self.holds(given.cmp(cell)))
    }

    /// Whether `left op right` holds, given the ordering of left and right.
    pub const fn holds(self, ordering: std::cmp::Ordering) -> bool {
        match self {
            Self::Less => ordering.is_lt(),
            Self::LessOrEqual => ordering.is_le(),
            Self::Equal => ordering.is_eq(),
            Self::NotEqual => ordering.is_ne(),
            Self::GreaterOrEqual => ordering.is_ge(),
            Self::Greater => ordering.is_gt(),
        }
    }
}

/// The value that a row key, qualifier or value is compared with, and the order
/// (`ByteArrayComparable`).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Comparator {
    /// As unsigned bytes (`BinaryComparator`).
    Binary(Vec<u8>),
    /// As unsigned bytes, only as many as this value has (`BinaryPrefixComparator`).
    BinaryPrefix(Vec<u8>),
    /// As a signed big-endian number of 8 bytes (`LongComparator`).
    Long(i64),
    /// Matched anywhere, as by Java's `find` (`RegexStringComparator`); equality only.
    Regex(String),
    /// Contained, case-insensitively (`SubstringComparator`); equality only.
    Substring(String),
    /// Null (`NullComparator`): in a filter equal to no cell's value, not even to an empty one; in
    /// a condition it means an absent or empty cell. Equality only.
    Null,
}

/// A filter of rows and cells, as a tree.
///
/// [`And`](Self::And) and [`Or`](Self::Or) have `HBase`'s `FilterList` semantics: filters of cells
/// decide per cell, filters of rows per row.
///
/// A tree is at most [`MAX_FILTER_DEPTH`] deep; a list has any length. Dropping a filter does not
/// recurse, which needs a `Drop` impl, so its parts cannot be moved out by a pattern: match on a
/// reference, and use [`std::mem::take`] for a list.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Filter {
    /// Passes what all of them pass (`FilterList` `MUST_PASS_ALL`).
    And(Vec<Filter>),
    /// Passes what any of them passes (`FilterList` `MUST_PASS_ONE`).
    ///
    /// In a reversed scan, `HBase` loses cells, without an error, if an `Or` contains
    /// [`QualifierPrefix`](Self::QualifierPrefix), [`QualifierPrefixes`](Self::QualifierPrefixes),
    /// [`QualifierRange`](Self::QualifierRange), [`RowRanges`](Self::RowRanges) or
    /// [`FuzzyRow`](Self::FuzzyRow), alone or with others: it compares their hints with the next cell
    /// in the wrong order. The embedded store finds these cells. The clients of `HBase` send equivalent
    /// comparisons of qualifiers instead ([`in_reverse`](Self::in_reverse)) if there are any, and return an
    /// error otherwise.
    Or(Vec<Filter>),
    /// Passes what the other does not pass. It is pushed down to the leaves; a leaf without a
    /// negation (a page, a key-only) is an error.
    Not(Box<Filter>),
    /// Rows whose key starts with these bytes (`PrefixFilter`).
    RowPrefix(Vec<u8>),
    /// Rows by their key: `key op comparator` (`RowFilter`).
    Row(CompareOp, Comparator),
    /// Rows in any of these ranges, each with an inclusive start and an exclusive stop row; an empty
    /// stop row means no end (`MultiRowRangeFilter`). In a reversed scan, `HBase` loses rows of a
    /// range below the first one.
    RowRanges(Vec<(Vec<u8>, Vec<u8>)>),
    /// Rows whose key matches a pattern: bytes, and for each whether it must match (`FuzzyRowFilter`). In a
    /// reversed scan, `HBase` loses rows that are longer than a pattern. If the same `And` has another filter
    /// that returns hints (row ranges, patterns, ranges and prefixes of qualifiers, timestamps), `HBase` 2.6
    /// fails with a `NullPointerException` after the last matching row. The embedded store returns the rows.
    FuzzyRow(Vec<(Vec<u8>, Vec<bool>)>),
    /// Rows by a column's value: `value op comparator` (`SingleColumnValueFilter`). The column must
    /// be among those read.
    ///
    /// With `filter_if_missing`, `HBase` reads other families only for rows that have cells in the column's own
    /// family: it also excludes a row if [`store_offset`](crate::ReadOptions::store_offset) skips all of these
    /// cells. The embedded store returns the other families' cells.
    ColumnValue {
        /// The family.
        family: Vec<u8>,
        /// The qualifier.
        qualifier: Vec<u8>,
        /// The relation of the cell to the comparator.
        op: CompareOp,
        /// The value to compare with.
        comparator: Comparator,
        /// Whether rows without the column are excluded (`HBase` includes them by default).
        filter_if_missing: bool,
        /// Whether only the newest version counts.
        latest_version_only: bool,
    },
    /// Maximum rows (per region on a cluster; `PageFilter`).
    Page(u64),
    /// Cells by family: `family op comparator` (`FamilyFilter`).
    Family(CompareOp, Comparator),
    /// Cells by qualifier: `qualifier op comparator` (`QualifierFilter`).
    Qualifier(CompareOp, Comparator),
    /// Cells whose qualifier starts with these bytes (`ColumnPrefixFilter`).
    QualifierPrefix(Vec<u8>),
    /// Cells whose qualifier starts with any of these distinct prefixes (`MultipleColumnPrefixFilter`). `HBase`
    /// tests only the greatest prefix that is not above the qualifier in byte order: with `a` and `ab`, `ac` is
    /// excluded.
    QualifierPrefixes(Vec<Vec<u8>>),
    /// Cells with a qualifier in a range (`ColumnRangeFilter`); a bound of `None` is unbounded; the
    /// flags make the bounds inclusive.
    QualifierRange {
        /// The smallest qualifier.
        min: Option<Vec<u8>>,
        /// Whether `min` is in the range.
        min_inclusive: bool,
        /// The largest qualifier.
        max: Option<Vec<u8>>,
        /// Whether `max` is in the range.
        max_inclusive: bool,
    },
    /// Cells by value: `value op comparator` (`ValueFilter`).
    Value(CompareOp, Comparator),
    /// Cells with one of these timestamps (`TimestampsFilter`).
    Timestamps(Vec<i64>),
    /// Cells without their values (`KeyOnlyFilter`); `true` replaces each value by its length.
    KeyOnly(bool),
    /// Only the first cell of each row (`FirstKeyOnlyFilter`).
    FirstKeyOnly,
    /// At most `limit` cells of each row, after `offset` (`ColumnPaginationFilter`).
    ColumnPage {
        /// Maximum cells.
        limit: u32,
        /// Number of skipped cells.
        offset: u32,
    },
    /// Excludes a whole row if the other filter excludes one of its cells (`SkipFilter`).
    ///
    /// Whether it sees versions that the read excludes depends, for a column with an empty qualifier, on `HBase`'s files.
    Skip(Box<Filter>),
    /// Ends the scan when the other filter first excludes something (`WhileMatchFilter`).
    ///
    /// In a scan of some columns, `HBase` 2.6 may pass the scan's start row to the filter, even if there is no such row or the
    /// scan excludes it: `HBase` does not read a file without markers of deleted families there, and evaluates a synthetic key of
    /// that row instead. A filter that excludes this row then ends the scan before its first row. The embedded store passes only
    /// rows that the scan includes. Scans of whole families are not affected.
    ///
    /// As with [`Skip`](Self::Skip), whether it sees versions that the read excludes depends, for a column with an empty
    /// qualifier, on `HBase`'s files.
    WhileMatch(Box<Filter>),
}
