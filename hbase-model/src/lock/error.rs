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
    /// A byte order mark at the start of the file.
    #[error("found a byte order mark, expected none: save the file as UTF-8 without it")]
    ByteOrderMark,
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
    /// A fact that uses the name of a removed one.
    #[error(
        "{message}. One branch removed it, and another one uses its name: rename the field, and delete the line, or add the exception"
    )]
    Reused {
        /// The change.
        message: String,
    },
    /// An exception with something else than a hash.
    #[error(
        "found {found:?}, expected the hash of a change in `{table} except HASH REASON`, 16 digits or letters a-f: copy the line from \
         the message about the change"
    )]
    ExceptionHash {
        /// The table.
        table: String,
        /// The word in place of the hash.
        found: String,
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
