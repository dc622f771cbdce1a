use hbase_backend::Capability;
use hbase_model::{KeepDeletedCells, Ttl};

use crate::{Cx, Table};

async fn keeping(cx: &Cx, versions: u32) -> Option<Table<'_>> {
    if cx.lacks(Capability::AllAttributes) {
        return None;
    }
    let t = cx.table_with(|f| {
        f.versions = Some(versions);
        f.keep_deleted_cells = Some(KeepDeletedCells::True);
    });
    Some(t.await)
}

/// A table with a cell at 10 that is deleted up to 20.
async fn with_deleted_cell(cx: &Cx) -> Option<Table<'_>> {
    let t = keeping(cx, 3).await?;
    t.put("r", "f:q", 10, "v").await;
    t.delete_column("r", "f:q", Some(20)).await;
    Some(t)
}

pub async fn a_deleted_cell_is_hidden_from_a_plain_get(cx: &Cx) {
    let Some(t) = with_deleted_cell(cx).await else { return };
    assert!(t.get("r").await.is_empty());
}

pub async fn the_past_before_the_delete_shows_it(cx: &Cx) {
    needs!(cx: TimeRange);
    let Some(t) = with_deleted_cell(cx).await else { return };
    assert_eq!(t.time_range("r", 0, 15).await, ["f:q@10=v"]);
    assert!(t.time_range("r", 0, 25).await.is_empty());
}

pub async fn the_past_of_a_deleted_row_shows_it(cx: &Cx) {
    let Some(t) = keeping(cx, 3).await else { return };
    t.puts("r", &[("f:a", 10, "1"), ("f:b", 12, "2")]).await;
    t.delete_row("r", Some(20)).await;
    assert_eq!(t.time_range("r", 0, 20).await, ["f:a@10=1", "f:b@12=2"]);
    assert!(t.time_range("r", 0, 21).await.is_empty());
}

pub async fn the_past_outlives_a_major_compaction(cx: &Cx) {
    let Some(t) = with_deleted_cell(cx).await else { return };
    if !t.compact().await {
        return;
    }
    assert_eq!(t.time_range("r", 0, 15).await, ["f:q@10=v"]);
    assert!(t.get("r").await.is_empty());
}

pub async fn the_markers_stay_while_they_hide_something(cx: &Cx) {
    needs!(cx: RawScan);
    let Some(t) = with_deleted_cell(cx).await else { return };
    if !t.compact().await {
        return;
    }
    assert_eq!(t.raw().await, ["f:q@20 DeleteColumn", "f:q@10=v"]);
}

pub async fn deleted_cells_still_count_as_versions(cx: &Cx) {
    needs!(cx: RawScan);
    let Some(t) = keeping(cx, 1).await else { return };
    t.put("r", "f:q", 10, "old").await;
    t.delete_column("r", "f:q", Some(20)).await;
    t.put("r", "f:q", 30, "new").await;
    if !t.compact().await {
        return;
    }
    assert_eq!(t.versions("r").await, ["f:q@30=new"]);
    assert!(t.time_range("r", 0, 15).await.is_empty());
}

pub async fn without_it_the_past_is_gone_at_once(cx: &Cx) {
    let t = cx.table().await;
    t.put("r", "f:q", 10, "v").await;
    t.delete_column("r", "f:q", Some(20)).await;
    assert!(t.time_range("r", 0, 15).await.is_empty());
}

pub async fn with_ttl_the_past_is_kept_as_long_as_the_ttl(cx: &Cx) {
    needs!(cx: AllAttributes);
    let t = cx
        .table_with(|f| {
            f.ttl = Ttl::from_secs(3600);
            f.versions = Some(3);
            f.keep_deleted_cells = Some(KeepDeletedCells::Ttl);
        })
        .await;
    let now = cx.now();
    t.put("r", "f:q", now - 20_000, "v").await;
    t.delete_column("r", "f:q", Some(now - 10_000)).await;
    if !t.compact().await {
        return;
    }
    assert!(t.get("r").await.is_empty());
    let past = t.time_range("r", 0, now - 15_000).await;
    assert_eq!(past, [format!("f:q@{}=v", now - 20_000)]);
}
