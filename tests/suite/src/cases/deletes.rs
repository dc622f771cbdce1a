use crate::Cx;

pub async fn a_version_goes_and_the_others_stay(cx: &Cx) {
    needs!(cx: DeleteVersion);
    let t = cx.table().await;
    t.puts("r", &[("f:q", 1, "1"), ("f:q", 2, "2"), ("f:q", 3, "3")]).await;
    t.delete_version("r", "f:q", Some(2)).await;
    assert_eq!(t.versions("r").await, ["f:q@3=3", "f:q@1=1"]);
}

pub async fn the_newest_version_goes_and_the_older_shows(cx: &Cx) {
    needs!(cx: DeleteVersion);
    let t = cx.table().await;
    t.puts("r", &[("f:q", 1, "1"), ("f:q", 2, "2")]).await;
    t.delete_version("r", "f:q", Some(2)).await;
    assert_eq!(t.get("r").await, ["f:q@1=1"]);
}

pub async fn a_version_without_a_timestamp_is_the_newest_there_is(cx: &Cx) {
    needs!(cx: DeleteVersion);
    let t = cx.table().await;
    t.puts("r", &[("f:q", 1, "1"), ("f:q", 7, "7"), ("f:q", 3, "3")]).await;
    t.delete_version("r", "f:q", None).await;
    assert_eq!(t.versions("r").await, ["f:q@3=3", "f:q@1=1"]);
}

pub async fn two_versions_without_a_timestamp_are_the_two_newest(cx: &Cx) {
    needs!(cx: DeleteVersion);
    let t = cx.table().await;
    t.puts("r", &[("f:q", 1, "1"), ("f:q", 7, "7"), ("f:q", 3, "3")]).await;
    t.mutate("r", |m| {
        m.delete_version(b"f", b"q", None).expect("short");
        m.delete_version(b"f", b"q", None).expect("short");
    })
    .await;
    assert_eq!(t.versions("r").await, ["f:q@1=1"]);
}

pub async fn deleting_the_newest_again_goes_further_back(cx: &Cx) {
    needs!(cx: DeleteVersion);
    let t = cx.table().await;
    t.puts("r", &[("f:q", 1, "1"), ("f:q", 7, "7"), ("f:q", 3, "3")]).await;
    t.delete_version("r", "f:q", None).await;
    t.delete_version("r", "f:q", None).await;
    assert_eq!(t.versions("r").await, ["f:q@1=1"]);
}

pub async fn a_version_that_is_not_there_hides_nothing(cx: &Cx) {
    needs!(cx: DeleteVersion);
    let t = cx.table().await;
    t.put("r", "f:q", 5, "v").await;
    t.delete_version("r", "f:q", Some(4)).await;
    assert_eq!(t.get("r").await, ["f:q@5=v"]);
}

pub async fn a_column_goes_up_to_and_including_its_timestamp(cx: &Cx) {
    let t = cx.table().await;
    t.puts("r", &[("f:q", 1, "1"), ("f:q", 2, "2"), ("f:q", 3, "3")]).await;
    t.delete_column("r", "f:q", Some(2)).await;
    assert_eq!(t.versions("r").await, ["f:q@3=3"]);
}

pub async fn a_column_leaves_other_columns_alone(cx: &Cx) {
    let t = cx.table().await;
    t.puts("r", &[("f:a", 1, "1"), ("f:aa", 1, "2"), ("f:b", 1, "3"), ("g:a", 1, "4")]).await;
    t.delete_column("r", "f:a", Some(9)).await;
    assert_eq!(t.get("r").await, ["f:aa@1=2", "f:b@1=3", "g:a@1=4"]);
}

pub async fn the_column_of_the_empty_qualifier_goes_alone(cx: &Cx) {
    let t = cx.table().await;
    t.puts("r", &[("f:", 1, "1"), ("f:a", 1, "2")]).await;
    t.delete_column("r", "f:", Some(9)).await;
    assert_eq!(t.get("r").await, ["f:a@1=2"]);
}

pub async fn a_column_without_a_timestamp_goes_up_to_now(cx: &Cx) {
    let t = cx.table().await;
    t.puts("r", &[("f:q", 1, "past"), ("f:q", 4_000_000_000_000, "future")]).await;
    t.delete_column("r", "f:q", None).await;
    assert_eq!(t.versions("r").await, ["f:q@4000000000000=future"]);
}

pub async fn a_family_goes_up_to_and_including_its_timestamp(cx: &Cx) {
    let t = cx.table().await;
    t.puts("r", &[("f:a", 1, "1"), ("f:b", 2, "2"), ("f:c", 3, "3"), ("g:a", 1, "4")]).await;
    t.delete_family("r", "f", Some(2)).await;
    assert_eq!(t.get("r").await, ["f:c@3=3", "g:a@1=4"]);
}

pub async fn a_family_takes_the_empty_qualifier_along(cx: &Cx) {
    let t = cx.table().await;
    t.puts("r", &[("f:", 1, "1"), ("f:", 5, "5")]).await;
    t.delete_family("r", "f", Some(3)).await;
    assert_eq!(t.versions("r").await, ["f:@5=5"]);
}

