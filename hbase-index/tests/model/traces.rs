//! Known paths to a fault. The search finds each if the rule that prevents it is weakened.

use hbase_index::protocol::WaitStart;

use crate::case::Case;
use crate::store::Store;
use crate::teeth::expect_only;
use crate::world::Violation;

const MISSED: Violation = Violation::Missed { reader: 0 };

/// A query has passed the new value, and the old entry is deleted before the query reaches it.
#[test]
fn trace_1_old_entries_deleted_at_once() {
    let case = Case::new().writer(1, &[1], 1).range_reader(1);
    let case = case.rules(|rules| rules.wait_before_delete = false);
    expect_only("trace 1", case, MISSED);
}

#[test]
fn trace_2_the_wait_starts_before_the_acknowledgement() {
    let case = Case::new().writer(1, &[1], 1).range_reader(1);
    let case = case.rules(|rules| rules.wait_from = WaitStart::Read);
    expect_only("trace 2", case, MISSED);
}

#[test]
fn trace_3_a_fence_with_a_stamp_read_later() {
    let case = Case::new().writer(1, &[1], 1).sweeps(1).needs_entries();
    let case = case.rules(|rules| rules.one_get = false);
    expect_only("trace 3", case, Violation::NotIndexed);
}

#[test]
fn trace_4_a_stamp_deleted_with_its_row() {
    let case = Case::new().writer(1, &[1], 1).writer(1, &[0], 3);
    let case = case.setup(|setup| setup.stamp_outlives_deletion = false);
    expect_only("trace 4", case, Violation::Hidden { writer: 0 });
}

#[test]
fn trace_4_a_stamp_expired_with_its_row() {
    let case = Case::new()
        .writer(1, &[1], 1)
        .writer(1, &[2], 3)
        .expiries(3);
    let case = case.setup(|setup| setup.stamp_outlives_expiry = false);
    expect_only("trace 4, expiry", case, Violation::Hidden { writer: 0 });
}

#[test]
fn trace_5_a_check_by_time_range() {
    let case = Case::new().writer(1, &[1], 1).writer(1, &[2], 3);
    let case = case.rules(|rules| rules.compare_values = false);
    let case = case.setup(|setup| setup.keeps_old_stamps = true);
    expect_only("trace 5", case, Violation::Hidden { writer: 0 });
}

#[test]
fn trace_6_a_stamp_that_two_writers_take() {
    let case = Case::new().writer(1, &[1], 1).losing().writer(1, &[2], 1);
    let case = case.rules(|rules| rules.unique_ids = false);
    expect_only("trace 6", case, Violation::FalseSuccess { writer: 0 });
}

#[test]
fn trace_7_a_row_that_never_had_a_stamp() {
    let case = Case::new().store(Store::unstamped(2, 3)).writer(1, &[1], 1);
    let case = case.rules(|rules| rules.newest_without_stamp = false);
    expect_only("trace 7", case, Violation::Hidden { writer: 0 });
}

/// A row with a stamp that another program has overwritten, at a later time.
#[test]
fn trace_7_a_cell_that_is_newer_than_the_stamp() {
    for case in [Case::new(), Case::new().ahead()] {
        let case = case.store(Store::overwritten(2, 3));
        let case = case.writer(2, &[0, 1, 2], 1).sweeps(1).needs_entries();
        let case = case.rules(|rules| rules.stamp_above_newest = false);
        let hidden = Violation::Hidden { writer: 0 };
        expect_only("trace 7, a newer cell", case, hidden);
    }
}

/// The row moves to a value that the query has passed, and its old entry expires at once.
#[test]
fn trace_9_an_old_entry_that_expires_during_a_query() {
    let case = Case::new().writer(1, &[1], 1).range_reader(1).expiries(1);
    let case = case.setup(|setup| setup.entries_outlive_queries = false);
    expect_only("trace 9", case, MISSED);
}
