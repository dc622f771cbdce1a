//! Names and codes of facts that were removed.

use hbase_model::lock::{Change, Class, Comparison, Fact, LockErrorKind, LockFile};

use super::{TABLE, facts, locked};

const KEY: &str = "key 01 id integer8-unsigned";
const KIND: &str = "key 01 kind integer1-unsigned";
const STATE: &str = "cell D1 STATE u8 java optional coded";
const OPEN: &str = "code D1 STATE 1 Open";
const CLOSED: &str = "code D1 STATE 2 Closed";

/// The lock after changes; each needs all exceptions that its messages name.
fn after(steps: &[&[&str]]) -> LockFile {
    let mut lock = LockFile::default();
    for step in steps {
        lock = lock.updated(&[facts(step)]).unwrap_or_else(|messages| {
            let lines = messages.iter().map(|message| {
                let (_, rest) = message.split_once("add the line `").expect("an exception");
                format!("{}\n", rest.split('`').next().expect("a line"))
            });
            let lines = lines
                .collect::<String>()
                .replace("REASON", "no row had one");
            let excepted: LockFile = format!("{lock}{lines}").parse().expect("a lock");
            excepted.updated(&[facts(step)]).expect("exceptions")
        });
    }
    lock
}

/// The worst change after these steps.
fn worst(steps: &[&[&str]], now: &[&str]) -> Option<(Fact, Change, Class)> {
    let (lock, now) = (after(steps).lines_of(TABLE), facts(now));
    let worst = Comparison::new(&lock, &now.lines, TABLE).worst();
    worst.map(|found| (found.fact, found.change, found.class))
}

const OTHER_CODE: Option<(Fact, Change, Class)> = Some((Fact::Code, Change::Changed, Class::Cell));

#[test]
fn a_removed_code_is_not_used_for_another_variant() {
    let steps: [&[&str]; 2] = [&[KEY, STATE, OPEN, CLOSED], &[KEY, STATE, OPEN]];
    let sold = "code D1 STATE 2 Sold";
    assert_eq!(worst(&steps, &[KEY, STATE, OPEN, sold]), OTHER_CODE);
    // The same code of the same variant.
    let again = [KEY, STATE, OPEN, CLOSED];
    let added = Some((Fact::Code, Change::Added, Class::Roll));
    assert_eq!(worst(&steps, &again), added);
    assert!(
        after(&[steps[0], steps[1], &again])
            .to_string()
            .find("removed")
            .is_none()
    );
    // With an exception, the code has two meanings, and a third one is a further change.
    let reused: [&[&str]; 3] = [steps[0], steps[1], &[KEY, STATE, OPEN, sold]];
    let lock = after(&reused);
    assert!(
        lock.to_string().contains(" was code D1 STATE 2 Closed "),
        "{lock}"
    );
    assert_eq!(lock.tables().next().expect("a table").1.layout(), 2);
    assert_eq!(lock.to_string().parse::<LockFile>(), Ok(lock));
}

#[test]
fn the_codes_of_a_removed_column_keep_their_variants() {
    let steps: [&[&str]; 2] = [&[KEY, STATE, OPEN, CLOSED], &[KEY]];
    let exchanged = ["code D1 STATE 1 Closed", "code D1 STATE 2 Open"];
    assert_eq!(
        worst(&steps, &[KEY, STATE, exchanged[0], exchanged[1]]),
        OTHER_CODE
    );
    let free = worst(&steps, &[KEY, STATE, OPEN, CLOSED]);
    assert_eq!(free.map(|found| found.2), Some(Class::Free));
    // That the column has another type is one change.
    let wider = [
        "cell D1 STATE u16 java optional coded",
        exchanged[0],
        exchanged[1],
    ];
    let lock = after(&steps).lines_of(TABLE);
    let now = facts(&[KEY, wider[0], wider[1], wider[2]]);
    let comparison = Comparison::new(&lock, &now.lines, TABLE);
    let worst = comparison.worst().expect("a change");
    assert_eq!((worst.fact, comparison.count()), (Fact::FormerCell, 1));
}

#[test]
fn a_removed_code_of_a_key_part_is_not_used_for_another_variant() {
    let [open, closed, sold] = [
        "key_code 01 1 Open",
        "key_code 01 2 Closed",
        "key_code 01 2 Sold",
    ];
    let steps: [&[&str]; 2] = [&[KIND, open, closed], &[KIND, open]];
    let other = Some((Fact::KeyCode, Change::Changed, Class::Key));
    assert_eq!(worst(&steps, &[KIND, open, sold]), other);
    // Codes that were all removed.
    assert_eq!(worst(&[steps[0], &[KIND]], &[KIND, open, sold]), other);
    // The codes of another encoding are another part's.
    let wide = "key 01 kind integer2-unsigned";
    let lock = after(&[steps[0], &[wide]]);
    assert!(!lock.to_string().contains("removed key_code"), "{lock}");
}

/// One branch adds and removes a column, the other one adds it with another type: git merges both, and each line is right.
#[test]
fn merged_branches_do_not_reuse_a_removed_name() {
    let removed = after(&[&[KEY], &[KEY, "cell D1 KIND u64 java optional"], &[KEY]]);
    let used = locked(&[KEY, "cell D1 KIND u32 java optional"]);
    let merged = |removed: &LockFile, used: &LockFile| {
        let lines = format!("{removed}{used}");
        lines.parse::<LockFile>()
    };
    let error = merged(&removed, &used).expect_err("a reused name");
    assert_eq!(error.line, 7, "{error}");
    assert!(
        matches!(error.kind, LockErrorKind::Reused { .. }),
        "{error}"
    );
    let text = error.to_string();
    assert!(
        text.contains("the removed column had other cells"),
        "{text}"
    );
    let exception = text.split_once("add the line `").expect("an exception").1;
    let exception = exception.split('`').next().expect("a line");
    let excepted = format!(
        "{removed}{used}{}\n",
        exception.replace("REASON", "never deployed")
    );
    let excepted: LockFile = excepted.parse().expect("an exception");
    let recorded = excepted.updated(&[facts(&[KEY, "cell D1 KIND u32 java optional"])]);
    let text = recorded.expect("an exception").to_string();
    assert!(
        text.contains(" was cell D1 KIND u64 java optional "),
        "{text}"
    );
    assert!(text.parse::<LockFile>().is_ok(), "{text}");
    // The same bytes are no other ones.
    assert!(merged(&removed, &locked(&[KEY, "cell D1 KIND u64 java required"])).is_ok());

    let closed = after(&[&[KEY, STATE, OPEN, CLOSED], &[KEY, STATE, OPEN]]);
    let sold = locked(&[KEY, STATE, OPEN, "code D1 STATE 2 Sold"]);
    let error = merged(&closed, &sold)
        .expect_err("a reused code")
        .to_string();
    assert!(error.contains("code 2 was Closed, is Sold"), "{error}");
}
