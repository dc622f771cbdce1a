//! Reading, checking and updating lock files.

use hbase_model::lock::{Comparison, Difference, Fact, LockFile, TableFacts};

use super::{TABLE, facts, locked};

const KEY: &str = "key 01 id integer8-unsigned";
const CENTS: &str = "cell D1 CENTS u64 java required";
const WIDER: &str = "cell D1 CENTS u128 java required";
const NOTE: &str = "cell D1 NOTE text text optional";

#[test]
fn a_lock_is_read_as_it_was_written() {
    let lock = locked(&[KEY, NOTE, CENTS]);
    let text = lock.to_string();
    assert_eq!(text.parse::<LockFile>().as_ref(), Ok(&lock));
    assert_eq!(
        text.replace('\n', "\r\n").parse::<LockFile>().as_ref(),
        Ok(&lock)
    );
    let lines: Vec<_> = text.lines().skip(2).collect();
    assert!(lines.is_sorted() && lines.len() == 3, "{text}");
    let fingerprint = |lock: &LockFile| lock.tables().map(|(_, table)| table.fingerprint()).next();
    assert_eq!(
        fingerprint(&lock),
        fingerprint(&locked(&[NOTE, CENTS, KEY]))
    );
    assert_ne!(fingerprint(&lock), fingerprint(&locked(&[KEY, NOTE])));
}

#[test]
fn structs_of_one_table_have_its_facts_once() {
    let both = [facts(&[KEY, CENTS]), facts(&[KEY, NOTE])];
    assert_eq!(TableFacts::united(&both), [facts(&[KEY, CENTS, NOTE])]);
}

#[test]
fn errors_name_the_line() {
    let text = locked(&[KEY, CENTS]).to_string();
    let fails = |text: &str, expected: &str| {
        let error = text.parse::<LockFile>().expect_err(expected).to_string();
        assert!(error.contains(expected), "{error}");
    };
    fails(
        &text.replace("u64", "u32"),
        "hbase.lock, line 3: found the hash",
    );
    fails(
        &format!("{text}<<<<<<< HEAD\n"),
        "line 5: found the mark of a merge conflict",
    );
    fails(
        &format!("{text}nonsense\n"),
        "line 5: found \"nonsense\", expected a table",
    );
    fails(
        &format!("{text}{TABLE} cell D1\n"),
        "line 5: found \"SHOP:ORDER_BOOK cell D1\"",
    );
    fails(
        &format!("{text}{TABLE} except 0123456789abcdef\n"),
        "line 5: found an exception without a reason",
    );
    fails(
        &format!("\u{feff}{text}"),
        "line 1: found a byte order mark",
    );
    let other = locked(&[KEY, WIDER]).to_string();
    fails(
        &format!("{text}{other}"),
        "line 7: found a second line about `SHOP:ORDER_BOOK cell D1 CENTS`, the first is line 3",
    );
}

#[test]
fn a_change_of_bytes_needs_an_exception_with_a_reason() {
    let lock = locked(&[KEY, CENTS]);
    let changes = lock
        .updated(&[facts(&[KEY, WIDER])])
        .expect_err("other bytes");
    assert_eq!(changes.len(), 1);
    let (_, rest) = changes[0]
        .split_once("add the line `")
        .expect("an exception");
    let (line, _) = rest.split_once('`').expect("its end");
    let excepted = format!(
        "{lock}{}\n",
        line.replace("REASON", "no row had a cell yet")
    );
    let excepted: LockFile = excepted.parse().expect("an exception");
    let updated = excepted
        .updated(&[facts(&[KEY, WIDER])])
        .expect("an exception");
    let (_, table) = updated.tables().next().expect("a table");
    assert_eq!(table.layout(), 2);
    let text = updated.to_string();
    assert!(
        text.contains("SHOP:ORDER_BOOK was cell D1 CENTS u64 java required "),
        "{text}"
    );
    assert!(
        text.contains(" no row had a cell yet\n") && text.contains("SHOP:ORDER_BOOK layout 2\n"),
        "{text}"
    );
    assert_eq!(text.parse::<LockFile>(), Ok(updated.clone()));
    // The exception is of that change alone.
    assert!(updated.updated(&[facts(&[KEY, CENTS])]).is_err());
}

