use hbase_backend::{CheckAndMutate, Comparator, CompareOp, Condition, Filter, Mutation, TimeRange};

use crate::Cx;

const ALL: [CompareOp; 6] = [
    CompareOp::Less,
    CompareOp::LessOrEqual,
    CompareOp::Equal,
    CompareOp::NotEqual,
    CompareOp::GreaterOrEqual,
    CompareOp::Greater,
];

fn absent() -> Condition {
    Condition::Absent {
        family: b"f".to_vec(),
        qualifier: b"q".to_vec(),
    }
}

fn given(op: CompareOp, value: &str) -> Condition {
    Condition::Compare {
        family: b"f".to_vec(),
        qualifier: b"q".to_vec(),
        op,
        comparator: Comparator::Binary(value.into()),
    }
}

const PUT: (&str, &str, i64, &str) = ("r", "f:done", 1, "yes");

pub async fn equal_holds_and_the_put_is_made(cx: &Cx) {
    let t = cx.table().await;
    t.put("r", "f:q", 1, "5").await;
    assert!(t.check_and_put(given(CompareOp::Equal, "5"), PUT).await);
    let found = t.get("r").await;
    assert!(found[0].starts_with("f:done@") && found[0].ends_with("=yes"), "{found:?}");
    assert_eq!(found[1..], ["f:q@1=5"]);
}

pub async fn equal_fails_and_nothing_is_made(cx: &Cx) {
    let t = cx.table().await;
    t.put("r", "f:q", 1, "5").await;
    assert!(!t.check_and_put(given(CompareOp::Equal, "6"), PUT).await);
    assert_eq!(t.get("r").await, ["f:q@1=5"]);
}

pub async fn the_given_value_stands_on_the_left(cx: &Cx) {
    needs!(cx: CheckAndMutate);
    let t = cx.table().await;
    t.put("r", "f:q", 1, "5").await;
    for (op, value, holds) in [
        (CompareOp::Less, "6", false),
        (CompareOp::Less, "4", true),
        (CompareOp::LessOrEqual, "5", true),
        (CompareOp::Greater, "6", true),
        (CompareOp::Greater, "4", false),
        (CompareOp::GreaterOrEqual, "5", true),
        (CompareOp::NotEqual, "6", true),
        (CompareOp::NotEqual, "5", false),
    ] {
        assert_eq!(t.check_and_put(given(op, value), PUT).await, holds, "{value} {op:?} 5");
    }
}

pub async fn an_absent_cell_fails_every_comparison(cx: &Cx) {
    needs!(cx: CheckAndMutate);
    let t = cx.table().await;
    for op in ALL {
        assert!(!t.check_and_put(given(op, "5"), PUT).await, "{op:?}");
    }
}

pub async fn absent_holds_where_there_is_no_cell(cx: &Cx) {
    let t = cx.table().await;
    assert!(t.check_and_put(absent(), PUT).await);
}

pub async fn absent_holds_where_the_cell_is_empty(cx: &Cx) {
    let t = cx.table().await;
    t.put("r", "f:q", 1, "").await;
    assert!(t.check_and_put(absent(), PUT).await);
}

pub async fn absent_fails_where_there_is_a_cell(cx: &Cx) {
    let t = cx.table().await;
    t.put("r", "f:q", 1, "x").await;
    assert!(!t.check_and_put(absent(), PUT).await);
}

pub async fn absent_holds_behind_a_delete(cx: &Cx) {
    let t = cx.table().await;
    t.put("r", "f:q", 1, "x").await;
    t.delete_row("r", Some(1)).await;
    assert!(t.check_and_put(absent(), ("r", "f:done", 9, "yes")).await);
}

pub async fn equal_to_nothing_is_absent(cx: &Cx) {
    let t = cx.table().await;
    assert!(t.check_and_put(given(CompareOp::Equal, ""), PUT).await);
    t.put("r", "f:q", 1, "x").await;
    assert!(!t.check_and_put(given(CompareOp::Equal, ""), PUT).await);
}

pub async fn not_equal_to_nothing_is_present(cx: &Cx) {
    needs!(cx: CheckAndMutate);
    let t = cx.table().await;
    assert!(!t.check_and_put(given(CompareOp::NotEqual, ""), PUT).await);
    t.put("r", "f:q", 1, "").await;
    assert!(!t.check_and_put(given(CompareOp::NotEqual, ""), PUT).await);
    t.put("r", "f:q", 2, "x").await;
    assert!(t.check_and_put(given(CompareOp::NotEqual, ""), PUT).await);
}

