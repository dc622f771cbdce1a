//! Each rule with a change that it is about, and one that it is not.

use std::collections::BTreeSet;

use hbase_model::lock::{Change, Class, Comparison, Fact, Message, RULES};

use super::{TABLE, facts};

const KEY: &str = "key 01 id integer8-unsigned";
const FAMILY: &str = "family D1";
const CENTS: &str = "cell D1 CENTS u64 java required";
const NOTE: &str = "cell D1 NOTE text text optional";
const STATE: &str = "cell D1 STATE u8 java required coded";

/// The words before and after, and the rule of the worst change; nothing if nothing is worse than free.
type Case = (
    &'static [&'static str],
    &'static [&'static str],
    Option<(Fact, Change, Class)>,
);

use Change::{Added, Changed, Removed};

const CASES: &[Case] = &[
    (
        &[KEY],
        &["key 01 id integer4-unsigned"],
        Some((Fact::KeyPart, Changed, Class::Key)),
    ),
    (
        &[KEY],
        &["key 01 id integer8-unsigned desc"],
        Some((Fact::KeyPart, Changed, Class::Key)),
    ),
    (
        &[KEY],
        &[KEY, "key 02 at millis"],
        Some((Fact::KeyPart, Added, Class::Key)),
    ),
    (
        &[KEY, "key 02 at millis"],
        &[KEY],
        Some((Fact::KeyPart, Removed, Class::Key)),
    ),
    (
        &[KEY],
        &["key 01 number integer8-unsigned"],
        Some((Fact::KeyPartName, Changed, Class::Free)),
    ),
    (
        &["key 01 a text", "key 02 b text"],
        &["key 01 b text", "key 02 a text"],
        Some((Fact::KeyPart, Changed, Class::Key)),
    ),
    (
        &[KEY],
        &[KEY, "salt buckets 4"],
        Some((Fact::Salt, Added, Class::Key)),
    ),
    (
        &[KEY, "salt buckets 4"],
        &[KEY],
        Some((Fact::Salt, Removed, Class::Key)),
    ),
    (
        &[KEY, "salt buckets 4"],
        &[KEY, "salt buckets 8"],
        Some((Fact::Salt, Changed, Class::Key)),
    ),
    (
        &[KEY],
        &[KEY, "salt random 4"],
        Some((Fact::RandomSalt, Added, Class::Key)),
    ),
    (
        &[KEY, "salt random 4"],
        &[KEY],
        Some((Fact::RandomSalt, Removed, Class::Key)),
    ),
    (
        &[KEY, "salt random 4"],
        &[KEY, "salt random 8"],
        Some((Fact::RandomSalt, Changed, Class::Cost)),
    ),
    (
        &[KEY, "salt random 8"],
        &[KEY, "salt random 4"],
        Some((Fact::RandomSalt, Changed, Class::Key)),
    ),
    (
        &[KEY, "salt random 8"],
        &[KEY, "salt round_robin 8"],
        Some((Fact::RandomSalt, Changed, Class::Free)),
    ),
    (
        &[KEY, "salt random 8"],
        &[KEY, "salt random 8 text"],
        Some((Fact::Salt, Changed, Class::Key)),
    ),
    (&[KEY], &[KEY, NOTE], Some((Fact::Cell, Added, Class::Free))),
    (
        &[KEY, NOTE],
        &[KEY],
        Some((Fact::Cell, Removed, Class::Free)),
    ),
    (
        &[KEY, NOTE],
        &[KEY, "cell D1 REMARK text text optional"],
        Some((Fact::Cell, Changed, Class::Read)),
    ),
    (
        &[KEY, NOTE],
        &[KEY, "cell D2 NOTE text text optional"],
        Some((Fact::Cell, Changed, Class::Read)),
    ),
    (
        &[KEY, NOTE],
        &[KEY, "cell D1 REMARK u64 java optional"],
        Some((Fact::Cell, Added, Class::Free)),
    ),
    (
        &[KEY],
        &[KEY, CENTS],
        Some((Fact::RequiredCell, Added, Class::Read)),
    ),
    (
        &[KEY, CENTS],
        &[KEY],
        Some((Fact::RequiredCell, Removed, Class::Roll)),
    ),
    (
        &[KEY, CENTS],
        &[KEY, "cell D1 AMOUNT u64 java required"],
        Some((Fact::RequiredCell, Changed, Class::Read)),
    ),
    (
        &[KEY, CENTS],
        &[KEY, "cell D1 CENTS u32 java required"],
        Some((Fact::CellType, Changed, Class::Cell)),
    ),
    (
        &[KEY, CENTS],
        &[KEY, "cell D1 CENTS u64 digits required"],
        Some((Fact::CellCodec, Changed, Class::Cell)),
    ),
    (
        &[KEY, CENTS],
        &[KEY, "cell D1 CENTS u64 java default"],
        Some((Fact::AbsentValue, Added, Class::Free)),
    ),
    (
        &[KEY, NOTE],
        &[KEY, "cell D1 NOTE text text required"],
        Some((Fact::AbsentValue, Removed, Class::Read)),
    ),
    (
        &[KEY, NOTE],
        &[KEY, "cell D1 NOTE text text default-optional"],
        Some((Fact::AbsentValue, Changed, Class::Free)),
    ),
    (
        &[KEY, CENTS],
        &[KEY, "cell D1 CENTS u64 java optional"],
        Some((Fact::OmittedCell, Added, Class::Roll)),
    ),
    (
        &[KEY, CENTS],
        &[KEY, "cell D1 CENTS u64 java zero counter"],
        Some((Fact::OmittedCell, Added, Class::Roll)),
    ),
    (
        &[KEY, "cell D1 CENTS u64 java zero"],
        &[KEY, "cell D1 CENTS u64 java zero counter"],
        Some((Fact::Counter, Added, Class::Roll)),
    ),
    (
        &[KEY, "cell D1 CENTS u64 java zero counter"],
        &[KEY, "cell D1 CENTS u64 java zero"],
        Some((Fact::Counter, Removed, Class::Roll)),
    ),
    (
        &[KEY, NOTE],
        &[KEY, "cell D1 NOTE text text optional-empty"],
        Some((Fact::EmptyCell, Added, Class::Roll)),
    ),
    (
        &[KEY, "cell D1 NOTE text text optional-empty"],
        &[KEY, NOTE],
        Some((Fact::EmptyCell, Removed, Class::Cell)),
    ),
    (
        &[KEY, "cell D1 STATE u8 java required"],
        &[KEY, STATE, "code D1 STATE 1 Open"],
        Some((Fact::Coded, Added, Class::Read)),
    ),
    (
        &[KEY, STATE, "code D1 STATE 1 Open"],
        &[KEY, "cell D1 STATE u8 java required"],
        Some((Fact::Coded, Removed, Class::Free)),
    ),
    (
        &[KEY, STATE, "code D1 STATE 1 Open"],
        &[KEY, STATE, "code D1 STATE 1 Open", "code D1 STATE 2 Closed"],
        Some((Fact::Code, Added, Class::Roll)),
    ),
    (
        &[KEY, STATE, "code D1 STATE 1 Open", "code D1 STATE 2 Closed"],
        &[KEY, STATE, "code D1 STATE 1 Open"],
        Some((Fact::Code, Removed, Class::Read)),
    ),
    (
        &[KEY, STATE, "code D1 STATE 1 Open", "code D1 STATE 2 Closed"],
        &[KEY, STATE, "code D1 STATE 1 Closed", "code D1 STATE 2 Open"],
        Some((Fact::Code, Changed, Class::Cell)),
    ),
    (
        &[KEY, STATE, "code D1 STATE 1 Open"],
        &[KEY, STATE, "code D1 STATE 1 Opened"],
        Some((Fact::CodeName, Changed, Class::Free)),
    ),
    (
        &[KEY],
        &[KEY, "dynamic D1 \"\" u64 java text"],
        Some((Fact::Dynamic, Added, Class::Free)),
    ),
    (
        &[KEY, "dynamic D1 \"\" u64 java text"],
        &[KEY],
        Some((Fact::Dynamic, Removed, Class::Free)),
    ),
    (
        &[KEY, "dynamic D1 \"\" u64 java text"],
        &[KEY, "dynamic D1 \"\" u32 java text"],
        Some((Fact::Dynamic, Changed, Class::Cell)),
    ),
    (
        &[KEY],
        &[KEY, FAMILY],
        Some((Fact::Family, Added, Class::Free)),
    ),
    (
        &[KEY, FAMILY],
        &[KEY],
        Some((Fact::Family, Removed, Class::Loss)),
    ),
    // The attributes of a new family are not changes of their own.
    (
        &[KEY],
        &[KEY, FAMILY, "ttl D1 60"],
        Some((Fact::Family, Added, Class::Free)),
    ),
    (
        &[KEY, FAMILY],
        &[KEY, FAMILY, "ttl D1 60"],
        Some((Fact::Ttl, Added, Class::Loss)),
    ),
    (
        &[KEY, FAMILY, "ttl D1 60"],
        &[KEY, FAMILY],
        Some((Fact::Ttl, Removed, Class::Free)),
    ),
    (
        &[KEY, FAMILY, "ttl D1 60"],
        &[KEY, FAMILY, "ttl D1 59"],
        Some((Fact::Ttl, Changed, Class::Loss)),
    ),
    (
        &[KEY, FAMILY, "ttl D1 60"],
        &[KEY, FAMILY, "ttl D1 61"],
        Some((Fact::Ttl, Changed, Class::Free)),
    ),
    (
        &[KEY, FAMILY],
        &[KEY, FAMILY, "versions D1 3"],
        Some((Fact::Versions, Added, Class::Free)),
    ),
    (
        &[KEY, FAMILY, "versions D1 3"],
        &[KEY, FAMILY],
        Some((Fact::Versions, Removed, Class::Free)),
    ),
    (
        &[KEY, FAMILY, "versions D1 3"],
        &[KEY, FAMILY, "versions D1 2"],
        Some((Fact::Versions, Changed, Class::Loss)),
    ),
    (
        &[KEY, FAMILY, "versions D1 3"],
        &[KEY, FAMILY, "versions D1 10"],
        Some((Fact::Versions, Changed, Class::Free)),
    ),
    (
        &[KEY, FAMILY],
        &[KEY, FAMILY, "min_versions D1 1"],
        Some((Fact::MinVersions, Added, Class::Free)),
    ),
    (
        &[KEY, FAMILY, "min_versions D1 1"],
        &[KEY, FAMILY],
        Some((Fact::MinVersions, Removed, Class::Free)),
    ),
    (
        &[KEY, FAMILY, "min_versions D1 2"],
        &[KEY, FAMILY, "min_versions D1 1"],
        Some((Fact::MinVersions, Changed, Class::Loss)),
    ),
    (
        &[KEY, FAMILY],
        &[KEY, FAMILY, "keep_deleted_cells D1 TRUE"],
        Some((Fact::KeepDeletedCells, Added, Class::Free)),
    ),
    (
        &[KEY, FAMILY, "keep_deleted_cells D1 TRUE"],
        &[KEY, FAMILY],
        Some((Fact::KeepDeletedCells, Removed, Class::Free)),
    ),
    (
        &[KEY, FAMILY, "keep_deleted_cells D1 TRUE"],
        &[KEY, FAMILY, "keep_deleted_cells D1 FALSE"],
        Some((Fact::KeepDeletedCells, Changed, Class::Loss)),
    ),
    (
        &[KEY, FAMILY, "keep_deleted_cells D1 FALSE"],
        &[KEY, FAMILY, "keep_deleted_cells D1 TRUE"],
        Some((Fact::KeepDeletedCells, Changed, Class::Free)),
    ),
    (
        &[KEY, FAMILY],
        &[KEY, FAMILY, "new_version_behavior D1 true"],
        Some((Fact::VersionOrder, Added, Class::Loss)),
    ),
    (
        &[KEY, FAMILY, "new_version_behavior D1 true"],
        &[KEY, FAMILY],
        Some((Fact::VersionOrder, Removed, Class::Free)),
    ),
    (
        &[KEY, FAMILY, "new_version_behavior D1 true"],
        &[KEY, FAMILY, "new_version_behavior D1 false"],
        Some((Fact::VersionOrder, Changed, Class::Loss)),
    ),
    (
        &[KEY],
        &[KEY, "index S:BY D1:A=bool"],
        Some((Fact::Index, Added, Class::Roll)),
    ),
    (
        &[KEY, "index S:BY D1:A=bool"],
        &[KEY],
        Some((Fact::Index, Removed, Class::Roll)),
    ),
    (
        &[KEY, "index S:BY D1:A=bool"],
        &[KEY, "index S:BY D1:A=bool,desc"],
        Some((Fact::Index, Changed, Class::Key)),
    ),
    (
        &[KEY, "index S:BY D1:A=bool"],
        &[KEY, "index S:BY D1:A=bool", "index_ttl S:BY 60"],
        Some((Fact::IndexTtl, Added, Class::Loss)),
    ),
    (
        &[KEY, "index S:BY D1:A=bool", "index_ttl S:BY 60"],
        &[KEY, "index S:BY D1:A=bool"],
        Some((Fact::IndexTtl, Removed, Class::Free)),
    ),
    (
        &[KEY, "index S:BY D1:A=bool", "index_ttl S:BY 60"],
        &[KEY, "index S:BY D1:A=bool", "index_ttl S:BY 6"],
        Some((Fact::IndexTtl, Changed, Class::Loss)),
    ),
    (
        &[KEY],
        &[KEY, "timestamp exact"],
        Some((Fact::Timestamp, Added, Class::Cell)),
    ),
    (
        &[KEY, "timestamp exact"],
        &[KEY],
        Some((Fact::Timestamp, Removed, Class::Cell)),
    ),
    (
        &[KEY, "timestamp exact"],
        &[KEY, "timestamp day"],
        Some((Fact::Timestamp, Changed, Class::Cell)),
    ),
    (&[], &[KEY], Some((Fact::Table, Added, Class::Free))),
    (&[KEY], &[], Some((Fact::Table, Removed, Class::Loss))),
    (&[KEY, CENTS, NOTE], &[NOTE, CENTS, KEY], None),
];

#[test]
fn each_change_has_its_rule() {
    for (before, now, expected) in CASES {
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
    let mut tested: BTreeSet<(Fact, Change)> = CASES
        .iter()
        .filter_map(|(_, _, expected)| expected.map(|(fact, change, _)| (fact, change)))
        .collect();
    tested.insert((Fact::FormerCell, Added)); // in `files`
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
    for (before, now, expected) in CASES {
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
        assert!(
            text.contains(worst.was()) && text.contains(worst.is()),
            "{text}"
        );
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
