//! Stamps of rows that are gone: they are removed once they are old.

use crate::case::{Case, Removals};
use crate::small::prove;
use crate::store::Store;
use crate::teeth::{expect, expect_only};
use crate::world::Violation;

/// The longest time from the start of a write to its last effect.
const WRITE_LIMIT: u8 = 1;

/// The largest difference of two clocks: the remover's is ahead of the first writer's.
const DIFFERENCE: i64 = 1;

/// The age from which on stamps are removed: it exceeds the limit and twice the difference.
const AGE: i64 = WRITE_LIMIT as i64 + 2 * DIFFERENCE + 1;

/// The largest age at which the search finds a violation.
const TOO_YOUNG: i64 = WRITE_LIMIT as i64 + DIFFERENCE - 1;

/// A row without a stamp or with one, a slow writer, and a sweep.
fn case(store: Store, min_age: i64) -> Case {
    let case = Case::new().store(store).writer(1, &[1], 1);
    let removals = Removals {
        count: 1,
        clock: 1 + DIFFERENCE,
        min_age,
        ticks: u8::try_from(min_age).unwrap() + 3,
        write_limit: WRITE_LIMIT,
    };
    case.removals(removals).sweeps(1).needs_entries()
}

#[test]
fn stamps_of_gone_rows_are_removed() {
    let case = case(Store::deleted(2), AGE).compaction();
    prove("a stamp removed, ahead", &case.clone().ahead());
    prove("a stamp removed, a new row", &case.clone().expecting_new());
    let two = case.clone().writer(1, &[2], 1 + DIFFERENCE);
    prove("a stamp removed", &case.range_reader(1));
    prove("a stamp removed beside two writers", &two);
}

/// A writer has read a row without a stamp, and put its entry. A sweep fences the row and deletes the entry.
#[test]
fn removed_stamps_are_old() {
    let young = case(Store::empty(), TOO_YOUNG);
    expect("a young stamp", &young, Violation::NotIndexed);
    let case = case(Store::empty(), AGE);
    let any = case.rules(|rules| rules.remove_old_stamps = false);
    expect_only("a stamp of any age", any, Violation::NotIndexed);
}

/// A slow clock writes below the markers of the deletion.
#[test]
fn removed_stamps_are_older_than_the_difference_of_clocks() {
    let case = case(Store::deleted(3), AGE);
    let any = case.rules(|rules| rules.remove_old_stamps = false);
    expect_only("a stamp of any age", any, Violation::Hidden { writer: 0 });
}

/// A writer assumes that the row is new.
#[test]
fn stamps_of_rows_with_cells_stay() {
    let mut case = case(Store::written(2), 0).expecting_new();
    case.writers[0].clock = 0;
    let case = case.rules(|rules| {
        rules.remove_stamps_of_gone_rows = false;
    });
    expect_only("a row's stamp", case, Violation::Hidden { writer: 0 });
}

/// A machine that sleeps within its request: its row may be accepted below the markers of the deletion, or lack
/// its entry, until it is renewed.
#[test]
fn stamps_are_removed_beside_a_writer_that_sleeps() {
    for store in [Store::empty(), Store::deleted(2)] {
        let case = case(store, AGE).sleeping();
        prove("a stamp removed beside a late writer", &case);
    }
}

/// The row is deleted meanwhile, and written once more.
#[test]
#[ignore = "minutes: `CI_FULL=1 .ci/long-checks` runs it"]
fn full_stamps_of_rows_that_are_deleted() {
    let deleting = case(Store::empty(), AGE).writer(2, &[2, 0], 1 + DIFFERENCE);
    prove("a stamp removed after a deletion", &deleting);
    let case = case(Store::deleted(2), AGE).writer(1, &[0, 1, 2], 1 + DIFFERENCE);
    prove(
        "a stamp removed beside compactions",
        &case.compaction().range_reader(1),
    );
}
