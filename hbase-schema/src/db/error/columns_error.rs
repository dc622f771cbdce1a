//! The error of a call that changes many columns of a row.

use std::fmt;

use super::types::{ColumnsError, Error};

impl ColumnsError {
    pub(in crate::db) fn stopped(done: u64, failed: u64, cause: Error) -> Error {
        let failed = done..done + failed;
        Error::Columns(Box::new(Self {
            done,
            failed,
            cause,
        }))
    }

    /// Whether the failed group may be done nevertheless: no response arrived, or the connection was lost before it.
    /// Either all of its columns are done or none.
    pub fn is_uncertain(&self) -> bool {
        self.cause.is_uncertain()
    }
}

impl Error {
    /// The error of a call on one column: the cause alone, because no others were done before it.
    pub(in crate::db) fn of_one_column(self) -> Self {
        match self {
            Self::Columns(error) => error.cause,
            error => error,
        }
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
            f.write_str(", or may be done nevertheless")?;
        }
        f.write_str("; none after them was tried: continue with the first one that is not done")
    }
}

// The message contains the cause, so `source` returns nothing.
impl std::error::Error for ColumnsError {}
