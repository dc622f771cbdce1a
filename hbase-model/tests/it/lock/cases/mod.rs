//! Each rule with a change that it is about, and one that it is not.

mod codes;
mod columns;
mod families;
mod keys;
mod tables;

use std::collections::BTreeSet;
use std::fs;

use hbase_model::lock::{Change, Class, Comparison, Fact, Message, RULES};

use super::{TABLE, facts};

const KEY: &str = "key 01 id integer8-unsigned";
const FAMILY: &str = "family D1";
const CENTS: &str = "cell D1 CENTS u64 java required";
const NOTE: &str = "cell D1 NOTE text text optional";
const STATE: &str = "cell D1 STATE u8 java required coded";

/// The words before and after, and the rule of the worst change; nothing if nothing is worse than free.
pub(super) type Case = (
    &'static [&'static str],
    &'static [&'static str],
    Option<(Fact, Change, Class)>,
);

/// All cases.
pub(super) fn cases() -> impl Iterator<Item = &'static Case> {
    let parts = [
        keys::CASES,
        columns::CASES,
        codes::CASES,
        families::CASES,
        tables::CASES,
    ];
    parts.into_iter().flatten()
}

#[test]
fn each_change_has_its_rule() {
    for (before, now, expected) in cases() {
        let (lock, now) = (facts(before), facts(now));
        let comparison = Comparison::new(&lock.lines, &now.lines, TABLE);
        let worst = comparison
            .worst()
            .map(|found| (found.fact, found.change, found.class));
        assert_eq!(worst, *expected, "{before:?} to {:?}", now.lines);
        let all = comparison.differences();
        assert_eq!(all.len(), comparison.count());
    }
}

/// Rules about facts that always have a value, such as the type of a column, have no case where it is added.
#[test]
fn each_rule_has_a_case() {
    let mut tested: BTreeSet<(Fact, Change)> = cases()
        .filter_map(|(_, _, expected)| expected.map(|(fact, change, _)| (fact, change)))
        .collect();
    tested.insert((Fact::FormerCell, Change::Added)); // in `files`
    let always = [
        Fact::Table,
        Fact::KeyPartName,
        Fact::FormerCell,
        Fact::CellType,
        Fact::CellCodec,
        Fact::OmittedCell,
        Fact::EmptyCell,
        Fact::Counter,
        Fact::Coded,
        Fact::KeyCoded,
        Fact::CodeName,
        Fact::Family,
    ];
    let untested = RULES
        .iter()
        .filter(|rule| !tested.contains(&(rule.fact, rule.change)));
    let untested: Vec<_> = untested
        .filter(|rule| !always.contains(&rule.fact))
        .collect();
    assert!(untested.is_empty(), "{untested:#?}");
}

#[test]
fn a_message_names_the_field_the_change_and_the_help() {
    for (before, now, expected) in cases() {
        let (lock, now) = (facts(before), facts(now));
        let Some(worst) = Comparison::new(&lock.lines, &now.lines, TABLE).worst() else {
            continue;
        };
        let message = Message::new(&worst, TABLE, "field", 2);
        let text = message.as_str();
        assert!(
            text.contains(TABLE) && text.contains(worst.effect()),
            "{text}"
        );
        let mut words = worst.was().split(' ').chain(worst.is().split(' '));
        assert!(words.all(|word| text.contains(word)), "{text}");
        assert!(
            text.contains("hbase-schema lock`")
                && text.ends_with("see `hbase-schema lock --check`"),
            "{text}"
        );
        let class = expected.map(|(_, _, class)| class);
        let exception = format!("{TABLE} except {} REASON", worst.hash());
        assert_eq!(
            text.contains(&exception),
            class.is_some_and(Class::needs_exception),
            "{text}"
        );
    }
}

/// The messages for a program without fields, such as the command. With `BLESS` set, they are written, to be read.
#[test]
fn each_change_has_its_message() {
    let mut text = String::new();
    for (before, now, _) in cases() {
        let (lock, now) = (facts(before), facts(now));
        if let Some(worst) = Comparison::new(&lock.lines, &now.lines, TABLE).worst() {
            let message = Message::new(&worst, TABLE, "", 0);
            text = text + message.as_str() + "\n";
        }
    }
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/it/lock/cases/messages.txt"
    );
    if std::env::var_os("BLESS").is_some() {
        fs::write(path, &text).expect("the messages");
    }
    let expected = fs::read_to_string(path).expect("the messages");
    for (found, expected) in text.lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(text.lines().count(), expected.lines().count());
}
