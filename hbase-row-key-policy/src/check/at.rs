//! The part that a finding concerns, and the path of its member.

use crate::policy::{RowKeyPolicy, TextPart};

/// A text part and its index among the parts.
pub(super) struct At<'p> {
    pub(super) index: usize,
    pub(super) part: &'p TextPart,
}

impl At<'_> {
    /// The path of a member.
    pub(super) fn path(&self, member: &str) -> String {
        path(self.index, member)
    }

    pub(super) fn is_last(&self, policy: &RowKeyPolicy) -> bool {
        self.index + 1 == policy.parts.len()
    }
}

/// The path of a part's member: the mapping is element 0.
pub(super) fn path(index: usize, member: &str) -> String {
    format!("[{}].{member}", index + 1)
}
