//! What the process ends with.

use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// 0: the answer is there, and it is yes.
    Yes,
    /// 1: the answer is no: mistakes, differences, hot regions, rows or tables that do not fit.
    No,
    /// 2: the command line is wrong.
    Usage,
    /// 3: something could not be read, written or reached.
    Unreachable,
}

impl Status {
    /// Yes or no.
    pub const fn of(yes: bool) -> Self {
        if yes { Self::Yes } else { Self::No }
    }

    /// The number.
    pub const fn code(self) -> u8 {
        match self {
            Self::Yes => 0,
            Self::No => 1,
            Self::Usage => 2,
            Self::Unreachable => 3,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        status.code().into()
    }
}
