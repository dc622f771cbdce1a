use hbase_backend::Append;

use crate::Cx;

pub async fn an_absent_value_counts_as_empty(cx: &Cx) {
    let t = cx.table().await;
    let row = t.append("r", "f:q", "ab").await.expect("an append");
    assert_eq!(row.value(b"f", b"q"), Some(b"ab".as_slice()));
}

pub async fn the_addition_comes_behind(cx: &Cx) {
    let t = cx.table().await;
    t.put("r", "f:q", 1, "ab").await;
    let row = t.append("r", "f:q", "cd").await.expect("an append");
    assert_eq!(row.value(b"f", b"q"), Some(b"abcd".as_slice()));
    let stored = t.get("r").await;
    assert!(stored[0].ends_with("=abcd"), "{stored:?}");
}

pub async fn the_old_version_stays(cx: &Cx) {
    let t = cx.table().await;
    t.put("r", "f:q", 1, "ab").await;
    t.append("r", "f:q", "cd").await.expect("an append");
    let stored = t.versions("r").await;
    assert_eq!(stored.len(), 2);
    assert_eq!(stored[1], "f:q@1=ab");
}

pub async fn the_new_cell_is_newer_than_a_future_one(cx: &Cx) {
    let t = cx.table().await;
    t.put("r", "f:q", 4_000_000_000_000, "a").await;
    t.append("r", "f:q", "b").await.expect("an append");
    assert_eq!(t.get("r").await, ["f:q@4000000000001=ab"]);
}

pub async fn several_columns_at_once(cx: &Cx) {
    let t = cx.table().await;
    let column = |family: &[u8], addition: &[u8]| (family.to_vec(), b"q".to_vec(), addition.to_vec());
    let append = Append {
        row: b"r".to_vec(),
        columns: vec![column(b"g", b"2"), column(b"f", b"1")],
        ..Append::default()
    };
    let done = cx.backend().append(t.name(), append, cx.soon()).await;
    let row = done.expect("an append");
    assert_eq!(row.value(b"f", b"q"), Some(b"1".as_slice()));
    assert_eq!(row.value(b"g", b"q"), Some(b"2".as_slice()));
}

pub async fn a_deleted_value_counts_as_empty(cx: &Cx) {
    let t = cx.table().await;
    t.put("r", "f:q", 1, "old").await;
    t.delete_row("r", Some(5)).await;
    let row = t.append("r", "f:q", "new").await.expect("an append");
    assert_eq!(row.value(b"f", b"q"), Some(b"new".as_slice()));
}
