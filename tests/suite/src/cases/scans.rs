use hbase_backend::{Mutation, RowBound, Scan};

use crate::{Cx, Table, keys};

async fn five(cx: &Cx) -> Table<'_> {
    let t = cx.table().await;
    t.rows(&["a", "b", "c", "d", "e"]).await;
    t
}

fn at(row: &str) -> RowBound {
    RowBound::Included(row.into())
}

fn beside(row: &str) -> RowBound {
    RowBound::Excluded(row.into())
}

pub async fn all_rows_in_order(cx: &Cx) {
    let t = cx.table().await;
    t.rows(&["c", "a", "b"]).await;
    assert_eq!(t.scan_keys(|_| {}).await, ["a", "b", "c"]);
}

pub async fn an_empty_table(cx: &Cx) {
    let t = cx.table().await;
    assert!(t.scan_keys(|_| {}).await.is_empty());
}

pub async fn the_start_is_in_it_the_stop_is_not(cx: &Cx) {
    let t = five(cx).await;
    let found = t.try_scan(Scan::range("b", "d")).await.expect("a scan");
    assert_eq!(keys(&found), ["b", "c"]);
}

pub async fn a_start_that_is_left_out(cx: &Cx) {
    let t = five(cx).await;
    assert_eq!(t.scan_keys(|scan| scan.start = beside("b")).await, ["c", "d", "e"]);
}

pub async fn a_stop_that_is_in_it(cx: &Cx) {
    let t = five(cx).await;
    assert_eq!(t.scan_keys(|scan| scan.stop = at("c")).await, ["a", "b", "c"]);
}

pub async fn both_bounds_the_same_and_one_left_out_is_empty(cx: &Cx) {
    let t = five(cx).await;
    for (start, stop) in [(at("b"), beside("b")), (beside("b"), at("b")), (beside("b"), beside("b"))]
    {
        let found = t
            .scan_keys(|scan| {
                scan.start = start;
                scan.stop = stop;
            })
            .await;
        assert!(found.is_empty(), "{found:?}");
    }
}

pub async fn both_bounds_the_same_and_in_it_is_one_row(cx: &Cx) {
    let t = five(cx).await;
    let found = t
        .scan_keys(|scan| {
            scan.start = at("b");
            scan.stop = at("b");
        })
        .await;
    assert_eq!(found, ["b"]);
}

pub async fn bounds_that_are_no_rows(cx: &Cx) {
    let t = five(cx).await;
    let found = t.try_scan(Scan::range("aa", "cc")).await.expect("a scan");
    assert_eq!(keys(&found), ["b", "c"]);
}

pub async fn a_start_behind_all_rows(cx: &Cx) {
    let t = five(cx).await;
    assert!(t.scan_keys(|scan| scan.start = at("x")).await.is_empty());
}

pub async fn a_longer_key_is_not_its_prefix(cx: &Cx) {
    let t = cx.table().await;
    t.rows(&["a", "a0", "b"]).await;
    let found = t
        .scan_keys(|scan| {
            scan.start = beside("a");
            scan.stop = beside("b");
        })
        .await;
    assert_eq!(found, ["a0"]);
}

pub async fn a_prefix(cx: &Cx) {
    let t = cx.table().await;
    t.rows(&["user1", "user10", "user1_", "user2", "user"]).await;
    let found = t.try_scan(Scan::prefix("user1")).await.expect("a scan");
    assert_eq!(keys(&found), ["user1", "user10", "user1_"]);
}

pub async fn a_prefix_that_ends_in_ff(cx: &Cx) {
    let t = cx.table().await;
    for row in [&b"a\xfe"[..], b"a\xff", b"a\xff\x00", b"a\xff\xff", b"b"] {
        let mut put = Mutation::new(row);
        put.put_at(b"f", b"q", 1, b"v").expect("short");
        t.try_mutate(put).await.expect("a put");
    }
    let found = t.try_scan(Scan::prefix(b"a\xff")).await.expect("a scan");
    assert_eq!(keys(&found), [r"a\xFF", r"a\xFF\x00", r"a\xFF\xFF"]);
}

pub async fn a_limit_counts_rows(cx: &Cx) {
    let t = five(cx).await;
    t.put("a", "f:z", 1, "second cell").await;
    assert_eq!(t.scan_keys(|scan| scan.limit = Some(2)).await, ["a", "b"]);
}

pub async fn a_limit_above_the_number_of_rows(cx: &Cx) {
    let t = five(cx).await;
    assert_eq!(t.scan_keys(|scan| scan.limit = Some(50)).await.len(), 5);
}

pub async fn a_limit_does_not_count_rows_that_a_filter_leaves_out(cx: &Cx) {
    use hbase_backend::{Comparator, CompareOp, Filter};
    needs!(cx: Filters);
    let t = five(cx).await;
    let behind_b = Filter::Row(CompareOp::Greater, Comparator::Binary(b"b".to_vec()));
    let found = t
        .scan_keys(|scan| {
            scan.limit = Some(2);
            scan.read.filter = Some(behind_b);
        })
        .await;
    assert_eq!(found, ["c", "d"]);
}

