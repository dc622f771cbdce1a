//! The generations of tables that are recomputed: a pointer names the current one.

use hbase_backend::TimeRange;

/// The generations of one table. A generation is the timestamp of all its cells, in milliseconds
/// since 1970.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::db) struct Generations {
    /// The one that readers see; `None` before the first recomputation.
    pub(in crate::db) current: Option<i64>,
    /// The one that is being written, or that a program did not finish.
    pub(in crate::db) pending: Option<i64>,
    /// Those that were begun before the pending one and neither finished nor ended, in the order of time: some of their
    /// cells may remain, or may still be being written.
    pub(super) unfinished: Vec<i64>,
    /// The newest one that ended without becoming current, and of which no cell is left.
    pub(in crate::db) ended: Option<i64>,
    /// The one before the current one, while all its cells are kept; 0 for cells older than the first recomputation.
    /// `None` while another one is pending: a compaction may drop cells of this one in favour of the pending one's.
    pub(in crate::db) kept: Option<i64>,
    /// The milliseconds after which a call that has lost the turn no longer writes: the longest patience of all calls
    /// since the last one that began alone.
    pub(super) patience_ms: i64,
}

impl Generations {
    /// The generations while another one is written, by a call with this patience.
    pub(in crate::db) fn begun(&self, generation: i64, patience_ms: i64) -> Self {
        let is_alone = self.left().next().is_none();
        let others_ms = if is_alone { 0 } else { self.patience_ms };
        Self {
            patience_ms: patience_ms.max(others_ms),
            current: self.current,
            pending: Some(generation),
            unfinished: self.left().collect(),
            ended: self.ended,
            kept: None,
        }
    }

    /// The generations after this one has become the current one. The rest of unfinished ones is older, and is removed
    /// with the old rows.
    pub(in crate::db) fn finished(&self, generation: i64) -> Self {
        Self {
            current: Some(generation),
            kept: Some(self.current.unwrap_or(0)),
            // `ended` is not needed: the current generation is later, so its number is not used again either.
            ..Self::default()
        }
    }

    /// The generations after this one has ended and has no cells left.
    pub(in crate::db) fn without(&self, generation: i64) -> Self {
        let is_other = |other: &i64| *other != generation;
        Self {
            current: self.current,
            pending: self.pending.filter(is_other),
            unfinished: self.unfinished.iter().copied().filter(is_other).collect(),
            ended: self.ended.max(Some(generation)),
            kept: self.kept,
            patience_ms: self.patience_ms,
        }
    }

    /// The generations of a table that was emptied or recreated during this generation's turn.
    pub(super) fn forgotten(&self, generation: i64) -> Self {
        Self {
            current: None,
            kept: None,
            ..self.without(generation)
        }
    }

    /// The generations from the removal of the old rows on.
    pub(super) fn released(self) -> Self {
        Self { kept: None, ..self }
    }

    /// The generations that may have cells left that no reader sees, in the order of time.
    pub(in crate::db) fn left(&self) -> impl Iterator<Item = i64> {
        self.unfinished.iter().copied().chain(self.pending)
    }

    /// The time range of the cells that readers see. During the first recomputation these are all cells older than it,
    /// and than every unfinished one.
    pub(in crate::db) fn time_range(&self) -> Option<TimeRange> {
        let (min, max) = match (self.current, self.left().min()) {
            (Some(current), _) => (current, current.saturating_add(1)),
            (None, Some(first)) => (0, first),
            (None, None) => return None,
        };
        Some(TimeRange { min, max })
    }

    /// Whether a generation hides rows, or may be written.
    pub(in crate::db) fn matter(&self) -> bool {
        self.time_range().is_some()
    }

    /// Whether data read under these generations is complete, if the generations are `now` these.
    pub(in crate::db) fn are_still_whole(&self, now: &Self) -> bool {
        if !self.matter() {
            // All cells were read, including those of a generation that has begun, and perhaps ended.
            return now == self;
        }
        self.current == now.current || now.kept == Some(self.current.unwrap_or(0))
    }

