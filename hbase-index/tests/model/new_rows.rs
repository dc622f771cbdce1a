//! Rows that are assumed to be new, and not read: the condition of the write verifies it.

use crate::case::Case;
use crate::small::prove;
use crate::store::Store;
use crate::teeth::expect;
use crate::world::Violation;

const ANY: [u8; 3] = [0, 1, 2];

#[test]
fn two_writers_of_a_new_row() {
    let case = Case::new().store(Store::empty()).expecting_new();
    let case = case.writer(1, &ANY, 1).losing().writer(1, &ANY, 3);
    let case = case.sweeps(1).range_reader(1).needs_entries().compaction();
    prove("a new row", &case);
}

#[test]
fn wrong_guesses() {
    let case = Case::new().expecting_new();
    let case = case.writer(1, &ANY, 1).writer(1, &ANY, 3);
    let case = case.sweeps(1).range_reader(1).needs_entries();
    prove("a row that is not new", &case);
}

/// A wrong guess does not count as an attempt: the write has one left.
#[test]
fn a_wrong_guess_is_no_conflict() {
    let mut case = Case::new().expecting_new().writer(1, &[1], 1);
    case.retries = 0;
    case.expects_success = true;
    prove("a wrong guess of a write with one attempt", &case);
}

/// A row without a stamp has cells that hide the write: only rows that always had stamps may be assumed to be
/// new.
#[test]
fn guesses_need_rows_that_always_had_stamps() {
    let case = Case::new().store(Store::unstamped(2, 3));
    let case = case.writer(1, &[1], 1);
    let hidden = Violation::Hidden { writer: 0 };
    expect(
        "a guess without stamps",
        &case.clone().expecting_new(),
        hidden,
    );
    prove("a read without stamps", &case.ahead());
}

#[test]
#[ignore = "minutes: `CI_FULL=1 .ci/long-checks` runs it"]
fn full_three_updates_of_new_rows() {
    for (name, store) in [("new", Store::empty()), ("not new", Store::written(2))] {
        let case = Case::new().store(store).expecting_new();
        let case = case.writer(2, &ANY, 1).losing().writer(1, &ANY, 3);
        let case = case.sweeps(1).range_reader(1).needs_entries();
        prove(&format!("three updates of rows, {name}"), &case);
    }
}

#[test]
#[ignore = "minutes: `CI_FULL=1 .ci/long-checks` runs it"]
fn full_building_beside_new_rows() {
    let case = crate::generations::building(Store::empty()).expecting_new();
    let case = case.writer(1, &ANY, 1).writer(1, &ANY, 3);
    prove("building beside new rows", &case.range_reader(1));
}
