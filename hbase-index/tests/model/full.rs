//! The full search: some minutes, in about 2 GiB.

use hbase_index::protocol::WaitStart;

use crate::case::{Case, Job};
use crate::generations::building;
use crate::small::prove;
use crate::store::Store;

const ANY: [u8; 3] = [0, 1, 2];

#[test]
#[ignore = "minutes: `CI_FULL=1 .ci/long-checks` runs it"]
fn full_two_writers_of_two_updates() {
    let case = Case::new().writer(2, &ANY, 1).writer(2, &ANY, 3);
    let case = case.sweeps(1).range_reader(1).needs_entries();
    prove("two writers of two updates", &case);
}

#[test]
#[ignore = "minutes: `CI_FULL=1 .ci/long-checks` runs it"]
fn full_compaction_and_lost_responses() {
    let case = Case::new().writer(2, &ANY, 3).losing().writer(1, &ANY, 1);
    let case = case.sweeps(1).compaction().needs_entries();
    prove("a query in pages of two", &case.clone().range_reader(2));
    prove("a query of one value", &case.value_reader(1));
}

#[test]
#[ignore = "minutes: `CI_FULL=1 .ci/long-checks` runs it"]
fn full_three_writers() {
    let case = Case::new().writer(1, &ANY, 1).losing();
    let case = case.writer(1, &ANY, 3).writer(1, &ANY, 1);
    let case = case.sweeps(1).range_reader(1).needs_entries();
    prove("three writers of one update", &case);
}

#[test]
#[ignore = "minutes: `CI_FULL=1 .ci/long-checks` runs it"]
fn full_two_sweeps() {
    let case = Case::new().writer(2, &ANY, 1).writer(1, &ANY, 3);
    let case = case.sweeps(2).range_reader(1).needs_entries();
    prove("two sweeps", &case.compaction());
}

#[test]
#[ignore = "minutes: `CI_FULL=1 .ci/long-checks` runs it"]
fn full_expiry() {
    let case = Case::new().sweeps(1).expiries(3).needs_entries();
    let two = case.clone().compaction().range_reader(1);
    let two = two.writer(1, &ANY, 1).writer(1, &ANY, 3);
    prove("expiry beside two writers", &two);
    let one = case.range_reader(1).writer(2, &ANY, 1);
    prove("expiry beside two updates", &one.writer(1, &[1], 3));
}

#[test]
#[ignore = "minutes: `CI_FULL=1 .ci/long-checks` runs it"]
fn full_rows_without_stamps() {
    let case = Case::new().store(Store::empty());
    let case = case.writer(2, &ANY, 1).writer(1, &ANY, 3).sweeps(1);
    prove("no row", &case.range_reader(1).needs_entries());
}

#[test]
#[ignore = "minutes: `CI_FULL=1 .ci/long-checks` runs it"]
fn full_building() {
    for store in [Store::empty(), Store::unstamped(2, 3)] {
        let case = building(store).writer(2, &ANY, 1).writer(1, &ANY, 3);
        prove("building", &case.range_reader(1));
    }
}

#[test]
#[ignore = "minutes: `CI_FULL=1 .ci/long-checks` runs it"]
fn full_rebuilding() {
    let case = Case::new().jobs(&[Job::Remove, Job::Build]).needs_entries();
    let case = case.writer(1, &ANY, 1).writer(1, &ANY, 3);
    prove("rebuilding", &case.range_reader(1));
}

/// The earliest start of a wait that suffices: queries that start later see the new entries.
#[test]
#[ignore = "minutes: `CI_FULL=1 .ci/long-checks` runs it"]
fn full_a_wait_from_the_entries() {
    let case = Case::new().writer(2, &ANY, 1).writer(1, &ANY, 3).sweeps(1);
    let case = case.range_reader(1).needs_entries();
    let case = case.rules(|rules| rules.wait_from = WaitStart::Entries);
    prove("a wait from the entries", &case);
}
