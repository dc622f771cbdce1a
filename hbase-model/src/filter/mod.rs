//! Filters: what the server leaves out of an answer.

mod identity;
mod negation;
mod tree;

pub use tree::MAX_FILTER_DEPTH;

/// An order relation of two values: a closed set, which may be matched without
/// a wildcard.
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
    /// The operator that holds exactly where this one does not.
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

    /// The operator that holds of right and left exactly where this one holds of left and right.
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

    /// Whether `left op right` holds, by the order of left and right.
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

/// What a row key, qualifier or value is compared with, and how (`ByteArrayComparable`).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Comparator {
    /// As unsigned bytes (`BinaryComparator`).
    Binary(Vec<u8>),
    /// The first bytes, as many as this has (`BinaryPrefixComparator`).
    BinaryPrefix(Vec<u8>),
    /// As a signed big-endian number of 8 bytes (`LongComparator`).
    Long(i64),
    /// Found anywhere, as Java's `find` does (`RegexStringComparator`); equality only.
    Regex(String),
    /// Contained, without regard to case (`SubstringComparator`); equality only.
    Substring(String),
    /// No value at all (`NullComparator`): equal to no cell's value in a filter, not even to an
    /// empty one. In a condition it means an absent or empty cell. Equality only.
    Null,
}

/// A filter of rows and cells, as a tree.
///
/// [`And`](Self::And) and [`Or`](Self::Or) have `HBase`'s `FilterList` semantics: leaves that speak
/// of a cell decide cell by cell, leaves that speak of a row decide for the row.
///
/// A tree is at most [`MAX_FILTER_DEPTH`] deep; a list may be as long as it likes. A filter is taken
/// apart without recursion when it is dropped, so its parts cannot be moved out by a pattern: match
/// on a reference, and use [`std::mem::take`] for a list.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Filter {
    /// What all of them let through (`FilterList` `MUST_PASS_ALL`).
    And(Vec<Filter>),
    /// What any of them lets through (`FilterList` `MUST_PASS_ONE`).
    ///
    /// In a scan in reverse, `HBase` loses cells, without an error, where an `Or` holds
    /// [`QualifierPrefix`](Self::QualifierPrefix), [`QualifierPrefixes`](Self::QualifierPrefixes),
    /// [`QualifierRange`](Self::QualifierRange), [`RowRanges`](Self::RowRanges) or
    /// [`FuzzyRow`](Self::FuzzyRow), alone or with others: it compares their hints with the next cell
    /// the wrong way round. The embedded store finds these cells. The Thrift backend sends comparisons
    /// of qualifiers instead where they mean the same, and else returns an error.
    Or(Vec<Filter>),
    /// What the other does not let through. It is pushed down to the leaves; a leaf that has no
    /// opposite (a page, a key-only) is an error.
    Not(Box<Filter>),
    /// Rows whose key starts with these bytes (`PrefixFilter`).
    RowPrefix(Vec<u8>),
    /// Rows by their key: `key op comparator` (`RowFilter`).
    Row(CompareOp, Comparator),
    /// Rows in any of these ranges, each from an included to an excluded key; an empty stop means
    /// no end (`MultiRowRangeFilter`). In a scan in reverse, `HBase` loses rows of a range below the
    /// first one.
    RowRanges(Vec<(Vec<u8>, Vec<u8>)>),
    /// Rows whose key fits a pattern: bytes, and for each whether it must match (`FuzzyRowFilter`).
    /// In a scan in reverse, `HBase` loses rows that are longer than a pattern. Beside another filter
    /// of an `And` that gives hints (row ranges, patterns, ranges and prefixes of qualifiers,
    /// timestamps), `HBase` 2.6 fails with a `NullPointerException` behind the last row that fits. The
    /// embedded store answers.
    FuzzyRow(Vec<(Vec<u8>, Vec<bool>)>),
    /// Rows by a column's value: `value op comparator` (`SingleColumnValueFilter`). The column must
    /// be among those read.
    ///
    /// With `filter_if_missing`, `HBase` reads other families only of rows that have cells in the
    /// column's own one: a row is left out as well where
    /// [`store_offset`](crate::ReadOptions::store_offset) passes over all of these cells. The embedded
    /// store returns the other families' cells.
    ColumnValue {
        /// The family.
        family: Vec<u8>,
        /// The qualifier.
        qualifier: Vec<u8>,
        /// How the cell compares with the comparator.
        op: CompareOp,
        /// What it is compared with.
        comparator: Comparator,
        /// Whether rows without the column are left out (`HBase` passes them by default).
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
    /// Cells whose qualifier starts with any of these, which must differ
    /// (`MultipleColumnPrefixFilter`). Of the prefixes at or below a qualifier in byte order, only
    /// the greatest is looked at: where `a` and `ab` are given, `ac` is left out.
    QualifierPrefixes(Vec<Vec<u8>>),
    /// Cells with a qualifier in a range (`ColumnRangeFilter`); `None` for no bound; the flags
    /// include the bounds.
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
    /// Cells without their values (`KeyOnlyFilter`); `true` keeps the value's length as its value.
    KeyOnly(bool),
    /// Only the first cell of each row (`FirstKeyOnlyFilter`).
    FirstKeyOnly,
    /// At most `limit` cells of each row, after `offset` (`ColumnPaginationFilter`).
    ColumnPage {
        /// At most this many.
        limit: u32,
        /// After this many.
        offset: u32,
    },
    /// Leaves out a row as soon as one of its cells is left out by the other (`SkipFilter`).
    ///
    /// Whether it sees versions that the read leaves out depends, for a column with an empty qualifier, on `HBase`'s files.
    Skip(Box<Filter>),
    /// Ends the scan where the other leaves something out for the first time (`WhileMatchFilter`).
    ///
    /// In a scan of some columns, `HBase` 2.6 may show the filter the row at which the scan begins, even if there is no such row
    /// or the scan excludes it: a file without markers of deleted families is not read there, and a key of that row stands in its
    /// place. A filter that leaves this row out then ends the scan before its first row. The embedded store shows the filter
    /// only rows that the scan includes. Scans of whole families are not affected.
    ///
    /// As with [`Skip`](Self::Skip), whether it sees versions that the read leaves out depends, for a column with an empty
    /// qualifier, on `HBase`'s files.
    WhileMatch(Box<Filter>),
}
