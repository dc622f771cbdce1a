//! The differences that make queries by index miss rows.

use hbase_model::diff::TableDiff;
use hbase_model::{STAMP_FAMILY, Ttl};

use super::{diff, family, table};

/// What differs, of a table whose column in `D1` is indexed.
fn concerning_indexes(found: TableDiff) -> Vec<String> {
    let found = found.concerning_indexes(&["D1"]);
    let kinds = found.differences.iter().map(|found| found.kind.to_string());
    kinds.collect()
}

#[test]
fn the_families_of_stamps_and_of_indexed_columns_do() {
    let names = ["D1", "D2", STAMP_FAMILY];
    let declared = table(names.map(|name| family(name, |_| {})).into());
    let live = table(vec![family("D3", |_| {})]);
    let missing = concerning_indexes(diff(&declared, &live));
    assert_eq!(missing, ["family D1", "family STAMP"]);
}

/// Of a family with an indexed column, only how long its cells are kept; of that of the stamps, each attribute.
#[test]
fn attributes_that_decide_how_long_cells_are_kept_do() {
    let with = |seconds, versions| {
        let families = ["D1", "D2", STAMP_FAMILY].map(|name| {
            family(name, |family| {
                family.ttl = Ttl::from_secs(seconds);
                family.versions = Some(versions);
                family.min_versions = Some(versions - 1);
            })
        });
        table(families.into())
    };
    let mut found = concerning_indexes(diff(&with(60, 2), &with(90, 3)));
    found.sort();
    let of_stamps = [
        "family STAMP, MIN_VERSIONS",
        "family STAMP, TTL",
        "family STAMP, VERSIONS",
    ];
    assert_eq!(found[..2], ["family D1, MIN_VERSIONS", "family D1, TTL"]);
    assert_eq!(found[2..], of_stamps);
}
