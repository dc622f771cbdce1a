//! The table with the rows is created and dropped beside its writers. The index of a new table is readable at once.

use hbase_index::protocol::IndexState;

use crate::case::{Case, Job};
use crate::small::prove;
use crate::store::{Setup, Store};
use crate::teeth::expect_only;
use crate::world::Violation;

/// No table and no index.
fn nothing() -> Case {
    let mut case = Case::new().store(Store::empty()).state(IndexState::NONE);
    (case.store.has_rows, case.store.has_index) = (false, false);
    case.needs_entries()
}

/// A table without an index.
fn plain_table() -> Case {
    let mut case = nothing();
    case.store.has_rows = true;
    case
}

/// A query of both values.
fn read(case: Case) -> Case {
    case.range_reader(1)
}

#[test]
fn a_new_table_beside_a_writer() {
    let case = nothing().jobs(&[Job::Create]).writer(2, &[0, 1, 2], 1);
    prove("a new table", &read(case));
}

#[test]
fn an_existing_table_beside_a_writer() {
    let mut case = plain_table().jobs(&[Job::Create]).writer(1, &[0, 1], 1);
    case.store = Store {
        has_index: false,
        ..Store::unstamped(2, 3)
    };
    prove("an existing table", &read(case));
}

fn weak(case: Case, change: impl FnOnce(&mut Setup)) -> Case {
    case.setup(change)
}

/// A writer sees the new table, and reads the states before the index is listed.
#[test]
fn indexes_are_listed_before_the_table_is_created() {
    let case = nothing().jobs(&[Job::Create]).writer(1, &[1], 1);
    let case = weak(case, |setup| setup.lists_before_rows = false);
    expect_only("a table before its index", case, Violation::NotIndexed);
}

/// Another process has created the table before the index was listed.
#[test]
fn a_table_that_exists_is_not_ones_own() {
    let case = plain_table().jobs(&[Job::Create]).writer(1, &[1], 1);
    let case = weak(case, |setup| setup.proves_creation = false);
    expect_only("a table of others", case, Violation::NotIndexed);
}

/// The writer reads the states while there is neither table nor index.
#[test]
fn writers_see_the_table_before_they_read_the_states() {
    let case = nothing().jobs(&[Job::Create]).writer(1, &[1], 1);
    let case = weak(case, |setup| setup.sees_table_first = false);
    expect_only("states read before the table", case, Violation::NotIndexed);
}

/// A writer of a table that is dropped and recreated.
fn recreated() -> Case {
    let case = plain_table().jobs(&[Job::DropRows]);
    case.other_jobs(&[Job::Create]).writer(1, &[1], 1)
}

#[test]
fn drops_are_recorded() {
    let case = weak(recreated(), |setup| setup.records_drops = false);
    expect_only("a drop that is not recorded", case, Violation::NotIndexed);
}

#[test]
fn drops_raise_the_generation() {
    let case = weak(recreated(), |setup| setup.drops_indexes_first = false);
    expect_only("a drop beside a build", case, Violation::NotIndexed);
}

#[test]
fn the_state_is_only_changed_if_no_drop_came_between() {
    let case = weak(recreated(), |setup| setup.compares_generation = false);
    expect_only("a state changed blindly", case, Violation::NotIndexed);
}

#[test]
fn two_creations_beside_two_writers() {
    let case = nothing().jobs(&[Job::Create]).other_jobs(&[Job::Create]);
    let case = case.writer(1, &[1], 1).writer(1, &[0, 2], 3);
    prove("two creations", &case.value_reader(1));
}

#[test]
fn a_table_that_is_dropped_and_recreated() {
    let case = nothing().jobs(&[Job::Create, Job::DropRows]);
    let case = case.other_jobs(&[Job::Create]).writer(1, &[1], 1);
    prove("a table that is recreated", &case);
}

/// A table that one process creates and drops, and another one creates, beside writers whose clocks differ.
#[test]
#[ignore = "minutes: `CI_FULL=1 .ci/long-checks` runs it"]
fn full_a_table_that_is_dropped_and_recreated() {
    let case = nothing().jobs(&[Job::Create, Job::DropRows]);
    let case = case.other_jobs(&[Job::Create]);
    let case = case.writer(1, &[0, 1], 1).writer(1, &[1], 3);
    prove("a table that is recreated beside two writers", &case);
}

#[test]
#[ignore = "minutes: `CI_FULL=1 .ci/long-checks` runs it"]
fn full_two_drops_and_two_creations() {
    let case = nothing().jobs(&[Job::Create, Job::DropRows]);
    let case = case.other_jobs(&[Job::DropRows, Job::Create]);
    prove("two drops and two creations", &case.writer(2, &[0, 1], 1));
}