    /// A generation that is later than all others: the clock's time if that is later.
    pub(in crate::db) fn next(&self, now_ms: i64) -> i64 {
        let others = [self.current, self.ended].into_iter().flatten();
        let last = others.chain(self.left()).max().unwrap_or(0);
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
    fn the_number_of_one_that_ended_is_not_used_again() {
        let begun = Generations::default().begun(9, 5);
        let ended = begun.without(9);
        assert_eq!(ended.next(9), 10);
        assert!(!ended.matter());
        // Its rows may have been read.
        assert!(!Generations::default().are_still_whole(&ended));
        assert!(ended.are_still_whole(&ended));
        let second = begun.finished(9).begun(12, 5).begun(14, 5);
        assert_eq!(second.without(12).left().collect::<Vec<_>>(), [14]);
        assert_eq!(second.without(14).pending, None);
        assert_eq!(second.without(12).without(14).current, Some(9));
        assert!(!second.forgotten(14).without(12).matter());
    }

    #[test]
    fn what_was_begun_is_listed_until_a_later_one_is_finished() {
        let state = Generations::default()
            .finished(7)
            .begun(10, 5)
            .begun(12, 5)
            .begun(14, 5);
        assert_eq!(state.current, Some(7));
        assert_eq!(state.left().collect::<Vec<_>>(), [10, 12, 14]);
        assert_eq!(state.finished(14).left().count(), 0);
    }

    #[test]
    fn readers_of_a_first_recomputation_see_no_row_of_any_begun_one() {
        let state = Generations::default().begun(10, 5).begun(12, 5);
        assert_eq!(state.time_range(), Some(TimeRange { min: 0, max: 10 }));
    }

    #[test]
    fn old_rows_are_whole_until_they_are_released_or_another_generation_begins() {
        let none = Generations::default();
        let first = none.finished(7);
        let begun = first.begun(12, 5);
        let second = begun.finished(12);
        for reader in [&first, &begun] {
            assert!(reader.are_still_whole(&begun.begun(13, 5)));
            assert!(reader.are_still_whole(&second));
            assert!(!reader.are_still_whole(&second.clone().released()));
            assert!(!reader.are_still_whole(&second.begun(14, 5)));
            assert!(!reader.are_still_whole(&second.begun(14, 5).finished(14)));
            assert!(!reader.are_still_whole(&none));
        }
        // Before the first one is finished, readers see everything older than it, or everything.
        assert!(none.begun(7, 5).are_still_whole(&first));
        assert!(!none.begun(7, 5).are_still_whole(&first.clone().released()));
        assert!(!none.are_still_whole(&first));
        assert!(!none.are_still_whole(&none.begun(7, 5)));
        assert!(none.are_still_whole(&none));
    }

    #[test]
    fn the_patience_is_the_longest_of_all_that_may_write() {
        let none = Generations::default();
        let first = none.begun(10, 500);
        assert_eq!(first.patience_ms, 500);
        assert_eq!(first.begun(12, 90).patience_ms, 500);
        assert_eq!(first.begun(12, 900).patience_ms, 900);
        // Of those that have ended, nobody writes any more.
        assert_eq!(first.without(10).begun(12, 90).patience_ms, 90);
        assert_eq!(first.finished(10).patience_ms, 0);
    }

    #[test]
    fn the_last_number_that_ended_is_remembered() {
        let two = Generations::default().begun(10, 5).begun(12, 5);
        for ended in [two.without(12).without(10), two.without(10).without(12)] {
            assert_eq!(ended.ended, Some(12));
            assert_eq!(ended.left().count(), 0);
        }
        let kept = two.finished(12).begun(14, 5).finished(14);
        assert_eq!(kept.kept, Some(12));
        assert_eq!(kept.without(99).kept, Some(12));
        let current = kept.time_range();
        assert_eq!(current, Some(TimeRange { min: 14, max: 15 }));
        let forgotten = kept.forgotten(14);
        assert_eq!((forgotten.current, forgotten.kept), (None, None));
        assert_eq!(forgotten.next(3), 15);
    }
}
