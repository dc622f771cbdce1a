use hbase_backend::Scan;

use crate::Cx;

pub async fn markers_show_where_they_stand(cx: &Cx) {
    needs!(cx: RawScan);
    let t = cx.table().await;
    t.put("r", "f:q", 5, "v").await;
    t.delete_column("r", "f:q", Some(7)).await;
    assert_eq!(t.raw().await, ["f:q@7 DeleteColumn", "f:q@5=v"]);
}

pub async fn all_kinds_of_marker_show(cx: &Cx) {
    needs!(cx: RawScan, DeleteVersion);
    let t = cx.table().await;
    t.delete_version("r", "f:q", Some(1)).await;
    t.delete_column("r", "f:q", Some(2)).await;
    t.delete_family("r", "f", Some(3)).await;
    t.mutate("r", |m| {
        m.delete_family_version(b"f", 4).expect("short");
    })
    .await;
    let expected = [
        "f:@4 DeleteFamilyVersion",
        "f:@3 DeleteFamily",
        "f:q@2 DeleteColumn",
        "f:q@1 Delete",
    ];
    assert_eq!(t.raw().await, expected);
}

pub async fn a_marker_comes_before_a_put_of_its_timestamp(cx: &Cx) {
    needs!(cx: RawScan, DeleteVersion);
    let t = cx.table().await;
    t.put("r", "f:q", 5, "v").await;
    t.delete_version("r", "f:q", Some(5)).await;
    t.delete_column("r", "f:q", Some(5)).await;
    assert_eq!(t.raw().await, ["f:q@5 DeleteColumn", "f:q@5 Delete", "f:q@5=v"]);
}

pub async fn a_row_of_markers_alone_shows(cx: &Cx) {
    needs!(cx: RawScan);
    let t = cx.table().await;
    t.delete_row("r", Some(5)).await;
    assert_eq!(t.raw().await, ["f:@5 DeleteFamily", "g:@5 DeleteFamily"]);
}

pub async fn more_versions_than_the_family_keeps_may_show(cx: &Cx) {
    needs!(cx: RawScan);
    let t = cx.table().await;
    t.puts("r", &[("f:q", 1, "1"), ("f:q", 2, "2"), ("f:q", 3, "3")]).await;
    let found = t
        .scan_cells(|scan| {
            scan.raw = true;
            scan.read.max_versions = 2;
        })
        .await;
    assert_eq!(found, ["f:q@3=3", "f:q@2=2"]);
}

pub async fn a_time_range_holds_for_markers_too(cx: &Cx) {
    needs!(cx: RawScan);
    let t = cx.table().await;
    t.put("r", "f:q", 5, "v").await;
    t.delete_column("r", "f:q", Some(7)).await;
    let found = t
        .scan_cells(|scan| {
            scan.raw = true;
            scan.read.time_range.max = 7;
        })
        .await;
    assert_eq!(found, ["f:q@5=v"]);
}

pub async fn single_columns_are_refused(cx: &Cx) {
    needs!(cx: RawScan);
    let t = cx.table().await;
    let mut scan = Scan::new();
    scan.raw = true;
    scan.read.add_column(b"f", b"q");
    assert!(t.try_scan(scan).await.is_err());
}

pub async fn a_whole_family_may_be_asked_for(cx: &Cx) {
    needs!(cx: RawScan);
    let t = cx.table().await;
    t.delete_row("r", Some(5)).await;
    let found = t
        .scan_cells(|scan| {
            scan.raw = true;
            scan.read.add_family(b"g");
        })
        .await;
    assert_eq!(found, ["g:@5 DeleteFamily"]);
}
