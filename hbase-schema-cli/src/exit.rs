//! Exit statuses.

use std::process::ExitCode;

/// The exit status of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// 0: success.
    Success,
    /// 1: errors, differences, hot regions, or invalid rows or tables were found.
    Findings,
    /// 2: invalid command line.
    Usage,
    /// 3: a file or a store could not be read, written or reached.
    Unreachable,
    /// 4: an import was ended by its maximum of rejected rows, and is not complete.
    Incomplete,
    /// 130: an import was interrupted (Ctrl-C), and is not complete.
    Interrupted,
}

impl Status {
    /// [`Success`](Self::Success) if nothing was found.
    pub const fn of(is_success: bool) -> Self {
        if is_success {
            Self::Success
        } else {
            Self::Findings
        }
    }

    /// The status as a number.
    pub const fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Findings => 1,
            Self::Usage => 2,
            Self::Unreachable => 3,
            Self::Incomplete => 4,
            Self::Interrupted => 130,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        status.code().into()
    }
}
