//! Queries by an index that is not readable yet, of a table without rows: they read the table itself.

use hbase_index::protocol::IndexState;

use crate::case::{Case, Job};
use crate::small::prove;
use crate::store::Store;
use crate::teeth::expect_only;
use crate::world::Violation;

/// A table without rows and without an index, which is created.
fn created() -> Case {
    let mut case = Case::new().store(Store::empty()).state(IndexState::NONE);
    case.store.has_index = false;
    case.reading_rows().needs_entries().jobs(&[Job::Create])
}

#[test]
fn a_query_before_the_index_is_readable() {
    let case = created().writer(2, &[0, 1, 2], 1);
    prove("a range before an index", &case.clone().range_reader(1));
    prove("a value before an index", &case.value_reader(1));
}

/// Their clocks differ; one of them may know no index.
#[test]
fn a_query_beside_two_writers() {
    let case = created().writer(1, &[1], 1).writer(1, &[0, 2], 3);
    prove("two writers before an index", &case.range_reader(1));
}

/// A later call continues the build; the first one may do so too.
#[test]
fn two_builds_beside_a_query() {
    let case = created().other_jobs(&[Job::Build]).writer(1, &[0, 1], 1);
    prove("two builds before an index", &case.range_reader(1));
}

#[test]
fn a_removal_beside_a_query() {
    let case = created().other_jobs(&[Job::Remove]).writer(1, &[1], 1);
    prove("a removal before an index", &case.range_reader(1));
}

/// A writer that has read "no index" puts no entry.
#[test]
fn entries_are_not_read_before_the_index_is_readable() {
    let case = created().writer(1, &[1], 1).range_reader(1);
    let case = case.rules(|rules| rules.read_rows_before_entries = false);
    let missed = Violation::Missed { reader: 0 };
    expect_only("entries of an unfinished index", case, missed);
}
