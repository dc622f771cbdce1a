//! Each rule switched off: the search finds a violation.

use crate::case::Case;
use crate::search::{print, search_shortest};
use crate::store::{Setup, Store};
use crate::switches::Switches;
use crate::world::Violation;

/// Searches for a violation of a case with a weakened rule, and prints the shortest trace.
pub(crate) fn expect(name: &str, case: &Case, violation: Violation) {
    let searched = search_shortest(case);
    let Some(found) = &searched.found else {
        panic!("{name}: {} states and no violation", searched.states);
    };
    println!(
        "{name}: {:?} after {} states\n{}",
        found.violation,
        searched.states,
        print(case, found)
    );
    assert_eq!(found.violation, violation, "{name}");
}

/// With all rules, the same case has no violation, so the weakened rule is the cause.
pub(crate) fn expect_only(name: &str, case: Case, violation: Violation) {
    expect(name, &case, violation);
    let proper = Case {
        rules: Switches::ALL,
        setup: Setup::PROPER,
        ..case
    };
    crate::small::prove(name, &proper);
}

fn writers() -> Case {
    let case = Case::new().writer(1, &[0, 1, 2], 1);
    case.writer(1, &[0, 1, 2], 3).needs_entries()
}

#[test]
fn stamps_rise() {
    let case = writers().rules(|rules| rules.stamp_above_old = false);
    expect_only(
        "stamps that may fall",
        case,
        Violation::Hidden { writer: 0 },
    );
}

#[test]
fn writes_are_conditional() {
    let case = writers().rules(|rules| rules.check_stamp = false);
    expect_only(
        "unconditional writes",
        case,
        Violation::Hidden { writer: 0 },
    );
}

#[test]
fn entries_come_before_rows() {
    let case = writers().rules(|rules| rules.entries_first = false);
    expect_only("entries after rows", case, Violation::NotIndexed);
    let case = Case::new().writer(1, &[1], 1).value_reader(1);
    let case = case.rules(|rules| rules.entries_first = false);
    expect_only("entries after rows", case, Violation::Missed { reader: 0 });
}

#[test]
fn entries_are_deleted_up_to_the_old_stamp() {
    let case = Case::new().writer(2, &[0, 1, 2], 1).needs_entries();
    let case = case.rules(|rules| rules.delete_up_to_old = false);
    expect_only("entries deleted up to now", case, Violation::NotIndexed);
}

#[test]
fn losers_delete_nothing() {
    let case = writers().rules(|rules| rules.loser_deletes_nothing = false);
    expect_only("losers that delete", case, Violation::NotIndexed);
}

#[test]
fn queries_of_ranges_are_short() {
    let case = Case::new().writer(1, &[1], 1).range_reader(1);
    let case = case.rules(|rules| rules.bounded_queries = false);
    expect_only("long queries", case, Violation::Missed { reader: 0 });
}

#[test]
fn rows_are_returned_for_their_current_value() {
    let case = Case::new().writer(1, &[1], 1).range_reader(2);
    let case = case.rules(|rules| rules.return_by_row = false);
    let missed = Violation::Missed { reader: 0 };
    expect_only("rows that equal their entry", case, missed);
}

#[test]
fn rows_are_compared_with_the_condition() {
    let case = Case::new().writer(1, &[1], 1).value_reader(1);
    let case = case.rules(|rules| rules.check_condition = false);
    let other = Violation::NotMatching { reader: 0 };
    expect_only("rows without a check", case, other);
}

#[test]
fn rows_are_returned_once() {
    let case = Case::new().writer(1, &[1], 1).range_reader(1);
    let case = case.rules(|rules| rules.return_once = false);
    expect_only("rows by entry", case, Violation::Twice { reader: 0 });
}

#[test]
fn sweepers_fence() {
    let case = writers().sweeps(1).rules(|rules| rules.fence = false);
    expect_only("sweeps without a fence", case, Violation::NotIndexed);
}

#[test]
fn sweepers_wait() {
    let case = Case::new().writer(1, &[1], 1).range_reader(1).sweeps(1);
    let case = case.rules(|rules| rules.sweeper_waits = false);
    let missed = Violation::Missed { reader: 0 };
    expect_only("sweeps without a wait", case, missed);
}

#[test]
fn entries_outlive_rows() {
    let case = Case::new().expiries(1).needs_entries();
    let case = case.setup(|setup| setup.entries_outlive_rows = false);
    expect_only("entries that expire first", case, Violation::NotIndexed);
}

#[test]
fn writes_renew_entries() {
    let case = Case::new().writer(1, &[2], 1).expiries(1).needs_entries();
    let case = case.rules(|rules| rules.renew_entries = false);
    expect_only("entries that are not renewed", case, Violation::NotIndexed);
}

/// The earliest start of a wait that suffices: queries that start later see the new entries.
#[test]
fn a_wait_from_the_entries_suffices() {
    let weak = |case: Case| {
        case.rules(|rules| rules.wait_from = hbase_index::protocol::WaitStart::Entries)
    };
    let case = Case::new().writer(2, &[0, 1, 2], 1).range_reader(1);
    crate::small::prove("a wait from the entries", &weak(case));
    let case = Case::new()
        .store(Store::written(1))
        .writer(2, &[0, 1, 2], 1);
    crate::small::prove("a wait from the entries", &weak(case.range_reader(2)));
}
