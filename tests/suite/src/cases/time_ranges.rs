use hbase_backend::{Get, TimeRange};

use crate::{Cx, Table};

async fn four(cx: &Cx) -> Table<'_> {
    let t = cx.table_with(|f| f.versions = Some(9)).await;
    t.puts("r", &[("f:q", 1, "1"), ("f:q", 2, "2"), ("f:q", 3, "3"), ("f:q", 4, "4")]).await;
    t
}

pub async fn the_lower_bound_is_in_it_the_upper_is_not(cx: &Cx) {
    needs!(cx: TimeRange);
    let t = four(cx).await;
    assert_eq!(t.time_range("r", 2, 4).await, ["f:q@3=3", "f:q@2=2"]);
}

pub async fn an_empty_range_holds_nothing(cx: &Cx) {
    needs!(cx: TimeRange);
    let t = four(cx).await;
    assert!(t.time_range("r", 2, 2).await.is_empty());
}

pub async fn the_whole_range_holds_all(cx: &Cx) {
    let t = four(cx).await;
    assert_eq!(t.time_range("r", 0, i64::MAX).await.len(), 4);
}

pub async fn versions_are_counted_within_the_range(cx: &Cx) {
    needs!(cx: TimeRange);
    let t = four(cx).await;
    let found = t
        .read("r", |read| {
            read.max_versions = 1;
            read.time_range = TimeRange { min: 1, max: 3 };
        })
        .await;
    assert_eq!(found, ["f:q@2=2"]);
}

pub async fn a_range_in_a_scan(cx: &Cx) {
    needs!(cx: TimeRange);
    let t = cx.table().await;
    t.put("a", "f:q", 5, "5").await;
    t.put("b", "f:q", 7, "7").await;
    t.put("c", "f:q", 9, "9").await;
    let range = TimeRange { min: 6, max: 9 };
    assert_eq!(t.scan_keys(|scan| scan.read.time_range = range).await, ["b"]);
}

pub async fn a_range_of_its_own_for_a_family(cx: &Cx) {
    needs!(cx: TimeRange);
    let t = cx.table().await;
    t.puts("r", &[("f:q", 5, "5"), ("f:q", 7, "7"), ("g:q", 7, "7")]).await;
    let own = (b"f".to_vec(), TimeRange { min: 0, max: 6 });
    let found = t.read("r", |read| read.family_time_ranges = vec![own]).await;
    assert_eq!(found, ["f:q@5=5", "g:q@7=7"]);
}

pub async fn a_familys_range_replaces_the_common_one(cx: &Cx) {
    needs!(cx: TimeRange);
    let t = cx.table().await;
    t.puts("r", &[("f:q", 5, "5"), ("g:q", 5, "5"), ("g:q", 7, "7")]).await;
    let own = (b"f".to_vec(), TimeRange::ALL);
    let found = t
        .read("r", |read| {
            read.time_range = TimeRange { min: 6, max: 8 };
            read.family_time_ranges = vec![own];
        })
        .await;
    assert_eq!(found, ["f:q@5=5", "g:q@7=7"]);
}

pub async fn a_delete_above_the_range_still_hides(cx: &Cx) {
    needs!(cx: TimeRange);
    let t = four(cx).await;
    t.delete_column("r", "f:q", Some(3)).await;
    assert!(t.time_range("r", 0, 3).await.is_empty());
}

pub async fn a_range_that_ends_before_it_begins_is_refused(cx: &Cx) {
    let t = four(cx).await;
    let mut get = Get::new("r");
    get.read.time_range = TimeRange { min: 5, max: 3 };
    assert!(t.try_get(get).await.is_err());
}

pub async fn a_negative_range_is_refused(cx: &Cx) {
    let t = four(cx).await;
    let mut get = Get::new("r");
    get.read.time_range = TimeRange { min: -1, max: 3 };
    assert!(t.try_get(get).await.is_err());
}