pub async fn only_the_newest_version_counts(cx: &Cx) {
    let t = cx.table().await;
    t.puts("r", &[("f:q", 1, "old"), ("f:q", 2, "new")]).await;
    assert!(!t.check_and_put(given(CompareOp::Equal, "old"), PUT).await);
    assert!(t.check_and_put(given(CompareOp::Equal, "new"), PUT).await);
}

pub async fn a_time_range_for_the_condition(cx: &Cx) {
    needs!(cx: CheckAndMutate);
    let t = cx.table().await;
    t.puts("r", &[("f:q", 1, "old"), ("f:q", 5, "new")]).await;
    let mut mutation = Mutation::new("r");
    mutation.put_at(b"f", b"done", 1, b"yes").expect("short");
    let check = CheckAndMutate {
        condition: given(CompareOp::Equal, "old"),
        time_range: TimeRange { min: 0, max: 5 },
        mutation,
    };
    assert!(t.try_check(check).await.expect("a check"));
}

pub async fn a_delete_under_a_condition(cx: &Cx) {
    needs!(cx: CheckAndMutate);
    let t = cx.table().await;
    t.puts("r", &[("f:q", 1, "5"), ("f:other", 1, "x")]).await;
    let mut mutation = Mutation::new("r");
    mutation.delete_column(b"f", b"other", Some(9)).expect("short");
    let check = CheckAndMutate {
        condition: given(CompareOp::Equal, "5"),
        time_range: TimeRange::ALL,
        mutation,
    };
    assert!(t.try_check(check).await.expect("a check"));
    assert_eq!(t.get("r").await, ["f:q@1=5"]);
}

pub async fn puts_and_deletes_under_a_condition(cx: &Cx) {
    needs!(cx: AtomicRowMutation, CheckAndMutate);
    let t = cx.table().await;
    t.puts("r", &[("f:q", 1, "5"), ("f:other", 1, "x")]).await;
    let mut mutation = Mutation::new("r");
    mutation.delete_column(b"f", b"other", Some(9)).expect("short");
    mutation.put_at(b"f", b"done", 1, b"yes").expect("short");
    let check = CheckAndMutate {
        condition: given(CompareOp::Equal, "5"),
        time_range: TimeRange::ALL,
        mutation,
    };
    assert!(t.try_check(check).await.expect("a check"));
    assert_eq!(t.get("r").await, ["f:done@1=yes", "f:q@1=5"]);
}

pub async fn a_filter_as_the_condition(cx: &Cx) {
    needs!(cx: CheckAndMutate, Filters);
    let t = cx.table().await;
    t.puts("r", &[("f:a", 1, "1"), ("f:b", 1, "2")]).await;
    let is = |column: &str, value: &str| Filter::ColumnValue {
        family: b"f".to_vec(),
        qualifier: column.into(),
        op: CompareOp::Equal,
        comparator: Comparator::Binary(value.into()),
        filter_if_missing: true,
        latest_version_only: true,
    };
    let both = |b: &str| Condition::Filter(Filter::And(vec![is("a", "1"), is("b", b)]));
    assert!(!t.check_and_put(both("3"), PUT).await);
    assert!(t.check_and_put(both("2"), PUT).await);
}

pub async fn a_column_without_a_family_is_refused(cx: &Cx) {
    let t = cx.table().await;
    let mut mutation = Mutation::new("r");
    mutation.put(b"f", b"q", b"v").expect("short");
    let check = CheckAndMutate {
        condition: Condition::Absent {
            family: b"nope".to_vec(),
            qualifier: b"q".to_vec(),
        },
        time_range: TimeRange::ALL,
        mutation,
    };
    assert!(t.try_check(check).await.is_err());
}

pub async fn a_put_of_the_checked_column_replaces_a_future_cell(cx: &Cx) {
    let t = cx.table().await;
    t.put("r", "f:q", 4_000_000_000_000, "old").await;
    let mut mutation = Mutation::new("r");
    mutation.put(b"f", b"q", b"new").expect("short");
    let check = CheckAndMutate {
        condition: given(CompareOp::Equal, "old"),
        time_range: TimeRange::ALL,
        mutation,
    };
    assert!(t.try_check(check).await.expect("a check"));
    assert_eq!(t.get("r").await, ["f:q@4000000000000=new"]);
}

pub async fn the_mutations_families_count_only_where_the_condition_holds(cx: &Cx) {
    needs!(cx: CheckAndMutate);
    let t = cx.table().await;
    let check = |condition| {
        let mut mutation = Mutation::new("r");
        mutation.put_at(b"nope", b"q", 1, b"v").expect("short");
        CheckAndMutate {
            condition,
            time_range: TimeRange::ALL,
            mutation,
        }
    };
    let made = t.try_check(check(given(CompareOp::Equal, "5"))).await;
    assert!(!made.expect("a check that does not hold"));
    assert!(t.try_check(check(absent())).await.is_err());
}