#[test]
fn the_name_of_a_removed_column_is_not_used_again_for_other_bytes() {
    let removed = locked(&[KEY, NOTE])
        .updated(&[facts(&[KEY])])
        .expect("free");
    let text = removed.to_string();
    assert!(
        text.contains("SHOP:ORDER_BOOK removed cell D1 NOTE text text optional "),
        "{text}"
    );
    let reused = facts(&[KEY, "cell D1 NOTE u64 java optional"]);
    let lines = removed.lines_of(TABLE);
    let worst = Comparison::new(&lines, &reused.lines, TABLE)
        .worst()
        .expect("a change");
    assert_eq!(
        (worst.fact, worst.was(), worst.is()),
        (Fact::FormerCell, "text text optional", "u64 java optional")
    );
    assert!(removed.updated(&[reused]).is_err());
    // The same column again is free, and no longer an earlier one.
    let again = removed.updated(&[facts(&[KEY, NOTE])]).expect("free");
    assert_eq!(again, locked(&[KEY, NOTE]));
}

#[test]
fn a_table_that_is_not_declared_needs_an_exception() {
    let lock = locked(&[KEY]);
    let changes = lock.updated(&[]).expect_err("a table is gone");
    assert!(
        changes[0]
            .starts_with("the table SHOP:ORDER_BOOK is in hbase.lock, and no longer declared"),
        "{changes:?}"
    );
}

#[test]
fn columns_that_sources_do_not_show_are_as_locked() {
    let locked_facts = facts(&[
        KEY,
        "cell D1 STATE u8 java required coded",
        "code D1 STATE 1 Open",
    ]);
    let sources = facts(&[
        KEY,
        "cell D1 STATE unknown own unknown",
        "cell D1 NEW unknown own unknown",
    ]);
    let (known, unknown) = sources.known_from(&locked_facts.lines);
    assert_eq!(unknown, ["D1:STATE"]);
    let changes = Comparison::new(&locked_facts.lines, &known.lines, TABLE).differences();
    assert_eq!(changes.len(), 1);
    assert_eq!(changes[0].about(), "cell D1 NEW");
}

#[test]
fn what_depends_on_the_build_is_as_locked_if_one_build_has_it() {
    const ARCHIVE: &str = "cell D1 ARCHIVE text text optional";
    const CENTS: [&str; 3] = [
        "cell D1 CENTS u64 java required",
        "cell D1 CENTS u32 java required",
        "cell D1 CENTS u16 java required",
    ];
    let all = facts(&[KEY, NOTE, ARCHIVE, CENTS[0]]);
    let none = facts(&[KEY, NOTE, CENTS[1]]);
    let compared = |locked: &[&str]| {
        let locked = facts(locked).lines;
        let (now, unknown) = all.of_some_build(&none, &locked);
        let found = Comparison::new(&locked, &now.lines, TABLE).differences();
        (
            found.iter().map(Difference::about).collect::<Vec<_>>(),
            unknown,
        )
    };
    let both = ["cell D1 ARCHIVE", "cell D1 CENTS"].map(str::to_owned);
    for locked in [
        &[KEY, NOTE, ARCHIVE, CENTS[0]][..],
        &[KEY, NOTE, CENTS[1]],
        &[KEY, NOTE, CENTS[0]],
    ] {
        assert_eq!(compared(locked), (vec![], both.to_vec()), "{locked:?}");
    }
    // Neither build has this type.
    let found = compared(&[KEY, NOTE, CENTS[2]]);
    assert_eq!(found, (vec![both[1].clone()], vec![both[0].clone()]));
    // What both builds have is compared.
    let found = compared(&[KEY, CENTS[1]]);
    assert_eq!(found.0, ["cell D1 NOTE"]);
}