pub async fn caching_changes_nothing(cx: &Cx) {
    let t = five(cx).await;
    for caching in [1, 2, 5, 6] {
        let found = t.scan_keys(|scan| scan.caching = Some(caching)).await;
        assert_eq!(found, ["a", "b", "c", "d", "e"], "{caching}");
    }
}

pub async fn a_small_size_of_results_changes_nothing(cx: &Cx) {
    let t = five(cx).await;
    let found = t.scan_keys(|scan| scan.max_result_bytes = Some(1)).await;
    assert_eq!(found, ["a", "b", "c", "d", "e"]);
}

pub async fn a_caching_and_a_size_of_0_are_the_defaults(cx: &Cx) {
    let t = cx.table().await;
    t.rows(&["a", "b", "c"]).await;
    assert_eq!(t.scan_keys(|scan| scan.caching = Some(0)).await, ["a", "b", "c"]);
    assert_eq!(t.scan_keys(|scan| scan.max_result_bytes = Some(0)).await, ["a", "b", "c"]);
}

pub async fn after_the_end_there_is_nothing_for_ever(cx: &Cx) {
    let t = cx.table().await;
    t.rows(&["a"]).await;
    let backend = cx.backend();
    let opened = backend.scan(t.name(), Scan::new(), cx.soon()).await;
    let mut scanner = opened.expect("a scanner");
    assert_eq!(scanner.next_batch(cx.soon()).await.expect("a batch").len(), 1);
    for _ in 0..3 {
        assert!(scanner.next_batch(cx.soon()).await.expect("a batch").is_empty());
    }
}

pub async fn columns_in_a_scan(cx: &Cx) {
    let t = cx.table().await;
    t.puts("a", &[("f:x", 1, "1"), ("f:y", 1, "2")]).await;
    t.puts("b", &[("f:x", 1, "3")]).await;
    t.puts("c", &[("f:y", 1, "4"), ("g:y", 1, "5")]).await;
    let found = t.scan_cells(|scan| scan.read.add_column(b"f", b"y")).await;
    assert_eq!(found, ["f:y@1=2", "f:y@1=4"]);
}

pub async fn a_row_without_the_family_is_left_out(cx: &Cx) {
    let t = cx.table().await;
    t.put("a", "f:q", 1, "1").await;
    t.put("b", "g:q", 1, "2").await;
    assert_eq!(t.scan_keys(|scan| scan.read.add_family(b"g")).await, ["b"]);
}

pub async fn families_of_a_row_come_together(cx: &Cx) {
    let t = cx.table().await;
    t.put("a", "g:q", 1, "1").await;
    t.put("b", "f:q", 1, "2").await;
    t.puts("c", &[("f:q", 1, "3"), ("g:q", 1, "4")]).await;
    let rows = t.scan(|_| {}).await;
    assert_eq!(keys(&rows), ["a", "b", "c"]);
    assert_eq!(crate::cells(&rows[2]), ["f:q@1=3", "g:q@1=4"]);
}

pub async fn versions_in_a_scan(cx: &Cx) {
    needs!(cx: ScanVersions);
    let t = cx.table().await;
    t.puts("a", &[("f:q", 1, "1"), ("f:q", 2, "2")]).await;
    let found = t.scan_cells(|scan| scan.read.max_versions = 2).await;
    assert_eq!(found, ["f:q@2=2", "f:q@1=1"]);
}

pub async fn a_thousand_rows(cx: &Cx) {
    let t = cx.table().await;
    let puts: Vec<_> = (0..1000)
        .map(|n| {
            let mut put = Mutation::new(format!("{n:04}"));
            put.put_at(b"f", b"q", 1, &[0; 100]).expect("short");
            put
        })
        .collect();
    let written = cx.backend().mutate_many(t.name(), puts, cx.soon()).await;
    assert!(written.expect("puts").iter().all(Result::is_ok));
    let found = t.scan_keys(|scan| scan.caching = Some(77)).await;
    assert_eq!(found.len(), 1000);
    assert!(found.is_sorted());
}

pub async fn a_limit_of_cells_per_family_in_a_scan(cx: &Cx) {
    needs!(cx: FamilyLimits);
    let t = cx.table().await;
    t.puts("a", &[("f:x", 1, "1"), ("f:y", 1, "2"), ("g:x", 1, "3")]).await;
    t.puts("b", &[("f:y", 1, "4"), ("f:z", 1, "5")]).await;
    let found = t.scan_cells(|scan| scan.read.store_limit = Some(1)).await;
    assert_eq!(found, ["f:x@1=1", "g:x@1=3", "f:y@1=4"]);
}

pub async fn a_limit_of_0_cells_per_family_is_one_of_1(cx: &Cx) {
    needs!(cx: FamilyLimits);
    let t = cx.table().await;
    t.puts("a", &[("f:x", 1, "1"), ("f:y", 1, "2"), ("g:x", 1, "3")]).await;
    let found = t.scan_cells(|scan| scan.read.store_limit = Some(0)).await;
    assert_eq!(found, ["f:x@1=1", "g:x@1=3"]);
}
