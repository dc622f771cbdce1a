//! Changes of families, and of what they keep.

use hbase_model::lock::Change::{Added, Changed, Removed};
use hbase_model::lock::{Class, Fact};

use super::{Case, FAMILY, KEY};

pub(super) const CASES: &[Case] = &[
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
];
