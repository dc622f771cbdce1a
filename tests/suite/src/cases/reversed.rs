use hbase_backend::{Capability, Comparator, CompareOp, Filter, RowBound, Scan};

use crate::{Cx, Table};

async fn rows<'a>(cx: &'a Cx, keys: &[&str]) -> Option<Table<'a>> {
    if cx.lacks(Capability::ReversedScan) {
        return None;
    }
    let t = cx.table().await;
    t.rows(keys).await;
    Some(t)
}

async fn five(cx: &Cx) -> Option<Table<'_>> {
    rows(cx, &["a", "b", "c", "d", "e"]).await
}

/// The keys of a reversed scan.
async fn reversed_keys(t: &Table<'_>, set: impl FnOnce(&mut Scan)) -> Vec<String> {
    t.scan_keys(|scan| {
        scan.reversed = true;
        set(scan);
    })
    .await
}

pub async fn from_the_last_row_to_the_first(cx: &Cx) {
    let Some(t) = five(cx).await else { return };
    assert_eq!(reversed_keys(&t, |_| {}).await, ["e", "d", "c", "b", "a"]);
}

pub async fn the_start_is_the_larger_key(cx: &Cx) {
    let Some(t) = five(cx).await else { return };
    let found = reversed_keys(&t, |scan| {
        scan.start = RowBound::Included(b"d".to_vec());
        scan.stop = RowBound::Excluded(b"b".to_vec());
    });
    assert_eq!(found.await, ["d", "c"]);
}

pub async fn bounds_the_other_way_round(cx: &Cx) {
    let Some(t) = five(cx).await else { return };
    let found = reversed_keys(&t, |scan| {
        scan.start = RowBound::Excluded(b"d".to_vec());
        scan.stop = RowBound::Included(b"b".to_vec());
    });
    assert_eq!(found.await, ["c", "b"]);
}

pub async fn a_start_that_is_no_row(cx: &Cx) {
    let Some(t) = five(cx).await else { return };
    let found = reversed_keys(&t, |scan| scan.start = RowBound::Included(b"cc".to_vec()));
    assert_eq!(found.await, ["c", "b", "a"]);
}

pub async fn cells_within_a_row_keep_their_order(cx: &Cx) {
    needs!(cx: ScanVersions);
    let Some(t) = rows(cx, &[]).await else { return };
    t.puts("a", &[("f:x", 1, "1"), ("f:x", 2, "2"), ("f:y", 1, "3"), ("g:x", 1, "4")]).await;
    t.put("b", "f:x", 1, "5").await;
    let found = t
        .scan_cells(|scan| {
            scan.reversed = true;
            scan.read.max_versions = 3;
        })
        .await;
    let expected = ["f:x@1=5", "f:x@2=2", "f:x@1=1", "f:y@1=3", "g:x@1=4"];
    assert_eq!(found, expected);
}

pub async fn a_limit_takes_the_last_rows(cx: &Cx) {
    let Some(t) = five(cx).await else { return };
    let found = reversed_keys(&t, |scan| scan.limit = Some(2)).await;
    assert_eq!(found, ["e", "d"]);
}

pub async fn deleted_rows_are_left_out(cx: &Cx) {
    let Some(t) = five(cx).await else { return };
    t.delete_row("d", Some(1)).await;
    t.delete_row("a", Some(1)).await;
    assert_eq!(reversed_keys(&t, |_| {}).await, ["e", "c", "b"]);
}

pub async fn a_row_prefix_against_the_order(cx: &Cx) {
    needs!(cx: Filters);
    let Some(t) = rows(cx, &["a1", "b1", "b2", "c1"]).await else { return };
    let prefix = Filter::RowPrefix(b"b".to_vec());
    let found = reversed_keys(&t, |scan| scan.read.filter = Some(prefix)).await;
    assert_eq!(found, ["b2", "b1"]);
}

pub async fn a_value_filter_against_the_order(cx: &Cx) {
    needs!(cx: Filters);
    let Some(t) = five(cx).await else { return };
    let not_c = Filter::Value(CompareOp::NotEqual, Comparator::Binary(b"c".to_vec()));
    let found = reversed_keys(&t, |scan| scan.read.filter = Some(not_c)).await;
    assert_eq!(found, ["e", "d", "b", "a"]);
}

pub async fn small_batches_against_the_order(cx: &Cx) {
    let Some(t) = five(cx).await else { return };
    let found = reversed_keys(&t, |scan| scan.caching = Some(2)).await;
    assert_eq!(found, ["e", "d", "c", "b", "a"]);
}
