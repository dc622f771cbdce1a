//! Creating, filling, dropping and creating once more, while others write and query.

use hbase_index::protocol::IndexState;

use crate::case::{Case, Job};
use crate::small::prove;
use crate::store::Store;
use crate::teeth::expect_only;
use crate::world::Violation;

const MISSED: Violation = Violation::Missed { reader: 0 };

/// An index that is built while a writer writes.
pub(crate) fn building(store: Store) -> Case {
    let mut case = Case::new().store(store).state(IndexState::NONE);
    case.store.has_index = false;
    case.jobs(&[Job::Build]).needs_entries()
}

/// An index that is dropped and recreated.
fn rebuilding() -> Case {
    let case = Case::new().jobs(&[Job::Remove, Job::Build]);
    case.value_reader(2).needs_entries()
}

#[test]
fn a_backfill_beside_a_writer() {
    let case = building(Store::unstamped(2, 3)).writer(2, &[0, 1, 2], 1);
    prove("building beside a writer", &case.range_reader(1));
}

/// The last request of a write is lost, and arrives at any time until the wait has passed.
#[test]
fn lost_requests_beside_a_backfill() {
    for store in [Store::empty(), Store::unstamped(2, 3)] {
        let case = building(store).writer(2, &[0, 1, 2], 1).losing();
        prove("lost requests beside a build", &case);
    }
    let case = rebuilding().writer(2, &[0, 1, 2], 1).losing();
    prove("lost requests beside a rebuild", &case);
}

#[test]
fn a_new_index_beside_a_writer() {
    let case = rebuilding().writer(1, &[0, 1, 2], 1);
    prove("rebuilding beside a writer", &case);
}

#[test]
fn trace_8_a_writer_that_knew_no_index() {
    let case = building(Store::empty()).writer(1, &[1], 1);
    let case = case.rules(|rules| rules.wait_for_writers = false);
    expect_only("trace 8, backfill", case, Violation::NotIndexed);
}

#[test]
fn trace_8_a_query_across_a_new_index() {
    let case = rebuilding().rules(|rules| rules.compare_generations = false);
    expect_only("trace 8, query", case, MISSED);
}

#[test]
fn queries_read_the_state_after_their_last_get() {
    let case = rebuilding().rules(|rules| rules.confirm_state = false);
    expect_only("a state read once", case, MISSED);
}
