use std::borrow::Cow;

use hbase_backend::{Capability, Error};
use hbase_model::{FamilyDescriptor, KeepDeletedCells, Splits, TableDescriptor, Ttl};

use crate::{Cx, Table};

async fn described(cx: &Cx, t: &Table<'_>) -> TableDescriptor {
    let described = cx.backend().describe_table(t.name(), cx.soon()).await;
    described.expect("a table")
}

pub async fn a_new_table_is_listed(cx: &Cx) {
    let t = cx.table().await;
    let tables = cx.backend().list_tables(cx.soon()).await.expect("tables");
    assert!(tables.contains(t.name()));
}

pub async fn a_dropped_table_is_not(cx: &Cx) {
    let t = cx.table().await;
    cx.backend().drop_table(t.name(), cx.soon()).await.expect("a table");
    let tables = cx.backend().list_tables(cx.soon()).await.expect("tables");
    assert!(!tables.contains(t.name()));
}

pub async fn a_table_cannot_be_created_twice(cx: &Cx) {
    let t = cx.table().await;
    let mut table = TableDescriptor::new(t.name().clone());
    table.families = vec![FamilyDescriptor::new("f")].into();
    let again = cx.backend().create_table(&table, cx.soon()).await;
    assert!(matches!(again, Err(Error::TableExists { .. })), "{again:?}");
}

pub async fn a_table_without_families_is_refused(cx: &Cx) {
    let table = TableDescriptor::new(cx.name("default"));
    assert!(cx.create(&table).await.is_err());
}

pub async fn a_table_comes_back_empty(cx: &Cx) {
    let t = cx.table().await;
    t.rows(&["r"]).await;
    let table = described(cx, &t).await;
    cx.backend().drop_table(t.name(), cx.soon()).await.expect("a table");
    cx.create(&table).await.expect("the table again");
    assert!(t.scan_keys(|_| {}).await.is_empty());
}

pub async fn a_table_says_its_families(cx: &Cx) {
    let t = cx.table().await;
    let table = described(cx, &t).await;
    let mut names: Vec<_> = table.families.iter().map(|f| f.name.clone()).collect();
    names.sort();
    assert_eq!(names, ["f", "g"]);
    assert_eq!(&table.name, t.name());
}

pub async fn a_family_says_its_versions(cx: &Cx) {
    let t = cx.table().await;
    let table = described(cx, &t).await;
    assert_eq!(table.family(b"f").expect("f").versions, Some(3));
    assert_eq!(table.family(b"g").expect("g").versions.unwrap_or(1), 1);
}

pub async fn a_family_says_its_attributes(cx: &Cx) {
    let all = !cx.lacks(Capability::AllAttributes);
    let t = cx
        .table_with(|f| {
            f.versions = Some(5);
            f.ttl = Ttl::from_secs(600);
            if all {
                f.min_versions = Some(2);
                f.block_size = Some(32_768);
                f.keep_deleted_cells = Some(KeepDeletedCells::True);
            }
        })
        .await;
    let table = described(cx, &t).await;
    let f = table.family(b"f").expect("f");
    assert_eq!(f.versions, Some(5));
    assert_eq!(f.ttl, Ttl::from_secs(600));
    if all {
        assert_eq!(f.min_versions, Some(2));
        assert_eq!(f.block_size, Some(32_768));
        assert_eq!(f.keep_deleted_cells, Some(KeepDeletedCells::True));
    }
}

pub async fn truncation_removes_all_rows(cx: &Cx) {
    needs!(cx: Truncate);
    let t = cx.table().await;
    t.rows(&["a", "b"]).await;
    let done = cx.backend().truncate_table(t.name(), false, cx.soon()).await;
    done.expect("a truncation");
    assert!(t.scan_keys(|_| {}).await.is_empty());
    t.rows(&["c"]).await;
    assert_eq!(t.scan_keys(|_| {}).await, ["c"]);
}

