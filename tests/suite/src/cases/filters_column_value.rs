use hbase_backend::{Capability, Comparator, CompareOp, Filter};

use crate::{Cx, Table};

async fn people(cx: &Cx) -> Option<Table<'_>> {
    if cx.lacks(Capability::Filters) {
        return None;
    }
    let t = cx.table().await;
    t.puts("ann", &[("f:age", 1, "30"), ("f:name", 1, "Ann")]).await;
    t.puts("bob", &[("f:age", 1, "40"), ("f:name", 1, "Bob")]).await;
    t.puts("cid", &[("f:name", 1, "Cid")]).await;
    Some(t)
}

fn age(op: CompareOp, value: &str, filter_if_missing: bool, latest_version_only: bool) -> Filter {
    Filter::ColumnValue {
        family: b"f".to_vec(),
        qualifier: b"age".to_vec(),
        op,
        comparator: Comparator::Binary(value.into()),
        filter_if_missing,
        latest_version_only,
    }
}

pub async fn a_row_by_its_columns_value(cx: &Cx) {
    let Some(t) = people(cx).await else { return };
    let found = t.filter_keys(age(CompareOp::Greater, "35", true, true)).await;
    assert_eq!(found, ["bob"]);
}

pub async fn a_passing_row_comes_whole(cx: &Cx) {
    let Some(t) = people(cx).await else { return };
    let found = t.filter_row("bob", age(CompareOp::Equal, "40", true, true)).await;
    assert_eq!(found, ["f:age@1=40", "f:name@1=Bob"]);
}

pub async fn a_row_without_the_column_passes_unless_told(cx: &Cx) {
    let Some(t) = people(cx).await else { return };
    let found = t.filter_keys(age(CompareOp::Equal, "30", false, true)).await;
    assert_eq!(found, ["ann", "cid"]);
    let found = t.filter_keys(age(CompareOp::Equal, "30", true, true)).await;
    assert_eq!(found, ["ann"]);
}

pub async fn only_the_newest_version_counts(cx: &Cx) {
    let Some(t) = people(cx).await else { return };
    t.put("ann", "f:age", 2, "31").await;
    let found = t.filter_keys(age(CompareOp::Equal, "30", true, true)).await;
    assert!(found.is_empty(), "{found:?}");
}

pub async fn any_version_counts_where_asked(cx: &Cx) {
    needs!(cx: ScanVersions);
    let Some(t) = people(cx).await else { return };
    t.put("ann", "f:age", 2, "31").await;
    let any = age(CompareOp::Equal, "30", true, false);
    let found = t
        .scan_keys(|scan| {
            scan.read.max_versions = 3;
            scan.read.filter = Some(any);
        })
        .await;
    assert_eq!(found, ["ann"]);
}

pub async fn a_column_that_is_not_read_is_missing(cx: &Cx) {
    let Some(t) = people(cx).await else { return };
    let found = t
        .scan_keys(|scan| {
            scan.read.add_column(b"f", b"name");
            scan.read.filter = Some(age(CompareOp::Equal, "30", true, true));
        })
        .await;
    assert!(found.is_empty(), "{found:?}");
    let found = t
        .scan_keys(|scan| {
            scan.read.add_column(b"f", b"name");
            scan.read.filter = Some(age(CompareOp::Equal, "30", false, true));
        })
        .await;
    assert_eq!(found, ["ann", "bob", "cid"]);
}

pub async fn a_deleted_column_is_missing(cx: &Cx) {
    let Some(t) = people(cx).await else { return };
    t.delete_column("ann", "f:age", Some(9)).await;
    let found = t.filter_keys(age(CompareOp::Equal, "30", true, true)).await;
    assert!(found.is_empty(), "{found:?}");
}

pub async fn a_negation_leaves_out_what_passed(cx: &Cx) {
    let Some(t) = people(cx).await else { return };
    let equal = age(CompareOp::Equal, "30", true, true);
    let found = t.filter_keys(Filter::Not(Box::new(equal))).await;
    assert_eq!(found, ["bob", "cid"]);
    let equal = age(CompareOp::Equal, "30", false, true);
    let found = t.filter_keys(Filter::Not(Box::new(equal))).await;
    assert_eq!(found, ["bob"]);
}

pub async fn a_pattern_on_a_column(cx: &Cx) {
    let Some(t) = people(cx).await else { return };
    let pattern = Filter::ColumnValue {
        family: b"f".to_vec(),
        qualifier: b"name".to_vec(),
        op: CompareOp::Equal,
        comparator: Comparator::Regex("^[AB]".into()),
        filter_if_missing: true,
        latest_version_only: true,
    };
    assert_eq!(t.filter_keys(pattern).await, ["ann", "bob"]);
}

pub async fn a_limit_counts_passing_rows(cx: &Cx) {
    let Some(t) = people(cx).await else { return };
    let found = t
        .scan_keys(|scan| {
            scan.limit = Some(1);
            scan.read.filter = Some(age(CompareOp::Equal, "40", true, true));
        })
        .await;
    assert_eq!(found, ["bob"]);
}

pub async fn a_column_of_another_family_of_the_same_name_is_another(cx: &Cx) {
    let Some(t) = people(cx).await else { return };
    t.put("cid", "g:age", 1, "30").await;
    let found = t.filter_keys(age(CompareOp::Equal, "30", true, true)).await;
    assert_eq!(found, ["ann"]);
}
