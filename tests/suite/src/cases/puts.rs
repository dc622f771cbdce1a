use hbase_backend::{LATEST_TIMESTAMP, Mutation};

use crate::Cx;

pub async fn a_put_is_read_back(cx: &Cx) {
    let t = cx.table().await;
    t.put("r", "f:q", 5, "v").await;
    assert_eq!(t.get("r").await, ["f:q@5=v"]);
}

pub async fn a_row_that_was_never_put_is_absent(cx: &Cx) {
    let t = cx.table().await;
    assert!(t.get("r").await.is_empty());
}

pub async fn an_empty_value_is_a_cell(cx: &Cx) {
    let t = cx.table().await;
    t.put("r", "f:q", 5, "").await;
    assert_eq!(t.get("r").await, ["f:q@5="]);
}

pub async fn an_empty_qualifier_is_a_column(cx: &Cx) {
    let t = cx.table().await;
    t.puts("r", &[("f:a", 5, "2"), ("f:", 5, "1")]).await;
    assert_eq!(t.get("r").await, ["f:@5=1", "f:a@5=2"]);
}

pub async fn the_same_timestamp_replaces(cx: &Cx) {
    let t = cx.table().await;
    t.puts("r", &[("f:q", 5, "old"), ("f:q", 5, "new")]).await;
    assert_eq!(t.versions("r").await, ["f:q@5=new"]);
}

pub async fn the_newest_timestamp_wins_not_the_last_put(cx: &Cx) {
    let t = cx.table().await;
    t.puts("r", &[("f:q", 9, "nine"), ("f:q", 5, "five")]).await;
    assert_eq!(t.get("r").await, ["f:q@9=nine"]);
}

pub async fn timestamp_zero_is_a_timestamp(cx: &Cx) {
    let t = cx.table().await;
    t.put("r", "f:q", 0, "v").await;
    assert_eq!(t.get("r").await, ["f:q@0=v"]);
}

pub async fn the_largest_timestamp_below_latest_is_kept(cx: &Cx) {
    let t = cx.table().await;
    t.put("r", "f:q", i64::MAX - 1, "v").await;
    let expected = format!("f:q@{}=v", i64::MAX - 1);
    assert_eq!(t.get("r").await, [expected]);
}

pub async fn without_a_timestamp_the_clock_gives_one(cx: &Cx) {
    let t = cx.table().await;
    t.mutate("r", |m| {
        m.put(b"f", b"q", b"v").expect("short");
    })
    .await;
    let found = t.try_get(hbase_backend::Get::new("r")).await.expect("a get");
    let row = found.expect("a row");
    let cell = row.cells().next().expect("a cell");
    assert!(cell.timestamp > 1_500_000_000_000, "{cell:?}");
    assert!(cell.timestamp < LATEST_TIMESTAMP, "{cell:?}");
}

pub async fn a_future_timestamp_hides_a_put_without_one(cx: &Cx) {
    let t = cx.table().await;
    t.put("r", "f:q", 20_151_226_122_400, "future").await;
    t.mutate("r", |m| {
        m.put(b"f", b"q", b"now").expect("short");
    })
    .await;
    assert_eq!(t.get("r").await, ["f:q@20151226122400=future"]);
}

pub async fn cells_sort_by_family_then_qualifier(cx: &Cx) {
    let t = cx.table().await;
    let puts = [("g:a", 1, "3"), ("f:b", 1, "2"), ("f:a", 1, "1"), ("f:aa", 1, "1.5")];
    t.puts("r", &puts).await;
    let expected = ["f:a@1=1", "f:aa@1=1.5", "f:b@1=2", "g:a@1=3"];
    assert_eq!(t.get("r").await, expected);
}

pub async fn qualifiers_sort_as_unsigned_bytes(cx: &Cx) {
    let t = cx.table().await;
    t.mutate("r", |m| {
        for qualifier in [&b"\xff"[..], b"\x00", b"\x00\x00", b"\x7f", b"\x80", b"\x00\xff"] {
            m.put_at(b"f", qualifier, 1, b"").expect("short");
        }
    })
    .await;
    let expected = [
        r"f:\x00@1=",
        r"f:\x00\x00@1=",
        r"f:\x00\xFF@1=",
        r"f:\x7F@1=",
        r"f:\x80@1=",
        r"f:\xFF@1=",
    ];
    assert_eq!(t.get("r").await, expected);
}

pub async fn several_columns_in_one_put(cx: &Cx) {
    let t = cx.table().await;
    t.mutate("r", |m| {
        m.put_at(b"f", b"a", 5, b"1").expect("short");
        m.put_at(b"g", b"b", 5, b"2").expect("short");
    })
    .await;
    assert_eq!(t.get("r").await, ["f:a@5=1", "g:b@5=2"]);
}

pub async fn each_cell_of_a_put_may_have_its_timestamp(cx: &Cx) {
    needs!(cx: CellTimestamps);
    let t = cx.table().await;
    t.mutate("r", |m| {
        m.put_at(b"f", b"q", 5, b"five").expect("short");
        m.put_at(b"f", b"q", 7, b"seven").expect("short");
    })
    .await;
    assert_eq!(t.versions("r").await, ["f:q@7=seven", "f:q@5=five"]);
}

pub async fn a_put_leaves_other_columns_alone(cx: &Cx) {
    let t = cx.table().await;
    t.puts("r", &[("f:a", 5, "1"), ("f:b", 6, "2")]).await;
    assert_eq!(t.get("r").await, ["f:a@5=1", "f:b@6=2"]);
}

pub async fn values_of_any_bytes_are_kept(cx: &Cx) {
    let t = cx.table().await;
    let value: Vec<u8> = (0..=255).collect();
    let mut put = Mutation::new("r");
    put.put_at(b"f", b"q", 1, &value).expect("short");
    t.try_mutate(put).await.expect("a put");
    let row = t.try_get(hbase_backend::Get::new("r")).await.expect("a get");
    assert_eq!(row.expect("a row").value(b"f", b"q"), Some(value.as_slice()));
}

pub async fn a_value_of_a_megabyte_is_kept(cx: &Cx) {
    let t = cx.table().await;
    let value = vec![b'x'; 1 << 20];
    let mut put = Mutation::new("r");
    put.put_at(b"f", b"q", 1, &value).expect("short");
    t.try_mutate(put).await.expect("a put");
    let row = t.try_get(hbase_backend::Get::new("r")).await.expect("a get");
    assert_eq!(row.expect("a row").value(b"f", b"q"), Some(value.as_slice()));
}

pub async fn rows_of_any_bytes_are_kept(cx: &Cx) {
    let t = cx.table().await;
    for row in [&b"\x00"[..], b"\x00\x01", b"\xff\xff", b"a\x00b"] {
        let mut put = Mutation::new(row);
        put.put_at(b"f", b"q", 1, b"v").expect("short");
        t.try_mutate(put).await.expect("a put");
    }
    let expected = [r"\x00", r"\x00\x01", r"a\x00b", r"\xFF\xFF"];
    assert_eq!(t.scan_keys(|_| {}).await, expected);
}
