//! Counts of a backend's background work.

/// Background work since the backend was opened: [`Backend::upkeep`](crate::Backend::upkeep).
///
/// New counts may be added: a backend starts from [`Upkeep::default`] and sets its fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Upkeep {
    /// Background compactions of families that were started.
    pub compactions: u64,
    /// Background compactions that have finished.
    pub compactions_finished: u64,
    /// Cells removed by flushes and compactions.
    pub cells_removed: u64,
}
