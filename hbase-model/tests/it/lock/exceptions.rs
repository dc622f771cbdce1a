//! An exception allows one change, once.

use std::collections::BTreeMap;

use hbase_model::lock::{Comparison, LockFile};

use super::cases::cases;
use super::{TABLE, facts, locked};

const KEY: &str = "key 01 id integer8-unsigned";
const U64: &str = "cell D1 CENTS u64 java required";
const U32: &str = "cell D1 CENTS u32 java required";
const U16: &str = "cell D1 CENTS u16 java required";
const TEXT: &str = "cell D1 CENTS text text required";

/// The exceptions that the messages about these changes name, with a reason.
fn exceptions(lock: &LockFile, now: &[&str]) -> Vec<String> {
    let messages = lock.updated(&[facts(now)]).expect_err("changes");
    let lines = messages.iter().map(|message| {
        let (_, rest) = message.split_once("add the line `").expect("an exception");
        let (line, _) = rest.split_once('`').expect("its end");
        format!("{}\n", line.replace("REASON", "no row had one"))
    });
    lines.collect()
}

fn with(lock: &LockFile, lines: &[String]) -> LockFile {
    let text = format!("{lock}{}", lines.concat());
    text.parse().expect("a lock")
}

/// The lock after a change that its exceptions allow.
fn changed(lock: &LockFile, now: &[&str]) -> LockFile {
    let lock = with(lock, &exceptions(lock, now));
    lock.updated(&[facts(now)]).expect("an exception")
}

#[test]
fn an_exception_is_of_the_fact_that_was_and_of_the_one_that_is() {
    let lock = locked(&[KEY, U64]);
    let narrower = exceptions(&lock, &[KEY, U32]);
    for other in [
        &[KEY, U16][..],
        &[KEY, TEXT],
        &[KEY, U32, "cell D1 NEW u64 java required"],
    ] {
        let found = with(&lock, &narrower).updated(&[facts(other)]);
        let found = found.expect_err("another change").join("\n");
        assert!(found.contains(" except "), "{found}");
    }
    assert!(
        with(&lock, &narrower)
            .updated(&[facts(&[KEY, U32])])
            .is_ok()
    );
}

#[test]
fn an_exception_that_is_recorded_allows_nothing_more() {
    let lock = changed(&locked(&[KEY, U64]), &[KEY, U32]);
    assert!(lock.to_string().contains(" excepted "), "{lock}");
    let lock = changed(&lock, &[KEY, U64]);
    // The first change once more, and another one.
    for now in [U32, TEXT] {
        assert!(lock.updated(&[facts(&[KEY, now])]).is_err(), "{now}");
    }
    // A new required column, which then changes.
    let lock = changed(&locked(&[KEY]), &[KEY, U32]);
    assert!(lock.updated(&[facts(&[KEY, U64])]).is_err());
    let again = lock.updated(&[facts(&[KEY, U32])]).expect("as it was");
    assert_eq!(again, lock);
    assert_eq!(again.to_string().parse::<LockFile>(), Ok(lock));
}

#[test]
fn an_exception_for_a_column_is_none_for_its_table() {
    let lock = locked(&[U64]);
    let for_column = with(&lock, &exceptions(&lock, &[U32]));
    let found = for_column.updated(&[]).expect_err("a table is gone");
    assert!(found[0].contains("no longer declared"), "{found:?}");
    let (_, rest) = found[0].split_once("add the line `").expect("an exception");
    let line = rest.split_once('`').expect("its end").0;
    let excepted = with(&lock, &[format!("{}\n", line.replace("REASON", "dropped"))]);
    let updated = excepted.updated(&[]).expect("an exception");
    assert_eq!(updated.tables().count(), 0);
    // That table had other facts.
    let other = with(&locked(&[U64, KEY]), &[line.replace("REASON", "dropped")]);
    assert!(other.updated(&[]).is_err());
}

#[test]
fn an_exception_about_no_change_is_reported() {
    let lock = locked(&[KEY, U64]);
    let useless = format!("{TABLE} except 0123456789abcdef no row had one\n");
    let found = with(&lock, &[useless]).updated(&[facts(&[KEY, U64])]);
    let found = found.expect_err("a useless exception").join("\n");
    assert!(
        found.contains("except 0123456789abcdef no row had one` is about no change"),
        "{found}"
    );
    let other = "S:OTHER except 0123456789abcdef no row had one\n".to_owned();
    let found = with(&lock, &[other]).updated(&[facts(&[KEY, U64])]);
    assert!(found.is_err(), "a table that the lock does not have");
}

#[test]
fn an_exception_has_a_hash_and_a_reason() {
    for (exception, expected) in [
        ("except 0123456789abcdef", "an exception without a reason"),
        (
            "except 0123456789abcdef REASON",
            "an exception without a reason",
        ),
        (
            "except 0123456789ABCDEF a reason",
            "found \"0123456789ABCDEF\"",
        ),
        ("except 0123 a reason", "found \"0123\""),
        (
            "except\t0123456789abcdef a reason",
            "found \"SHOP:ORDER_BOOK except\\t0123",
        ),
        ("except", "expected the hash of a change"),
        ("excepted 0123 a reason", "found \"0123\""),
    ] {
        let error = format!("{TABLE} {exception}\n").parse::<LockFile>();
        let error = error.expect_err(exception).to_string();
        assert!(error.contains(expected), "{error}");
    }
}

/// Of all cases, two changes of the same facts have two exceptions.
#[test]
fn different_changes_have_different_exceptions() {
    let mut changes: BTreeMap<String, String> = BTreeMap::new();
    let mut count = 0;
    for (before, now, _) in cases() {
        let (lock, facts) = (facts(before), facts(now));
        let comparison = Comparison::new(&lock.lines, &facts.lines, TABLE);
        for found in comparison.differences() {
            if !found.class.needs_exception() {
                continue;
            }
            count += 1;
            let about = format!("{} {} {}", found.about(), found.was(), found.is());
            let known = changes
                .entry(found.hash().to_owned())
                .or_insert(about.clone());
            assert_eq!(*known, about, "{before:?} to {now:?}");
        }
    }
    assert!(count > 20, "{count}");
}

#[test]
fn changes_without_a_hash_use_no_exception() {
    let lock = locked(&[KEY]);
    let optional = "cell D1 NOTE text text optional";
    let zeros = with(&lock, &[format!("{TABLE} except {:016} for the note\n", 0)]);
    let found = zeros
        .updated(&[facts(&[KEY, optional])])
        .expect_err("useless");
    assert!(found[0].contains("is about no change"), "{found:?}");
    // The hash of a change counts in its place alone.
    let narrower = exceptions(&locked(&[KEY, U64]), &[KEY, U32]).concat();
    let hash = narrower.split(' ').nth(2).expect("a hash");
    let both = format!("{narrower}{TABLE} except {:016x} not {hash}\n", 7);
    let lock = with(&locked(&[KEY, U64]), &[both]);
    let found = lock.updated(&[facts(&[KEY, U32])]).expect_err("useless");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains(" except 0000000000000007 "), "{found:?}");
}
