//! Findings of a check.

use std::fmt;

/// An error in a policy, or advice about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyFinding {
    /// Whether it keeps the policy from making keys.
    pub severity: Severity,
    /// The member: `[1].length` is the member `length` of the array's element 1, the first part.
    /// [`locate`](crate::locate) finds its line and column.
    pub path: String,
    /// What was found, and what was expected.
    pub message: String,
    /// What to do.
    pub help: String,
}

/// The weight of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The policy makes no keys, or makes the same key from different values.
    Error,
    /// The policy works, but may not do what is wanted.
    Advice,
}

impl fmt::Display for PolicyFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}: {}", self.path, self.message, self.help)
    }
}
