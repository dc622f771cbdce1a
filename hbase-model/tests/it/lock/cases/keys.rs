//! Changes of keys and salts.

use hbase_model::lock::Change::{Added, Changed, Removed};
use hbase_model::lock::{Class, Comparison, Fact};

use super::{Case, KEY, TABLE, facts};

pub(super) const CASES: &[Case] = &[
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
    // Texts are padded to the width of the last one.
    (
        &[KEY, "salt random 4 text before=_"],
        &[KEY, "salt random 10 text before=_"],
        Some((Fact::RandomSalt, Changed, Class::Cost)),
    ),
    (
        &[KEY, "salt random 4 text before=_"],
        &[KEY, "salt random 16 text before=_"],
        Some((Fact::Salt, Changed, Class::Key)),
    ),
];

/// Parts that feed a salt change with it: the salt is the only change, unless the part changes in another way, too.
#[test]
fn a_salt_that_is_added_or_removed_is_one_change() {
    const SALT: &str = "salt buckets 4";
    const SALTED: &str = "key 01 id integer8-unsigned salted";
    const DESC: &str = "key 01 id integer8-unsigned desc";
    const DESC_SALTED: &str = "key 01 id integer8-unsigned desc salted=last:4";
    let counts: [(&str, &str, usize); 4] = [
        (SALTED, KEY, 1),
        (DESC_SALTED, DESC, 1),
        (DESC_SALTED, KEY, 2),
        (SALTED, DESC, 2),
    ];
    for (salted, plain, expected) in counts {
        let [salted, plain] = [facts(&[SALT, salted]), facts(&[plain])];
        for [lock, now] in [[&salted, &plain], [&plain, &salted]] {
            let comparison = Comparison::new(&lock.lines, &now.lines, TABLE);
            assert_eq!(comparison.count(), expected, "{}{}", lock.lines, now.lines);
        }
    }
}
