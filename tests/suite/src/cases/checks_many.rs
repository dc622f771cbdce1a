use hbase_backend::{CheckAndMutate, Comparator, CompareOp, Condition, Filter, Mutation};

use crate::Cx;

fn is_absent() -> Condition {
    Condition::Absent {
        family: b"f".to_vec(),
        qualifier: b"q".to_vec(),
    }
}

fn is(value: &str) -> Condition {
    Condition::Compare {
        family: b"f".to_vec(),
        qualifier: b"q".to_vec(),
        op: CompareOp::Equal,
        comparator: Comparator::Binary(value.into()),
    }
}

fn put(row: &str, value: &str) -> Mutation {
    let mut mutation = Mutation::new(row);
    mutation.put_at(b"f", b"q", 5, value.as_bytes()).expect("short");
    mutation
}

fn put_if(condition: Condition, row: &str, value: &str) -> CheckAndMutate {
    CheckAndMutate::new(condition, put(row, value))
}

pub async fn each_condition_is_that_of_its_row(cx: &Cx) {
    needs!(cx: CheckAndMutate);
    let t = cx.table().await;
    t.rows(&["a", "b", "d"]).await;
    let checks = vec![
        put_if(is("d"), "d", "new"),
        put_if(is("a"), "a", "new"),
        put_if(is("other"), "b", "new"),
        put_if(is_absent(), "c", "new"),
        put_if(is("c"), "missing", "new"),
    ];
    let done = t.check_many(checks).await;
    assert_eq!(done, [Ok(true), Ok(true), Ok(false), Ok(true), Ok(false)]);
    assert_eq!(t.get("a").await, ["f:q@5=new"]);
    assert_eq!(t.get("b").await, ["f:q@1=b"]);
    assert_eq!(t.get("c").await, ["f:q@5=new"]);
    assert_eq!(t.get("d").await, ["f:q@5=new"]);
    assert!(t.get("missing").await.is_empty());
}

pub async fn those_of_one_row_take_effect_in_their_order(cx: &Cx) {
    needs!(cx: CheckAndMutate);
    let t = cx.table().await;
    let checks = vec![
        put_if(is_absent(), "r", "1"),
        put_if(is_absent(), "s", "1"),
        put_if(is_absent(), "r", "2"),
        put_if(is("1"), "r", "3"),
        put_if(is("2"), "r", "4"),
        put_if(is("3"), "r", "5"),
    ];
    let done = t.check_many(checks).await;
    let expected = [Ok(true), Ok(true), Ok(false), Ok(true), Ok(false), Ok(true)];
    assert_eq!(done, expected);
    assert_eq!(t.get("r").await, ["f:q@5=5"]);
}

pub async fn puts_and_deletes_of_many_rows(cx: &Cx) {
    needs!(cx: AtomicRowMutation, CheckAndMutate);
    let t = cx.table().await;
    t.rows(&["a", "b", "c", "d"]).await;
    let both = |row: &str| {
        let mut mutation = put(row, "new");
        mutation.put_at(b"f", b"done", 1, b"yes").expect("short");
        mutation.delete_column(b"g", b"other", Some(9)).expect("short");
        mutation
    };
    for row in ["a", "b", "c", "d"] {
        t.put(row, "g:other", 1, "x").await;
    }
    let mut deletion = Mutation::new("d");
    deletion.delete_row(Some(9));
    let checks = vec![
        CheckAndMutate::new(is("a"), both("a")),
        CheckAndMutate::new(is("other"), both("b")),
        put_if(is("c"), "c", "new"),
        CheckAndMutate::new(is("d"), deletion),
    ];
    let done = t.check_many(checks).await;
    assert_eq!(done, [Ok(true), Ok(false), Ok(true), Ok(true)]);
    assert_eq!(t.get("a").await, ["f:done@1=yes", "f:q@5=new"]);
    assert_eq!(t.get("b").await, ["f:q@1=b", "g:other@1=x"]);
    assert_eq!(t.get("c").await, ["f:q@5=new", "g:other@1=x"]);
    assert!(t.get("d").await.is_empty());
}

pub async fn a_filter_is_a_condition_among_others(cx: &Cx) {
    needs!(cx: CheckAndMutate, Filters);
    let t = cx.table().await;
    t.rows(&["a", "b", "c"]).await;
    let has = |value: &str| {
        let value = Comparator::Binary(value.into());
        Condition::Filter(Filter::Value(CompareOp::Equal, value))
    };
    let checks = vec![
        put_if(is("a"), "a", "new"),
        put_if(has("b"), "b", "new"),
        put_if(has("other"), "c", "new"),
        put_if(is("c"), "c", "last"),
    ];
    let done = t.check_many(checks).await;
    assert_eq!(done, [Ok(true), Ok(true), Ok(false), Ok(true)]);
    assert_eq!(t.get("b").await, ["f:q@5=new"]);
    assert_eq!(t.get("c").await, ["f:q@5=last"]);
}

pub async fn an_error_is_its_rows_own(cx: &Cx) {
    needs!(cx: CheckAndMutate);
    let t = cx.table().await;
    let mut unknown = Mutation::new("b");
    unknown.put_at(b"nope", b"q", 5, b"x").expect("short");
    let empty = Mutation::new("c");
    let checks = vec![
        put_if(is_absent(), "a", "new"),
        CheckAndMutate::new(is_absent(), unknown),
        CheckAndMutate::new(is_absent(), empty),
        put_if(is_absent(), "d", "new"),
    ];
    let done = t.check_many(checks).await;
    assert_eq!((&done[0], &done[3]), (&Ok(true), &Ok(true)));
    assert!(done[1].is_err() && done[2].is_err(), "{done:?}");
    assert_eq!(t.get("a").await, ["f:q@5=new"]);
    assert_eq!(t.get("d").await, ["f:q@5=new"]);
}

pub async fn many_more_than_a_request_has(cx: &Cx) {
    needs!(cx: CheckAndMutate);
    let t = cx.table().await;
    let odd = (0..1300).filter(|row| row % 2 == 1);
    let puts = odd.map(|row| put(&format!("{row:04}"), "old")).collect();
    let backend = cx.backend();
    let done = backend.mutate_many(t.name(), puts, cx.soon()).await;
    assert!(done.expect("results").iter().all(Result::is_ok));
    let check = |row| put_if(is_absent(), &format!("{row:04}"), "new");
    let done = t.check_many((0..1300).map(check).collect()).await;
    for (row, held) in done.into_iter().enumerate() {
        assert_eq!(held, Ok(row % 2 == 0), "row {row}");
    }
    assert_eq!(t.get("1298").await, ["f:q@5=new"]);
    assert_eq!(t.get("1299").await, ["f:q@5=old"]);
    assert!(t.check_many(Vec::new()).await.is_empty());
}
