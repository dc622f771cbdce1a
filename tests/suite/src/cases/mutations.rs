use hbase_backend::{Durability, Mutation};

use crate::Cx;

pub async fn puts_and_deletes_in_one_step(cx: &Cx) {
    needs!(cx: AtomicRowMutation);
    let t = cx.table().await;
    t.puts("r", &[("f:a", 1, "1"), ("f:b", 1, "2")]).await;
    t.mutate("r", |m| {
        m.delete_column(b"f", b"a", Some(5)).expect("short");
        m.put_at(b"f", b"c", 5, b"3").expect("short");
        m.put_at(b"g", b"d", 5, b"4").expect("short");
    })
    .await;
    assert_eq!(t.get("r").await, ["f:b@1=2", "f:c@5=3", "g:d@5=4"]);
}

pub async fn a_delete_at_the_puts_timestamp_hides_the_put(cx: &Cx) {
    needs!(cx: AtomicRowMutation);
    let t = cx.table().await;
    t.mutate("r", |m| {
        m.delete_family(b"f", Some(5)).expect("short");
        m.put_at(b"f", b"q", 5, b"v").expect("short");
    })
    .await;
    assert!(t.get("r").await.is_empty());
}

pub async fn a_delete_and_a_put_without_timestamps_leave_nothing(cx: &Cx) {
    needs!(cx: AtomicRowMutation);
    let t = cx.table().await;
    t.mutate("r", |m| {
        m.delete_family(b"f", None).expect("short");
        m.put(b"f", b"q", b"v").expect("short");
    })
    .await;
    assert!(t.get("r").await.is_empty());
}

pub async fn a_delete_just_below_the_put_replaces_the_row(cx: &Cx) {
    needs!(cx: AtomicRowMutation);
    let t = cx.table().await;
    t.puts("r", &[("f:old", 1, "1")]).await;
    t.mutate("r", |m| {
        m.delete_family(b"f", Some(4)).expect("short");
        m.put_at(b"f", b"new", 5, b"2").expect("short");
    })
    .await;
    assert_eq!(t.get("r").await, ["f:new@5=2"]);
}

pub async fn the_last_put_of_a_cell_wins_within_a_mutation(cx: &Cx) {
    let t = cx.table().await;
    t.mutate("r", |m| {
        m.put_at(b"f", b"q", 5, b"first").expect("short");
        m.put_at(b"f", b"q", 5, b"second").expect("short");
    })
    .await;
    assert_eq!(t.versions("r").await, ["f:q@5=second"]);
}

pub async fn every_durability_is_visible_at_once(cx: &Cx) {
    needs!(cx: Durability);
    let t = cx.table().await;
    for (row, durability) in [
        ("default", Durability::UseDefault),
        ("skip", Durability::SkipWal),
        ("async", Durability::AsyncWal),
        ("sync", Durability::SyncWal),
        ("fsync", Durability::FsyncWal),
    ] {
        let mut put = Mutation::new(row);
        put.put_at(b"f", b"q", 1, b"v").expect("short");
        put.durability = durability;
        t.try_mutate(put).await.expect("a put");
        assert_eq!(t.get(row).await, ["f:q@1=v"], "{durability:?}");
    }
}

pub async fn many_rows_at_once(cx: &Cx) {
    let t = cx.table().await;
    let puts: Vec<_> = ["c", "a", "b"]
        .map(|row| {
            let mut put = Mutation::new(row);
            put.put_at(b"f", b"q", 1, row.as_bytes()).expect("short");
            put
        })
        .into();
    let outcomes = cx.backend().mutate_many(t.name(), puts, cx.soon()).await;
    assert!(outcomes.expect("puts").iter().all(Result::is_ok));
    assert_eq!(t.scan_keys(|_| {}).await, ["a", "b", "c"]);
}

pub async fn one_bad_row_of_many_fails_alone(cx: &Cx) {
    let t = cx.table().await;
    let puts: Vec<_> = [("a", "f"), ("b", "nope"), ("c", "g")]
        .map(|(row, family)| {
            let mut put = Mutation::new(row);
            put.put_at(family.as_bytes(), b"q", 1, b"v").expect("short");
            put
        })
        .into();
    let outcomes = cx.backend().mutate_many(t.name(), puts, cx.soon()).await;
    let outcomes = outcomes.expect("puts");
    assert!(outcomes[0].is_ok() && outcomes[2].is_ok(), "{outcomes:?}");
    assert!(outcomes[1].is_err());
    assert_eq!(t.scan_keys(|_| {}).await, ["a", "c"]);
}

pub async fn puts_and_deletes_of_many_rows(cx: &Cx) {
    let t = cx.table().await;
    t.rows(&["a", "b"]).await;
    let mut delete = Mutation::new("a");
    delete.delete_row(Some(5));
    let mut put = Mutation::new("c");
    put.put_at(b"f", b"q", 1, b"v").expect("short");
    let outcomes = cx
        .backend()
        .mutate_many(t.name(), vec![delete, put], cx.soon())
        .await;
    assert!(outcomes.expect("writes").iter().all(Result::is_ok));
    assert_eq!(t.scan_keys(|_| {}).await, ["b", "c"]);
}

pub async fn no_rows_at_all(cx: &Cx) {
    let t = cx.table().await;
    let outcomes = cx.backend().mutate_many(t.name(), Vec::new(), cx.soon()).await;
    assert!(outcomes.expect("nothing").is_empty());
}

pub async fn the_same_row_twice_in_many(cx: &Cx) {
    let t = cx.table().await;
    let puts: Vec<_> = [(1, "1"), (2, "2")]
        .map(|(timestamp, value)| {
            let mut put = Mutation::new("r");
            put.put_at(b"f", b"q", timestamp, value.as_bytes()).expect("short");
            put
        })
        .into();
    let outcomes = cx.backend().mutate_many(t.name(), puts, cx.soon()).await;
    assert!(outcomes.expect("puts").iter().all(Result::is_ok));
    assert_eq!(t.versions("r").await, ["f:q@2=2", "f:q@1=1"]);
}
