//! The classes of changes.

/// The effect of a change on rows that exist, and on programs that run. The worst class is the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Nothing.
    Free,
    /// A query reads more ranges.
    Cost,
    /// Programs of the old and the new layout must be upgraded in an order.
    Roll,
    /// Cells are deleted, or expire earlier.
    Loss,
    /// Existing rows do not decode, or lack a value that they have.
    Read,
    /// Existing cells may decode as other values.
    Cell,
    /// Existing rows are not found.
    Key,
}

impl Class {
    /// The class in capitals: `KEY`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Free => "FREE",
            Self::Cost => "COST",
            Self::Roll => "ROLL",
            Self::Loss => "LOSS",
            Self::Read => "READ",
            Self::Cell => "CELL",
            Self::Key => "KEY",
        }
    }

    /// Whether a lock takes such a change only with an exception.
    ///
    /// ```
    /// use hbase_model::lock::Class;
    /// assert!(Class::Cell.needs_exception() && !Class::Roll.needs_exception());
    /// ```
    pub const fn needs_exception(self) -> bool {
        self as u8 >= Self::Loss as u8
    }
}
