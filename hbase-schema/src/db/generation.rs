//! The generations of tables that are recomputed: a pointer names the one that is current.

use hbase_model::TimeRange;

/// The generations of one table. A generation is the timestamp of all its cells, in milliseconds
/// since 1970.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Generations {
    /// The one that readers see; `None` before the first recomputation.
    pub(super) current: Option<i64>,
    /// The one that is being written, or that a program did not finish.
    pub(super) pending: Option<i64>,
    /// Those that were begun before the pending one and not finished, in the order of time: some of
    /// their cells may be left.
    pub(super) unfinished: Vec<i64>,
    /// The one before the current one, while all its cells are kept; 0 for cells that are older than
    /// the first recomputation. None while another one is pending, for whose cells a compaction may
    /// drop those of this one.
    pub(super) kept: Option<i64>,
}

impl Generations {
    /// Those while another generation is written.
    pub(super) fn begun(&self, generation: i64) -> Self {
        Self {
            current: self.current,
            pending: Some(generation),
            unfinished: self.left().collect(),
            kept: None,
        }
    }

    /// Those after this generation has become the current one: what is left of unfinished ones is
    /// older, and goes with the old rows.
    pub(super) fn finished(&self, generation: i64) -> Self {
        Self {
            current: Some(generation),
            kept: Some(self.current.unwrap_or(0)),
            ..Self::default()
        }
    }

    /// Those from the removal of the old rows on.
    pub(super) fn released(self) -> Self {
        Self { kept: None, ..self }
    }

    /// The generations of which cells may be left that no reader sees, in the order of time.
    pub(super) fn left(&self) -> impl Iterator<Item = i64> {
        self.unfinished.iter().copied().chain(self.pending)
    }

    /// The time range of the cells that readers see. During the first recomputation these are all
    /// that are older, also than one that was not finished.
    pub(super) fn time_range(&self) -> Option<TimeRange> {
        let (min, max) = match (self.current, self.left().min()) {
            (Some(current), _) => (current, current.saturating_add(1)),
            (None, Some(first)) => (0, first),
            (None, None) => return None,
        };
        Some(TimeRange { min, max })
    }

    /// Whether what was read as of these generations is whole, if they are `now` those.
    pub(super) fn are_still_whole(&self, now: &Self) -> bool {
        if self.time_range().is_none() {
            // All cells were read, also those of a generation that has begun.
            return now.time_range().is_none();
        }
        self.current == now.current || now.kept == Some(self.current.unwrap_or(0))
    }

    /// A generation that is later than all others, by the clock if that is.
    pub(super) fn next(&self, now_ms: i64) -> i64 {
        let last = self.current.max(self.pending).unwrap_or(0);
        now_ms.max(last.saturating_add(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generation_is_never_used_twice() {
        let state = Generations {
            current: Some(7),
            pending: Some(9),
            ..Generations::default()
        };
        assert_eq!(state.next(5), 10);
        assert_eq!(state.next(50), 50);
    }

    #[test]
    fn what_was_begun_is_listed_until_a_later_one_is_finished() {
        let state = Generations::default()
            .finished(7)
            .begun(10)
            .begun(12)
            .begun(14);
        assert_eq!(state.current, Some(7));
        assert_eq!(state.left().collect::<Vec<_>>(), [10, 12, 14]);
        assert_eq!(state.finished(14).left().count(), 0);
    }

    #[test]
    fn readers_of_a_first_recomputation_see_no_row_of_any_begun_one() {
        let state = Generations::default().begun(10).begun(12);
        assert_eq!(state.time_range(), Some(TimeRange { min: 0, max: 10 }));
    }

    #[test]
    fn old_rows_are_whole_until_they_are_released_or_another_generation_begins() {
        let none = Generations::default();
        let first = none.finished(7);
        let begun = first.begun(12);
        let second = begun.finished(12);
        for reader in [&first, &begun] {
            assert!(reader.are_still_whole(&begun.begun(13)));
            assert!(reader.are_still_whole(&second));
            assert!(!reader.are_still_whole(&second.clone().released()));
            assert!(!reader.are_still_whole(&second.begun(14)));
            assert!(!reader.are_still_whole(&second.begun(14).finished(14)));
            assert!(!reader.are_still_whole(&none));
        }
        // Before the first one is finished, readers see what is older than it, or all.
        assert!(none.begun(7).are_still_whole(&first));
        assert!(!none.begun(7).are_still_whole(&first.clone().released()));
        assert!(!none.are_still_whole(&first));
        assert!(!none.are_still_whole(&none.begun(7)));
        assert!(none.are_still_whole(&none));
    }
}
