//! Several managers at once, and writers that do not know the index.

use hbase_index::protocol::IndexState;

use crate::case::{Case, Job};
use crate::generations::building;
use crate::small::prove;
use crate::store::Store;
use crate::teeth::expect_only;
use crate::world::Violation;

/// A writer of an older program, concurrent with a build.
#[test]
fn trace_8_a_writer_that_does_not_know_the_index() {
    let case = building(Store::empty()).writer(1, &[1], 1).unknowing();
    let case = case.rules(|rules| rules.list_indexes = false);
    expect_only("trace 8, an older program", case, Violation::NotIndexed);
}

#[test]
fn writers_that_know_the_index_beside_others() {
    let case = building(Store::unstamped(2, 3)).writer(1, &[1], 1);
    let case = case.writer(1, &[0, 2], 3).unknowing();
    prove("an older program beside a new one", &case.range_reader(1));
}

/// A build that continues concurrently with another one, and after it.
#[test]
fn two_builds_beside_a_writer() {
    let case = building(Store::unstamped(2, 3)).other_jobs(&[Job::Build]);
    prove("two builds", &case.writer(1, &[0, 1], 1));
}

/// Two removals of one index, which is rebuilt after one of them.
fn late_removal() -> Case {
    let case = Case::new().jobs(&[Job::Remove, Job::Build]);
    case.other_jobs(&[Job::Remove]).needs_entries()
}

#[test]
fn removals_confirm_the_state_before_they_drop_the_table() {
    let case = late_removal().rules(|rules| rules.confirm_drop = false);
    expect_only("an unconfirmed drop", case, Violation::NotIndexed);
}

/// A writer has put its entry into the table that is gone.
#[test]
fn builds_wait_once_more_after_a_table_that_was_dropped_late() {
    let case = late_removal().writer(1, &[1], 1);
    let case = case.rules(|rules| rules.compare_tables = false);
    expect_only("a table dropped late", case, Violation::NotIndexed);
}

/// The index is dropped during its build.
#[test]
fn a_removal_beside_a_build() {
    let case = Case::new()
        .state(IndexState::NONE)
        .store(Store::unstamped(2, 3));
    let case = case
        .jobs(&[Job::Build])
        .other_jobs(&[Job::Remove, Job::Build]);
    prove(
        "a removal beside a build",
        &case.needs_entries().writer(1, &[1], 1),
    );
}

/// Two removals and two builds: one of them drops the table late, and the slower build recreates it, while the other
/// build waits.
#[test]
fn two_removals_and_two_builds() {
    let case = Case::new().jobs(&[Job::Remove, Job::Build]);
    let case = case.other_jobs(&[Job::Remove, Job::Build]);
    let case = case.needs_entries().writer(1, &[1], 1);
    prove("two removals and two builds", &case);
}

#[test]
#[ignore = "minutes: `CI_FULL=1 .ci/long-checks` runs it"]
fn full_two_removals_and_two_builds() {
    let case = Case::new().jobs(&[Job::Remove, Job::Build]);
    let case = case.other_jobs(&[Job::Remove, Job::Build]);
    let case = case.writer(1, &[1], 1).writer(1, &[1], 3);
    prove(
        "two removals and two builds beside two writers",
        &case.needs_entries(),
    );
}
