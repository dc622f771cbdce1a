use hbase_backend::{Comparator, CompareOp, Filter, Row, Scan};

use crate::{Cx, Table, cells, keys};

async fn wide(cx: &Cx) -> Table<'_> {
    let t = cx.table().await;
    let puts = [("f:a", 1, "1"), ("f:b", 1, "2"), ("f:c", 1, "3"), ("g:a", 1, "4"), ("g:b", 1, "5")];
    t.puts("r", &puts).await;
    t.puts("s", &[("f:a", 1, "6"), ("f:b", 1, "7")]).await;
    t.puts("t", &[("f:a", 1, "8")]).await;
    t
}

fn pieces(rows: &[Row]) -> Vec<String> {
    rows.iter()
        .map(|row| {
            let key = String::from_utf8_lossy(row.key()).into_owned();
            format!("{key} {}", cells(row).join(" "))
        })
        .collect()
}

pub async fn rows_are_cut_into_pieces(cx: &Cx) {
    let t = wide(cx).await;
    let rows = t.scan(|scan| scan.batch = Some(2)).await;
    let expected = [
        "r f:a@1=1 f:b@1=2",
        "r f:c@1=3 g:a@1=4",
        "r g:b@1=5",
        "s f:a@1=6 f:b@1=7",
        "t f:a@1=8",
    ];
    assert_eq!(pieces(&rows), expected);
}

pub async fn a_batch_of_one_cell(cx: &Cx) {
    let t = wide(cx).await;
    let rows = t.scan(|scan| scan.batch = Some(1)).await;
    assert_eq!(rows.len(), 8);
}

pub async fn a_batch_larger_than_any_row(cx: &Cx) {
    let t = wide(cx).await;
    let rows = t.scan(|scan| scan.batch = Some(100)).await;
    assert_eq!(keys(&rows), ["r", "s", "t"]);
}

pub async fn a_limit_counts_rows_not_pieces(cx: &Cx) {
    let t = wide(cx).await;
    let rows = t
        .scan(|scan| {
            scan.batch = Some(2);
            scan.limit = Some(2);
        })
        .await;
    assert_eq!(keys(&rows), ["r", "r", "r", "s"]);
}

pub async fn the_last_rows_pieces_all_come(cx: &Cx) {
    let t = wide(cx).await;
    let rows = t
        .scan(|scan| {
            scan.batch = Some(1);
            scan.limit = Some(1);
        })
        .await;
    assert_eq!(keys(&rows), ["r", "r", "r", "r", "r"]);
}

pub async fn versions_are_cut_too(cx: &Cx) {
    needs!(cx: ScanVersions);
    let t = cx.table().await;
    t.puts("r", &[("f:q", 1, "1"), ("f:q", 2, "2"), ("f:q", 3, "3")]).await;
    let rows = t
        .scan(|scan| {
            scan.batch = Some(2);
            scan.read.max_versions = 3;
        })
        .await;
    assert_eq!(pieces(&rows), ["r f:q@3=3 f:q@2=2", "r f:q@1=1"]);
}

pub async fn a_cell_filter_before_the_cut(cx: &Cx) {
    needs!(cx: Filters);
    let t = wide(cx).await;
    let not_b = Filter::Qualifier(CompareOp::NotEqual, Comparator::Binary(b"b".to_vec()));
    let rows = t
        .scan(|scan| {
            scan.batch = Some(2);
            scan.read.filter = Some(not_b);
        })
        .await;
    let expected = ["r f:a@1=1 f:c@1=3", "r g:a@1=4", "s f:a@1=6", "t f:a@1=8"];
    assert_eq!(pieces(&rows), expected);
}

pub async fn a_filter_of_whole_rows_is_refused(cx: &Cx) {
    needs!(cx: Filters);
    let t = wide(cx).await;
    let mut scan = Scan::new();
    scan.batch = Some(2);
    scan.read.filter = Some(Filter::Page(1));
    assert!(t.try_scan(scan).await.is_err());
}

pub async fn pieces_and_small_round_trips(cx: &Cx) {
    let t = wide(cx).await;
    let rows = t
        .scan(|scan| {
            scan.batch = Some(2);
            scan.caching = Some(1);
        })
        .await;
    assert_eq!(keys(&rows), ["r", "r", "r", "s", "t"]);
}
