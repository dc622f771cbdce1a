//! Machines that sleep within a write, longer than its states hold: the row is renewed.

use crate::case::Case;
use crate::domain::insert;
use crate::generations::building;
use crate::small::prove;
use crate::store::Store;
use crate::teeth::expect_only;
use crate::world::Violation;

/// A machine that sleeps after it has found its write to be in time, longer than the wait for writers.
#[test]
fn late_writes_are_repeated() {
    for (store, intents) in [
        (Store::empty(), &[1][..]),
        (Store::unstamped(2, 3), &[0, 1, 2]),
    ] {
        let case = building(store).sleeping().writer(1, intents, 1);
        let case = case.rules(|rules| rules.rewrite_late = false);
        expect_only("a late write", case, Violation::NotIndexed);
    }
}

/// It also loses the response.
#[test]
fn late_writes_without_a_response_are_repeated() {
    for store in [Store::empty(), Store::unstamped(2, 3)] {
        let case = building(store).sleeping().writer(1, &[1], 1).losing();
        let case = case.rules(|rules| rules.rewrite_unknown = false);
        expect_only("a late write, lost", case, Violation::NotIndexed);
    }
}

/// The row cannot be renewed at once, and the client writes it once more.
fn written_once_more(store: Store, intents: &[u8]) -> Case {
    let case = building(store).sleeping();
    case.writer(2, intents, 1).losing()
}

#[test]
fn writing_once_more_renews_the_entries() {
    for (store, intents) in [
        (Store::empty(), &[insert(1)][..]),
        (Store::empty(), &[1, 0]),
        (Store::unstamped(2, 3), &[1, insert(2)]),
    ] {
        let case = written_once_more(store, intents);
        let case = case.rules(|rules| rules.renew_unchanged = false);
        expect_only(
            "a row that is written once more",
            case,
            Violation::NotIndexed,
        );
    }
}

#[test]
fn writing_once_more_beside_a_put() {
    let case = written_once_more(Store::empty(), &[insert(1)]);
    prove("writing once more beside a put", &case.writer(1, &[2], 3));
}

#[test]
#[ignore = "minutes: `CI_FULL=1 .ci/long-checks` runs it"]
fn full_writing_once_more_beside_another_writer() {
    let case = written_once_more(Store::empty(), &[insert(1), 0]);
    let case = case.writer(1, &[0, 2], 3);
    prove("writing once more beside another writer", &case);
}
