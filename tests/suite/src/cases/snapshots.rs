use hbase_backend::{Mutation, Scan};

use crate::Cx;

fn pair(row: &str, value: &str) -> Mutation {
    let mut put = Mutation::new(row);
    put.put_at(b"f", b"q", 1, value.as_bytes()).expect("short");
    put.put_at(b"g", b"q", 1, value.as_bytes()).expect("short");
    put
}

pub async fn a_scan_sees_each_row_whole(cx: &Cx) {
    let t = cx.table().await;
    t.try_mutate(pair("a", "1")).await.expect("a put");
    t.try_mutate(pair("b", "1")).await.expect("a put");
    let mut scan = Scan::new();
    scan.caching = Some(1);
    let opened = cx.backend().scan(t.name(), scan, cx.soon()).await;
    let mut scanner = opened.expect("a scanner");
    let first = scanner.next_batch(cx.soon()).await.expect("a batch");
    assert_eq!(first.len(), 1);
    t.try_mutate(pair("b", "2")).await.expect("a put");
    let second = scanner.next_batch(cx.soon()).await.expect("a batch");
    let values: Vec<_> = second[0].cells().map(|cell| cell.value.to_vec()).collect();
    assert_eq!(values[0], values[1]);
}

pub async fn a_write_is_seen_by_the_next_read(cx: &Cx) {
    let t = cx.table().await;
    for n in 0..20 {
        let value = n.to_string();
        t.put("r", "f:q", n, &value).await;
        assert_eq!(t.get("r").await, [format!("f:q@{n}={value}")]);
    }
}

pub async fn a_dropped_scanner_leaves_the_table_usable(cx: &Cx) {
    let t = cx.table().await;
    t.rows(&["a", "b", "c"]).await;
    for _ in 0..10 {
        let mut scan = Scan::new();
        scan.caching = Some(1);
        let opened = cx.backend().scan(t.name(), scan, cx.soon()).await;
        let mut scanner = opened.expect("a scanner");
        assert_eq!(scanner.next_batch(cx.soon()).await.expect("a batch").len(), 1);
    }
    t.rows(&["d"]).await;
    assert_eq!(t.scan_keys(|_| {}).await.len(), 4);
}

pub async fn two_scanners_do_not_disturb_each_other(cx: &Cx) {
    let t = cx.table().await;
    t.rows(&["a", "b"]).await;
    let mut scan = Scan::new();
    scan.caching = Some(1);
    let backend = cx.backend();
    let mut one = backend.scan(t.name(), scan.clone(), cx.soon()).await.expect("a scanner");
    let mut two = backend.scan(t.name(), scan, cx.soon()).await.expect("a scanner");
    for expected in ["a", "b"] {
        for scanner in [&mut one, &mut two] {
            let batch = scanner.next_batch(cx.soon()).await.expect("a batch");
            assert_eq!(crate::keys(&batch), [expected]);
        }
    }
}

pub async fn a_deadline_that_has_passed_is_an_error(cx: &Cx) {
    let t = cx.table().await;
    let past = hbase_backend::Deadline::after(std::time::Duration::ZERO);
    let outcome = cx.backend().get(t.name(), &hbase_backend::Get::new("r"), past).await;
    let exceeded = matches!(outcome, Err(hbase_backend::Error::DeadlineExceeded { .. }));
    assert!(exceeded, "{outcome:?}");
}
