//! Counts of a backend's background work.

/// Background work since the backend was opened: [`Backend::upkeep`](crate::Backend::upkeep).
///
/// Counts may be added: a backend starts from [`Upkeep::default`] and sets its fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Upkeep {
    /// Compactions of a family that were started in the background.
    pub compactions: u64,
    /// Those of them that are finished.
    pub compactions_finished: u64,
    /// Cells removed by flushes and compactions.
    pub cells_removed: u64,
}
