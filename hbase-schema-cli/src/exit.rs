//! Exit statuses.

use std::process::ExitCode;

/// The exit status of a command.
// Add a new status to `exit.md` and to `EXIT` in `cli.rs` too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Status {
    /// 0: success.
    Success = 0,
    /// 1: errors, differences, hot regions, or invalid rows or tables were found.
    Findings = 1,
    /// 2: invalid command line.
    Usage = 2,
    /// 3: a file or a store could not be read, written or reached.
    Unreachable = 3,
    /// 4: an import was ended by its maximum of rejected rows, and is not complete.
    Incomplete = 4,
    /// 130: an import was interrupted (Ctrl-C), and is not complete.
    Interrupted = 130,
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
        self as u8
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        status.code().into()
    }
}
