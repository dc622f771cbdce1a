use hbase_backend::{ColumnSelection, Get, TimeRange};

use crate::{Cx, cells};

pub async fn one_column(cx: &Cx) {
    let t = cx.table().await;
    t.puts("r", &[("f:a", 1, "1"), ("f:b", 1, "2"), ("g:a", 1, "3")]).await;
    let found = t.read("r", |read| read.add_column(b"f", b"b")).await;
    assert_eq!(found, ["f:b@1=2"]);
}

pub async fn columns_of_two_families(cx: &Cx) {
    let t = cx.table().await;
    t.puts("r", &[("f:a", 1, "1"), ("f:b", 1, "2"), ("g:a", 1, "3"), ("g:b", 1, "4")]).await;
    let found = t
        .read("r", |read| {
            read.add_column(b"g", b"a");
            read.add_column(b"f", b"b");
        })
        .await;
    assert_eq!(found, ["f:b@1=2", "g:a@1=3"]);
}

pub async fn one_family(cx: &Cx) {
    let t = cx.table().await;
    t.puts("r", &[("f:a", 1, "1"), ("g:a", 1, "2"), ("g:b", 1, "3")]).await;
    let found = t.read("r", |read| read.add_family(b"g")).await;
    assert_eq!(found, ["g:a@1=2", "g:b@1=3"]);
}

pub async fn a_family_and_a_column_of_it_is_the_family(cx: &Cx) {
    let t = cx.table().await;
    t.puts("r", &[("f:a", 1, "1"), ("f:b", 1, "2")]).await;
    let found = t
        .read("r", |read| {
            read.add_family(b"f");
            read.add_column(b"f", b"a");
        })
        .await;
    assert_eq!(found, ["f:a@1=1", "f:b@1=2"]);
}

pub async fn a_column_that_is_not_there(cx: &Cx) {
    let t = cx.table().await;
    t.put("r", "f:a", 1, "1").await;
    let mut get = Get::new("r");
    get.read.add_column(b"f", b"b");
    assert_eq!(t.try_get(get).await.expect("a get"), None);
}

pub async fn the_empty_qualifier_as_a_column(cx: &Cx) {
    let t = cx.table().await;
    t.puts("r", &[("f:", 1, "1"), ("f:a", 1, "2")]).await;
    let found = t.read("r", |read| read.add_column(b"f", b"")).await;
    assert_eq!(found, ["f:@1=1"]);
}

pub async fn a_column_below_a_family_marker(cx: &Cx) {
    let t = cx.table().await;
    t.puts("r", &[("f:a", 1, "1"), ("f:b", 9, "2")]).await;
    t.delete_family("r", "f", Some(5)).await;
    let found = t
        .read("r", |read| {
            read.add_column(b"f", b"a");
            read.add_column(b"f", b"b");
        })
        .await;
    assert_eq!(found, ["f:b@9=2"]);
}

pub async fn only_that_row(cx: &Cx) {
    let t = cx.table().await;
    t.rows(&["r", "r0", "q"]).await;
    assert_eq!(t.get("r").await, ["f:q@1=r"]);
}

pub async fn existence_alone(cx: &Cx) {
    let t = cx.table().await;
    t.rows(&["r"]).await;
    for (row, is_there) in [("r", true), ("s", false)] {
        let mut get = Get::new(row);
        get.existence_only = true;
        let found = t.try_get(get).await.expect("a get");
        assert_eq!(found.is_some(), is_there, "{row}");
    }
}

pub async fn several_rows_in_the_order_asked_for(cx: &Cx) {
    let t = cx.table().await;
    t.rows(&["a", "b"]).await;
    let gets = ["b", "x", "a", "b"].map(Get::new).to_vec();
    let backend = cx.backend();
    let found = backend.get_many(t.name(), &gets, cx.soon()).await;
    let found: Vec<_> = found.expect("gets").iter().map(|row| row.as_ref().map(cells)).collect();
    let row = |key: &str| Some(vec![format!("f:q@1={key}")]);
    assert_eq!(found, [row("b"), None, row("a"), row("b")]);
}

pub async fn no_rows_at_all(cx: &Cx) {
    let t = cx.table().await;
    let found = cx.backend().get_many(t.name(), &[], cx.soon()).await;
    assert!(found.expect("no gets").is_empty());
}

pub async fn a_limit_of_cells_per_family(cx: &Cx) {
    needs!(cx: FamilyLimits);
    let t = cx.table().await;
    let puts = [("f:a", 1, "1"), ("f:b", 1, "2"), ("f:c", 1, "3"), ("g:a", 1, "4"), ("g:b", 1, "5")];
    t.puts("r", &puts).await;
    let found = t.read("r", |read| read.store_limit = Some(1)).await;
    assert_eq!(found, ["f:a@1=1", "g:a@1=4"]);
}

pub async fn a_limit_and_an_offset_of_cells_per_family(cx: &Cx) {
    needs!(cx: FamilyLimits);
    let t = cx.table().await;
    let puts = [("f:a", 1, "1"), ("f:b", 1, "2"), ("f:c", 1, "3"), ("g:a", 1, "4")];
    t.puts("r", &puts).await;
    let found = t
        .read("r", |read| {
            read.store_limit = Some(1);
            read.store_offset = 1;
        })
        .await;
    assert_eq!(found, ["f:b@1=2"]);
}

pub async fn a_limit_per_family_counts_versions(cx: &Cx) {
    needs!(cx: FamilyLimits);
    let t = cx.table().await;
    t.puts("r", &[("f:a", 1, "1"), ("f:a", 2, "2"), ("f:b", 1, "3")]).await;
    let found = t
        .read("r", |read| {
            read.max_versions = 3;
            read.store_limit = Some(2);
        })
        .await;
    assert_eq!(found, ["f:a@2=2", "f:a@1=1"]);
}

pub async fn one_timestamp(cx: &Cx) {
    needs!(cx: TimeRange);
    let t = cx.table().await;
    t.puts("r", &[("f:a", 1, "1"), ("f:a", 2, "2"), ("f:b", 2, "3")]).await;
    let found = t.read("r", |read| read.time_range = TimeRange::at(1)).await;
    assert_eq!(found, ["f:a@1=1"]);
}

pub async fn a_family_named_twice_is_read_once(cx: &Cx) {
    let t = cx.table().await;
    t.puts("r", &[("f:a", 1, "1"), ("f:b", 1, "2"), ("f:c", 1, "3"), ("g:a", 1, "4")]).await;
    let one = |qualifier: &'static [u8]| ColumnSelection {
        family: b"f".into(),
        qualifiers: vec![qualifier.into()],
    };
    let found = t.read("r", |read| read.columns = vec![one(b"b"), one(b"a"), one(b"b")]).await;
    assert_eq!(found, ["f:a@1=1", "f:b@1=2"]);
}