pub async fn a_familys_version_goes_in_every_column(cx: &Cx) {
    needs!(cx: DeleteVersion);
    let t = cx.table().await;
    t.puts("r", &[("f:a", 1, "1"), ("f:a", 2, "2"), ("f:b", 2, "2"), ("f:b", 3, "3")]).await;
    t.mutate("r", |m| {
        m.delete_family_version(b"f", 2).expect("short");
    })
    .await;
    assert_eq!(t.versions("r").await, ["f:a@1=1", "f:b@3=3"]);
}

pub async fn a_row_goes_in_every_family(cx: &Cx) {
    let t = cx.table().await;
    t.puts("r", &[("f:a", 1, "1"), ("g:a", 2, "2"), ("g:b", 9, "9")]).await;
    t.delete_row("r", Some(5)).await;
    assert_eq!(t.get("r").await, ["g:b@9=9"]);
}

pub async fn a_row_leaves_other_rows_alone(cx: &Cx) {
    let t = cx.table().await;
    t.rows(&["r", "r1", "ra"]).await;
    t.delete_row("r", None).await;
    assert_eq!(t.scan_keys(|_| {}).await, ["r1", "ra"]);
}

pub async fn a_row_that_is_not_there_can_be_deleted(cx: &Cx) {
    let t = cx.table().await;
    t.delete_row("r", None).await;
    assert!(t.get("r").await.is_empty());
}

pub async fn a_put_at_the_deletes_timestamp_is_hidden(cx: &Cx) {
    let t = cx.table().await;
    t.delete_column("r", "f:q", Some(5)).await;
    t.put("r", "f:q", 5, "v").await;
    assert!(t.get("r").await.is_empty());
}

pub async fn a_put_that_arrives_late_is_hidden(cx: &Cx) {
    let t = cx.table().await;
    t.delete_family("r", "f", Some(10)).await;
    t.put("r", "f:q", 7, "late").await;
    assert!(t.get("r").await.is_empty());
}

pub async fn a_newer_put_shows_through(cx: &Cx) {
    let t = cx.table().await;
    t.put("r", "f:q", 5, "old").await;
    t.delete_row("r", Some(7)).await;
    t.put("r", "f:q", 8, "new").await;
    assert_eq!(t.versions("r").await, ["f:q@8=new"]);
}

pub async fn after_a_major_compaction_a_late_put_shows(cx: &Cx) {
    let t = cx.table().await;
    t.put("r", "f:q", 5, "old").await;
    t.delete_column("r", "f:q", Some(10)).await;
    if !t.compact().await {
        return;
    }
    t.put("r", "f:q", 7, "late").await;
    assert_eq!(t.versions("r").await, ["f:q@7=late"]);
}

pub async fn a_major_compaction_drops_what_was_deleted(cx: &Cx) {
    needs!(cx: RawScan);
    let t = cx.table().await;
    t.puts("r", &[("f:a", 5, "gone"), ("f:b", 5, "stays")]).await;
    t.delete_column("r", "f:a", Some(6)).await;
    if !t.compact().await {
        return;
    }
    assert_eq!(t.raw().await, ["f:b@5=stays"]);
}

pub async fn a_late_version_delete_hides_only_its_version(cx: &Cx) {
    needs!(cx: DeleteVersion);
    let t = cx.table().await;
    t.delete_version("r", "f:q", Some(5)).await;
    t.puts("r", &[("f:q", 4, "4"), ("f:q", 5, "5"), ("f:q", 6, "6")]).await;
    assert_eq!(t.versions("r").await, ["f:q@6=6", "f:q@4=4"]);
}

pub async fn a_deleted_row_is_not_in_a_scan(cx: &Cx) {
    let t = cx.table().await;
    t.rows(&["a", "b", "c"]).await;
    t.delete_row("b", Some(1)).await;
    assert_eq!(t.scan_keys(|_| {}).await, ["a", "c"]);
}

pub async fn several_markers_of_a_column_hide_what_any_hides(cx: &Cx) {
    needs!(cx: DeleteVersion);
    let t = cx.table().await;
    t.puts("r", &[("f:q", 1, "1"), ("f:q", 5, "5"), ("f:q", 7, "7")]).await;
    t.delete_column("r", "f:q", Some(2)).await;
    t.delete_version("r", "f:q", Some(7)).await;
    assert_eq!(t.versions("r").await, ["f:q@5=5"]);
}

pub async fn a_family_deleted_behind_a_column_of_it_takes_nothing_back(cx: &Cx) {
    needs!(cx: CellTimestamps);
    let t = cx.table().await;
    t.puts("r", &[("f:a", 1, "1"), ("f:a", 5, "5"), ("f:b", 2, "2"), ("f:b", 5, "5")]).await;
    t.mutate("r", |m| {
        m.delete_column(b"f", b"a", Some(5)).expect("short");
        m.delete_family(b"f", Some(3)).expect("short");
        m.delete_family(b"f", Some(1)).expect("short");
    })
    .await;
    assert_eq!(t.versions("r").await, ["f:b@5=5"]);
}
