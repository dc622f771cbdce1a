//! Changes of tables: indexes, timestamps, tables as a whole.

use hbase_model::lock::Change::{Added, Changed, Removed};
use hbase_model::lock::{Class, Fact};

use super::{CENTS, Case, KEY, NOTE};

pub(super) const CASES: &[Case] = &[
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
    (
        &[KEY],
        &[KEY, "row_version D1 REVISION"],
        Some((Fact::RowVersion, Added, Class::Roll)),
    ),
    (
        &[KEY, "row_version D1 REVISION"],
        &[KEY],
        Some((Fact::RowVersion, Removed, Class::Roll)),
    ),
    (
        &[KEY, "row_version D1 REVISION"],
        &[KEY, "row_version D2 REVISION"],
        Some((Fact::RowVersion, Changed, Class::Roll)),
    ),
    (&[], &[KEY], Some((Fact::Table, Added, Class::Free))),
    (&[KEY], &[], Some((Fact::Table, Removed, Class::Loss))),
    (&[KEY, CENTS, NOTE], &[NOTE, CENTS, KEY], None),
];
