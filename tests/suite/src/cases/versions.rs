use crate::Cx;

pub async fn one_version_unless_said(cx: &Cx) {
    let t = cx.table_with(|_| {}).await;
    t.puts("r", &[("f:q", 1, "1"), ("f:q", 2, "2")]).await;
    assert_eq!(t.versions("r").await, ["f:q@2=2"]);
}

pub async fn a_get_gives_one_version_unless_asked(cx: &Cx) {
    let t = cx.table().await;
    t.puts("r", &[("f:q", 1, "1"), ("f:q", 2, "2")]).await;
    assert_eq!(t.get("r").await, ["f:q@2=2"]);
}

pub async fn versions_come_newest_first(cx: &Cx) {
    let t = cx.table().await;
    t.puts("r", &[("f:q", 2, "2"), ("f:q", 3, "3"), ("f:q", 1, "1")]).await;
    assert_eq!(t.versions("r").await, ["f:q@3=3", "f:q@2=2", "f:q@1=1"]);
}

pub async fn no_more_versions_than_the_family_keeps(cx: &Cx) {
    let t = cx.table().await;
    let puts = [("f:q", 1, "1"), ("f:q", 2, "2"), ("f:q", 3, "3"), ("f:q", 4, "4")];
    t.puts("r", &puts).await;
    assert_eq!(t.versions("r").await, ["f:q@4=4", "f:q@3=3", "f:q@2=2"]);
}

pub async fn no_more_versions_than_asked_for(cx: &Cx) {
    let t = cx.table().await;
    t.puts("r", &[("f:q", 1, "1"), ("f:q", 2, "2"), ("f:q", 3, "3")]).await;
    let found = t.read("r", |read| read.max_versions = 2).await;
    assert_eq!(found, ["f:q@3=3", "f:q@2=2"]);
}

pub async fn versions_are_counted_per_column(cx: &Cx) {
    let t = cx.table().await;
    let puts = [("f:a", 1, "1"), ("f:a", 2, "2"), ("f:b", 1, "1"), ("f:b", 2, "2")];
    t.puts("r", &puts).await;
    let found = t.read("r", |read| read.max_versions = 1).await;
    assert_eq!(found, ["f:a@2=2", "f:b@2=2"]);
}

pub async fn each_family_keeps_its_own_number(cx: &Cx) {
    let t = cx.table().await;
    let puts = [("f:q", 1, "1"), ("f:q", 2, "2"), ("g:q", 1, "1"), ("g:q", 2, "2")];
    t.puts("r", &puts).await;
    assert_eq!(t.versions("r").await, ["f:q@2=2", "f:q@1=1", "g:q@2=2"]);
}

pub async fn versions_of_a_single_column(cx: &Cx) {
    let t = cx.table().await;
    t.puts("r", &[("f:a", 1, "1"), ("f:a", 2, "2"), ("f:b", 1, "1")]).await;
    let found = t
        .read("r", |read| {
            read.max_versions = 5;
            read.add_column(b"f", b"a");
        })
        .await;
    assert_eq!(found, ["f:a@2=2", "f:a@1=1"]);
}

pub async fn a_superseded_version_is_gone_after_compaction(cx: &Cx) {
    let t = cx.table_with(|_| {}).await;
    t.puts("r", &[("f:q", 1, "1"), ("f:q", 2, "2")]).await;
    if !t.compact().await {
        return;
    }
    assert!(t.time_range("r", 0, 2).await.is_empty());
}

pub async fn the_kept_versions_survive_compaction(cx: &Cx) {
    let t = cx.table().await;
    let puts = [("f:q", 1, "1"), ("f:q", 2, "2"), ("f:q", 3, "3"), ("f:q", 4, "4")];
    t.puts("r", &puts).await;
    if !t.compact().await {
        return;
    }
    assert_eq!(t.versions("r").await, ["f:q@4=4", "f:q@3=3", "f:q@2=2"]);
}

pub async fn a_deleted_version_does_not_count(cx: &Cx) {
    needs!(cx: DeleteVersion);
    let t = cx.table().await;
    t.puts("r", &[("f:q", 1, "1"), ("f:q", 2, "2"), ("f:q", 3, "3")]).await;
    t.delete_version("r", "f:q", Some(3)).await;
    let found = t.read("r", |read| read.max_versions = 2).await;
    assert_eq!(found, ["f:q@2=2", "f:q@1=1"]);
}

pub async fn many_versions_in_one_column(cx: &Cx) {
    let t = cx.table_with(|f| f.versions = Some(1000)).await;
    for timestamp in 1..=300_i64 {
        t.put("r", "f:q", timestamp, &timestamp.to_string()).await;
    }
    let found = t.versions("r").await;
    assert_eq!(found.len(), 300);
    assert_eq!(found[0], "f:q@300=300");
    assert_eq!(found[299], "f:q@1=1");
}

pub async fn a_column_behind_one_of_many_versions_is_found(cx: &Cx) {
    let t = cx.table_with(|f| f.versions = Some(1000)).await;
    for timestamp in 1..=300 {
        t.put("r", "f:a", timestamp, "").await;
    }
    t.put("r", "f:b", 1, "found").await;
    assert_eq!(t.get("r").await, ["f:a@300=", "f:b@1=found"]);
    let found = t.read("r", |read| read.add_column(b"f", b"b")).await;
    assert_eq!(found, ["f:b@1=found"]);
}

pub async fn versions_need_not_be_times(cx: &Cx) {
    let t = cx.table().await;
    t.puts("r", &[("f:q", 20_151_226, "26"), ("f:q", 20_151_227, "27")]).await;
    assert_eq!(t.versions("r").await, ["f:q@20151227=27", "f:q@20151226=26"]);
}
