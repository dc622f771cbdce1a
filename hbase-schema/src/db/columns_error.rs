//! The error of a call that changes many columns of a row.

use std::fmt;
use std::ops::Range;

use super::error::Error;
use super::error_kind::is_uncertain;

/// A call that changes many columns of one row failed part of the way.
///
/// The columns are changed in groups, each of which is atomic; all together are not.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ColumnsError {
    /// The number of columns that are done: the first ones of the input, or of the range.
    pub done: u64,
    /// The columns of the group that failed, by their index in the input. None of them is done, unless
    /// [`is_uncertain`](Self::is_uncertain); those after it were not tried.
    pub failed: Range<u64>,
    /// The error of that group.
    pub cause: Error,
}

impl ColumnsError {
    pub(super) fn stopped(done: u64, failed: u64, cause: Error) -> Error {
        let failed = done..done + failed;
        Error::Columns(Box::new(Self {
            done,
            failed,
            cause,
        }))
    }

    /// Whether the group that failed may be done all the same: there was no response, or the connection
    /// was lost before it. Either all of its columns are done or none.
    pub fn is_uncertain(&self) -> bool {
        is_uncertain(&self.cause)
    }
}

impl fmt::Display for ColumnsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            done,
            failed,
            cause,
        } = self;
        write!(f, "{cause}; {done} columns are done before it")?;
        if !failed.is_empty() {
            let last = failed.end - 1;
            write!(f, ", columns {} to {last} failed together", failed.start)?;
        }
        if self.is_uncertain() {
            f.write_str(", or may be done all the same")?;
        }
        f.write_str("; none after them was tried: continue with the first one that is not done")
    }
}

// The message contains the cause, so `source` returns nothing.
impl std::error::Error for ColumnsError {}
