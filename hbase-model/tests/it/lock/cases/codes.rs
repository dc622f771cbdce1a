//! Changes of enums.

use hbase_model::lock::Change::{Added, Changed, Removed};
use hbase_model::lock::{Class, Comparison, Fact};

use super::{Case, KEY, STATE, TABLE, facts};

pub(super) const CASES: &[Case] = &[
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
        &[PART],
        &[PART, "key_code 01 1 Open", "key_code 01 2 Closed"],
        Some((Fact::KeyCoded, Added, Class::Read)),
    ),
    (
        &[PART, "key_code 01 1 Open", "key_code 01 2 Closed"],
        &[PART],
        Some((Fact::KeyCoded, Removed, Class::Free)),
    ),
    (
        &[PART, "key_code 01 1 Open"],
        &[PART, "key_code 01 1 Open", "key_code 01 2 Closed"],
        Some((Fact::KeyCode, Added, Class::Roll)),
    ),
    (
        &[PART, "key_code 01 1 Open", "key_code 01 2 Closed"],
        &[PART, "key_code 01 1 Open"],
        Some((Fact::KeyCode, Removed, Class::Read)),
    ),
    (
        &[PART, "key_code 01 1 Open", "key_code 01 2 Closed"],
        &[PART, "key_code 01 1 Closed", "key_code 01 2 Open"],
        Some((Fact::KeyCode, Changed, Class::Key)),
    ),
    (
        &[PART, "key_code 01 1 Open"],
        &[PART, "key_code 01 1 Opened"],
        Some((Fact::CodeName, Changed, Class::Free)),
    ),
    // If the part changes, its codes are not a further change.
    (
        &[PART, "key_code 01 1 Open"],
        &["key 01 state integer2-unsigned", "key_code 01 2 Closed"],
        Some((Fact::KeyPart, Changed, Class::Key)),
    ),
    (
        &[PART],
        &[PART, "key 02 kind integer1-unsigned", "key_code 02 1 Sold"],
        Some((Fact::KeyPart, Added, Class::Key)),
    ),
];

const PART: &str = "key 01 state integer1-unsigned";

/// An exception concerns one change, so that a part has one exception, and not one for each code.
#[test]
fn a_part_that_becomes_an_enum_and_one_that_changes_are_one_change() {
    const OPEN: &str = "key_code 01 1 Open";
    const CLOSED: &str = "key_code 01 2 Closed";
    let changes: [[&[&str]; 2]; 3] = [
        [&[PART], &[PART, OPEN, CLOSED]],
        [&[PART, OPEN, CLOSED], &[PART]],
        [&[PART, OPEN], &["key 01 state integer2-unsigned", CLOSED]],
    ];
    for [before, now] in changes {
        let (lock, now) = (facts(before), facts(now));
        let comparison = Comparison::new(&lock.lines, &now.lines, TABLE);
        assert_eq!(comparison.count(), 1, "{before:?}");
    }
}
