use hbase_backend::{Capability, Mutation};
use hbase_model::Ttl;

use crate::{Cx, Table};

const HOUR: i64 = 3_600_000;

async fn put_for(t: &Table<'_>, timestamp: i64, value: &str, ttl_ms: u64) {
    let mut put = Mutation::new("r");
    put.put_at(b"f", b"q", timestamp, value.as_bytes()).expect("short");
    put.ttl_ms = Some(ttl_ms);
    t.try_mutate(put).await.expect("a put");
}

pub async fn an_expired_cell_is_absent(cx: &Cx) {
    let t = cx.table_with(|f| f.ttl = Ttl::from_secs(3600)).await;
    t.put("r", "f:q", cx.now() - 2 * HOUR, "old").await;
    assert!(t.get("r").await.is_empty());
}

pub async fn a_young_cell_is_there(cx: &Cx) {
    let t = cx.table_with(|f| f.ttl = Ttl::from_secs(3600)).await;
    let now = cx.now();
    t.put("r", "f:q", now - HOUR / 2, "young").await;
    assert_eq!(t.get("r").await, [format!("f:q@{}=young", now - HOUR / 2)]);
}

pub async fn a_family_ttl_is_in_seconds(cx: &Cx) {
    let t = cx.table_with(|f| f.ttl = Ttl::from_secs(100)).await;
    let now = cx.now();
    t.put("r", "f:q", now - 50_000, "half a ttl").await;
    assert_eq!(t.get("r").await.len(), 1);
}

pub async fn for_ever_means_for_ever(cx: &Cx) {
    let t = cx.table_with(|f| f.ttl = Some(Ttl::FOREVER)).await;
    t.put("r", "f:q", 1, "very old").await;
    assert_eq!(t.get("r").await, ["f:q@1=very old"]);
}

pub async fn versions_that_are_no_times_expire_at_once(cx: &Cx) {
    let t = cx.table_with(|f| f.ttl = Ttl::from_secs(3600)).await;
    t.put("r", "f:q", 20_151_226, "v").await;
    assert!(t.get("r").await.is_empty());
}

/// A table of three versions and a TTL of an hour, which a minimum number of versions outlives.
async fn with_min_versions(cx: &Cx, min_versions: u32) -> Option<Table<'_>> {
    if cx.lacks(Capability::AllAttributes) {
        return None;
    }
    let t = cx.table_with(|f| {
        f.ttl = Ttl::from_secs(3600);
        f.versions = Some(3);
        f.min_versions = Some(min_versions);
    });
    Some(t.await)
}

pub async fn min_versions_outlive_the_ttl(cx: &Cx) {
    let Some(t) = with_min_versions(cx, 1).await else { return };
    t.puts("r", &[("f:q", 20_151_225, "25"), ("f:q", 20_151_226, "26")]).await;
    assert_eq!(t.versions("r").await, ["f:q@20151226=26"]);
}

pub async fn min_versions_count_young_cells_too(cx: &Cx) {
    let Some(t) = with_min_versions(cx, 2).await else { return };
    let now = cx.now();
    t.puts("r", &[("f:q", 5, "5"), ("f:q", 6, "6"), ("f:q", now, "now")]).await;
    assert_eq!(t.versions("r").await, [format!("f:q@{now}=now"), "f:q@6=6".into()]);
}

pub async fn an_expired_row_is_not_in_a_scan(cx: &Cx) {
    let t = cx.table_with(|f| f.ttl = Ttl::from_secs(3600)).await;
    t.put("a", "f:q", cx.now() - 2 * HOUR, "old").await;
    t.put("b", "f:q", cx.now(), "young").await;
    assert_eq!(t.scan_keys(|_| {}).await, ["b"]);
}

pub async fn a_raw_scan_shows_expired_cells(cx: &Cx) {
    needs!(cx: RawScan);
    let t = cx.table_with(|f| f.ttl = Ttl::from_secs(3600)).await;
    t.put("r", "f:q", 20_151_226, "old").await;
    assert_eq!(t.raw().await, ["f:q@20151226=old"]);
}

pub async fn a_major_compaction_drops_expired_cells(cx: &Cx) {
    needs!(cx: RawScan);
    let t = cx.table_with(|f| f.ttl = Ttl::from_secs(3600)).await;
    t.put("r", "f:q", 20_151_226, "old").await;
    if !t.compact().await {
        return;
    }
    assert!(t.raw().await.is_empty());
}

pub async fn a_cell_ttl_is_in_milliseconds(cx: &Cx) {
    needs!(cx: CellTtl);
    let t = cx.table().await;
    put_for(&t, cx.now() - 10_000, "gone", 5_000).await;
    assert!(t.get("r").await.is_empty());
    put_for(&t, cx.now() - 10_000, "there", 600_000).await;
    assert_eq!(t.get("r").await.len(), 1);
}

pub async fn the_older_value_shows_when_a_cell_has_expired(cx: &Cx) {
    needs!(cx: CellTtl);
    let t = cx.table().await;
    t.put("r", "f:q", 5, "for ever").await;
    put_for(&t, cx.now() - 10_000, "for 5 s", 5_000).await;
    assert_eq!(t.get("r").await, ["f:q@5=for ever"]);
}

pub async fn a_cell_ttl_beats_min_versions(cx: &Cx) {
    needs!(cx: CellTtl);
    let Some(t) = with_min_versions(cx, 3).await else { return };
    put_for(&t, cx.now() - 10_000, "v", 5_000).await;
    assert!(t.get("r").await.is_empty());
}

pub async fn a_cell_ttl_does_not_prolong_the_familys(cx: &Cx) {
    needs!(cx: CellTtl);
    let t = cx.table_with(|f| f.ttl = Ttl::from_secs(60)).await;
    put_for(&t, cx.now() - HOUR, "v", 10 * HOUR.unsigned_abs()).await;
    assert!(t.get("r").await.is_empty());
}

pub async fn a_major_compaction_drops_cells_past_their_own_ttl(cx: &Cx) {
    needs!(cx: CellTtl);
    let t = cx.table().await;
    t.put("r", "f:q", 5, "for ever").await;
    put_for(&t, cx.now() - 10_000, "for 5 s", 5_000).await;
    if !t.compact().await {
        return;
    }
    assert_eq!(t.versions("r").await, ["f:q@5=for ever"]);
}
