//! Items of a batch that start together, at once or after a pause.

use std::time::Duration;

use crate::retry::Pauses;

/// Items that start together, in the order of their rows, and how often they were tried before.
pub(super) struct Part {
    pub(super) items: Vec<usize>,
    pub(super) pauses: Pauses,
}

/// Items that start after a pause.
pub(super) struct Wait {
    pub(super) part: Part,
    pub(super) length: Duration,
    /// Whether their table may be disabled.
    pub(super) is_lost: bool,
}
