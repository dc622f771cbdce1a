//! Errors in a lock file.

/// An error in a line of a lock file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("hbase.lock, line {line}: {kind}")]
#[non_exhaustive]
pub struct LockError {
    /// The line, from 1.
    pub line: usize,
    /// The error.
    pub kind: LockErrorKind,
}

/// The error in a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LockErrorKind {
    /// The mark of a merge conflict.
    #[error(
        "found the mark of a merge conflict: keep the lines of both sides, of two lines about one fact only one, and run \
         `hbase-schema lock`"
    )]
    Conflict,
    /// A line that is not a fact.
    #[error(
        "found {found:?}, expected a table, a keyword and a fact with its hash, or `TABLE except HASH REASON`: restore the line, \
         or write the file by `hbase-schema lock`"
    )]
    Syntax {
        /// The line.
        found: String,
    },
    /// A hash of other words.
    #[error(
        "found the hash {found}, expected {expected} for these words: lines are not edited by hand; restore the line, and run \
         `hbase-schema lock`"
    )]
    Hash {
        /// The hash of the line.
        found: String,
        /// The hash of its words.
        expected: String,
    },
    /// A second fact about the same.
    #[error(
        "found a second line about `{about}`, the first is line {first}: keep one of them, and run `hbase-schema lock`"
    )]
    Twice {
        /// The fact.
        about: String,
        /// The line of the first one, from 1.
        first: usize,
    },
    /// An exception without a reason.
    #[error(
        "found an exception without a reason, expected `{table} except {hash} REASON`: write why no row is affected"
    )]
    NoReason {
        /// The table.
        table: String,
        /// The hash.
        hash: String,
    },
}
