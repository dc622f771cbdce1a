//! Entries that are put while the row is read, in any order: the same proof holds.

use crate::case::Case;
use crate::small::prove;
use crate::store::Store;
use crate::teeth::{expect, expect_only};
use crate::world::Violation;

const ANY: [u8; 3] = [0, 1, 2];

#[test]
fn two_writers_and_a_range() {
    let case = Case::new().ahead().writer(1, &ANY, 1).writer(1, &ANY, 3);
    let case = case.sweeps(1).range_reader(1).needs_entries().compaction();
    prove("two writers of one update, ahead", &case);
}

#[test]
fn a_writer_of_two_updates() {
    let case = Case::new().ahead().writer(2, &ANY, 2).losing();
    let case = case.sweeps(1).range_reader(1).needs_entries();
    prove("two updates, ahead", &case);
}

/// A clock that is not ahead of the row's stamp: a sweep may delete entries that are put at its time.
#[test]
fn entries_below_the_old_stamp_are_put_once_more() {
    let case = Case::new().ahead().writer(1, &[1], 1).sweeps(1);
    let case = case.rules(|rules| rules.put_once_more = false);
    let case = case.needs_entries();
    expect_only(
        "entries that are not put once more",
        case,
        Violation::NotIndexed,
    );
}

/// The rules that the order of the first two requests could touch.
#[test]
fn other_rules_have_teeth() {
    let writers = || Case::new().ahead().writer(1, &ANY, 1).writer(1, &ANY, 3);
    let case = writers().needs_entries();
    let unconditional = case.rules(|rules| rules.check_stamp = false);
    let hidden = Violation::Hidden { writer: 0 };
    expect("unconditional writes, ahead", &unconditional, hidden);
    let case = writers().needs_entries().sweeps(1);
    let unfenced = case.rules(|rules| rules.fence = false);
    expect(
        "sweeps without a fence, ahead",
        &unfenced,
        Violation::NotIndexed,
    );
    let case = Case::new().ahead().writer(1, &[1], 2).range_reader(1);
    let at_once = case.rules(|rules| rules.wait_before_delete = false);
    let missed = Violation::Missed { reader: 0 };
    expect("old entries deleted at once, ahead", &at_once, missed);
}

#[test]
#[ignore = "minutes: `CI_FULL=1 .ci/long-checks` runs it"]
fn full_three_updates_ahead() {
    let case = Case::new().ahead().writer(2, &ANY, 1).writer(1, &ANY, 3);
    let case = case.sweeps(1).range_reader(1).needs_entries();
    prove("three updates of two writers, ahead", &case);
}

#[test]
#[ignore = "minutes: `CI_FULL=1 .ci/long-checks` runs it"]
fn full_expiry_ahead() {
    let case = Case::new().ahead().expiries(3).sweeps(1).needs_entries();
    let case = case.writer(1, &ANY, 1).writer(1, &ANY, 3);
    prove("expiry, ahead", &case.range_reader(1));
}

#[test]
#[ignore = "minutes: `CI_FULL=1 .ci/long-checks` runs it"]
fn full_rows_without_stamps_ahead() {
    let case = Case::new().ahead().store(Store::empty()).sweeps(1);
    let case = case.writer(1, &ANY, 1).losing().writer(1, &ANY, 3);
    let case = case.range_reader(1).needs_entries();
    prove("no stamp, ahead", &case);
}

#[test]
#[ignore = "minutes: `CI_FULL=1 .ci/long-checks` runs it"]
fn full_building_ahead() {
    let case = crate::generations::building(Store::unstamped(2, 3)).ahead();
    let case = case.writer(1, &ANY, 1).writer(1, &ANY, 3);
    prove("building, ahead", &case.range_reader(1));
}
