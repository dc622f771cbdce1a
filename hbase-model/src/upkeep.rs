//! What a backend does by itself, counted.

/// What a backend has done by itself since it was opened: [`Backend::upkeep`](crate::Backend::upkeep).
///
/// Counts may be added; a backend sets those that it has, by [`Upkeep::default`] and the fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Upkeep {
    /// Compactions of a family that were begun in the background.
    pub compactions: u64,
    /// Those of them that are finished.
    pub compactions_finished: u64,
    /// Cells removed by flushes and compactions.
    pub cells_removed: u64,
}