pub async fn truncation_forgets_markers(cx: &Cx) {
    needs!(cx: Truncate);
    let t = cx.table().await;
    t.delete_row("r", Some(10)).await;
    let done = cx.backend().truncate_table(t.name(), true, cx.soon()).await;
    done.expect("a truncation");
    t.put("r", "f:q", 5, "v").await;
    assert_eq!(t.get("r").await, ["f:q@5=v"]);
}

pub async fn truncation_keeps_the_attributes(cx: &Cx) {
    needs!(cx: Truncate);
    let t = cx.table_with(|f| f.versions = Some(7)).await;
    let done = cx.backend().truncate_table(t.name(), false, cx.soon()).await;
    done.expect("a truncation");
    let table = described(cx, &t).await;
    assert_eq!(table.family(b"f").expect("f").versions, Some(7));
}

pub async fn a_table_with_splits_works_as_one(cx: &Cx) {
    needs!(cx: CreateWithSplits);
    let mut table = TableDescriptor::new(cx.name("default"));
    table.families = vec![FamilyDescriptor::new("f")].into();
    table.splits = Splits::Keys(Cow::Owned(vec![
        Cow::Borrowed(b"b".as_slice()),
        Cow::Borrowed(b"d".as_slice()),
    ]));
    cx.create(&table).await.expect("a table with splits");
    let t = Table::new(cx, table.name);
    t.rows(&["a", "b", "c", "d", "e"]).await;
    assert_eq!(t.scan_keys(|_| {}).await, ["a", "b", "c", "d", "e"]);
    if !cx.lacks(Capability::ReversedScan) {
        let found = t.scan_keys(|scan| scan.reversed = true).await;
        assert_eq!(found, ["e", "d", "c", "b", "a"]);
    }
    assert_eq!(t.scan_keys(|scan| scan.limit = Some(4)).await, ["a", "b", "c", "d"]);
}

pub async fn regions_start_at_the_split_points(cx: &Cx) {
    let t = cx.table().await;
    let points = cx.backend().split_points(t.name(), cx.soon()).await;
    assert!(points.expect("a table").is_empty());
    needs!(cx: CreateWithSplits);
    let mut table = TableDescriptor::new(cx.name("default"));
    table.families = vec![FamilyDescriptor::new("f")].into();
    table.splits = Splits::PerBucket { buckets: 4, digits: Some(2) };
    cx.create(&table).await.expect("a table with splits");
    let points = cx.backend().split_points(&table.name, cx.soon()).await;
    assert_eq!(points.expect("a table"), [b"01", b"02", b"03"]);
}

pub async fn a_missing_table_has_no_split_points(cx: &Cx) {
    let missing = cx.name("default");
    let points = cx.backend().split_points(&missing, cx.soon()).await;
    let is_missing = match &points {
        Ok(points) => points.is_empty(),
        Err(error) => matches!(error, Error::TableNotFound { .. }),
    };
    assert!(is_missing, "{points:?}");
}

pub async fn splits_out_of_order_are_sorted_or_refused(cx: &Cx) {
    needs!(cx: CreateWithSplits);
    let mut table = TableDescriptor::new(cx.name("default"));
    table.families = vec![FamilyDescriptor::new("f")].into();
    let twice = vec![Cow::Borrowed(b"b".as_slice()), Cow::Borrowed(b"b".as_slice())];
    table.splits = Splits::Keys(Cow::Owned(twice));
    assert!(cx.create(&table).await.is_err());
}

pub async fn min_versions_above_versions_are_refused(cx: &Cx) {
    needs!(cx: AllAttributes);
    let mut table = TableDescriptor::new(cx.name("default"));
    let mut family = FamilyDescriptor::new("f");
    family.versions = Some(1);
    family.min_versions = Some(2);
    table.families = vec![family].into();
    assert!(cx.create(&table).await.is_err());
}
