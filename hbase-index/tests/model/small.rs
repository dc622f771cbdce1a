//! Small cases, with all rules: no violation.

use crate::case::Case;
use crate::search::{print, search_all};

/// Searches all states of a case, and fails with the trace if one violates an invariant.
pub(crate) fn prove(name: &str, case: &Case) {
    let searched = search_all(case);
    println!(
        "{name}: {} states in {:.1} s",
        searched.states,
        searched.took.as_secs_f64()
    );
    if let Some(found) = &searched.found {
        panic!("{name}: {:?}\n{}", found.violation, print(case, found));
    }
}

#[test]
fn two_writers_and_a_range() {
    let case = Case::new()
        .writer(1, &[0, 1, 2], 1)
        .writer(1, &[0, 1, 2], 3);
    let case = case.sweeps(1).range_reader(1).needs_entries().compaction();
    prove("two writers of one update", &case);
}
