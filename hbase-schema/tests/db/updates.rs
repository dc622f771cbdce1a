//! Counters, appends, conditions.

use crate::support::{Ticket, TicketKey, memory};

fn ticket(id: &str, state: &str, level: i32) -> Ticket {
    Ticket {
        id: id.into(),
        state: Some(state.into()),
        hits: None,
        level: Some(level),
        marker: None,
    }
}

#[tokio::test]
async fn counters_count_and_wrap() {
    let db = memory().await;
    let key = TicketKey { id: "c".into() };
    assert_eq!(db.increment(&key, Ticket::HITS, 5).await.unwrap(), 5);
    assert_eq!(db.increment(&key, Ticket::HITS, -7).await.unwrap(), -2);
    assert_eq!(
        db.increment(&key, Ticket::HITS, i64::MIN).await.unwrap(),
        i64::MAX - 1
    );
    assert_eq!(
        db.get(&key).await.unwrap().unwrap().hits,
        Some(i64::MAX - 1)
    );
    let sum = |db: hbase_schema::Connection| async move {
        for _ in 0..100 {
            let key = TicketKey { id: "sum".into() };
            db.increment(&key, Ticket::HITS, 1).await.unwrap();
        }
    };
    let tasks: Vec<_> = (0..4).map(|_| tokio::spawn(sum(db.clone()))).collect();
    for task in tasks {
        task.await.unwrap();
    }
    let key = TicketKey { id: "sum".into() };
    assert_eq!(db.increment(&key, Ticket::HITS, 0).await.unwrap(), 400);
}

#[tokio::test]
async fn a_cell_that_is_no_counter_is_an_error_that_names_it() {
    let db = memory().await;
    let key = TicketKey { id: "c".into() };
    db.mutate(&key)
        .put_raw("D1", b"HITS", b"abc")
        .await
        .unwrap();
    let error = db.increment(&key, Ticket::HITS, 1).await.unwrap_err();
    let text = error.to_string();
    assert!(
        text.starts_with("increment, table DLQX:ORDER_STATE, row `c`, column D1:HITS: "),
        "{text}"
    );
    assert_eq!(error.context().unwrap().column(), Some("D1:HITS"));
}

#[tokio::test]
async fn text_is_appended() {
    let db = memory().await;
    let key = TicketKey { id: "a".into() };
    assert_eq!(
        db.append(&key, Ticket::STATE, "ab")
            .await
            .unwrap()
            .as_deref(),
        Some("ab")
    );
    assert_eq!(
        db.append(&key, Ticket::STATE, "c")
            .await
            .unwrap()
            .as_deref(),
        Some("abc")
    );
}

/// The conditions have the names of the filters of columns, and hold where these match.
#[tokio::test]
async fn conditions_compare_as_filters_do() {
    let db = memory().await;
    let ticket = ticket("o", "new", -3);
    let key = ticket.key();
    db.put(&ticket).await.unwrap();
    for value in [-4, -3, -2] {
        let level = Ticket::LEVEL;
        let check = || db.check(&key);
        let conditions = [
            (check().eq(level, Some(value)), level.eq(value)),
            (check().ne(level, Some(value)), level.ne(value)),
            (check().lt(level, value), level.lt(value)),
            (check().le(level, value), level.le(value)),
            (check().gt(level, value), level.gt(value)),
            (check().ge(level, value), level.ge(value)),
            (check().is_some(level), level.is_some()),
            (check().is_none(level), level.is_none()),
        ];
        for (index, (condition, filter)) in conditions.into_iter().enumerate() {
            let matches = db.scan(Ticket::scan().all()).filter(filter).count();
            let matches = matches.await.unwrap() == 1;
            let held = condition.put(&ticket).await.unwrap();
            assert_eq!(held, matches, "condition {index} with {value}");
        }
    }
}

#[tokio::test]
async fn conditions_hold_or_do_not() {
    let db = memory().await;
    let new = ticket("o", "new", -3);
    let key = new.key();
    let state = Ticket::STATE;
    let check = || db.check(&key);
    assert!(check().is_none(state).put(&new).await.unwrap());
    assert!(!check().is_none(state).put(&new).await.unwrap());
    assert!(!check().eq(state, "old").put(&new).await.unwrap());
    assert!(!check().ne(state, "new").put(&new).await.unwrap());
    assert!(check().ne(state, "old").put(&new).await.unwrap());
    let nobody = TicketKey {
        id: "nobody".into(),
    };
    let of_nobody = db.check(&nobody).ne(state, "old");
    assert!(!of_nobody.delete().await.unwrap());
    let paid = ticket("o", "paid", 7);
    assert!(check().eq(state, "new").replace(&paid).await.unwrap());
    assert_eq!(db.get(&key).await.unwrap(), Some(paid));
    let change = db.mutate(&key).put(Ticket::MARKER, true);
    let change = change.delete(Ticket::LEVEL);
    assert!(check().eq(state, "paid").mutate(change).await.unwrap());
    assert!(check().eq(Ticket::LEVEL, None).delete().await.unwrap());
    assert!(!db.exists(&key).await.unwrap());
}

#[tokio::test]
async fn comparisons_mean_the_cell_against_the_value() {
    let db = memory().await;
    for level in [-5, -1, 0, 4, 5, 6] {
        let row = ticket("o", "new", level);
        db.put(&row).await.unwrap();
        let key = row.key();
        for value in [-6, -5, -1, 0, 5, 7] {
            for (operator, filter, holds) in [
                ("<", Ticket::LEVEL.lt(value), level < value),
                ("<=", Ticket::LEVEL.le(value), level <= value),
                (">", Ticket::LEVEL.gt(value), level > value),
                (">=", Ticket::LEVEL.ge(value), level >= value),
                ("==", Ticket::LEVEL.eq(value), level == value),
                ("!=", Ticket::LEVEL.ne(value), level != value),
            ] {
                let held = db.check(&key).that(filter).put(&row).await.unwrap();
                assert_eq!(held, holds, "{level} {operator} {value}");
            }
        }
    }
    let nobody = TicketKey {
        id: "nobody".into(),
    };
    for filter in [Ticket::LEVEL.lt(1), Ticket::STATE.eq("")] {
        assert!(!db.check(&nobody).that(filter).delete().await.unwrap());
    }
}

#[tokio::test]
async fn a_condition_reaches_no_other_row() {
    let db = memory().await;
    let key = TicketKey { id: "a".into() };
    let error = db
        .check(&key)
        .is_none(Ticket::STATE)
        .put(&ticket("b", "new", 1))
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "check, table DLQX:ORDER_STATE, row `a`: found a write of row `b`, expected one of the row that is checked: a condition reaches no other row"
    );
}

/// The comparison of `HBase` takes bytes alone: other filters are sent as filters.
#[tokio::test]
async fn a_condition_takes_each_filter_of_a_text() {
    let db = memory().await;
    let row = ticket("t", "new", 1);
    db.put(&row).await.unwrap();
    let that = async |filter| db.check(&row.key()).that(filter).put(&row).await.unwrap();
    assert!(that(Ticket::STATE.starts_with("n")).await);
    assert!(!that(Ticket::STATE.starts_with("e")).await);
    assert!(that(Ticket::STATE.contains("ew")).await);
    assert!(!that(Ticket::STATE.contains("EW")).await);
}

#[tokio::test]
#[allow(deprecated, reason = "the earlier names are called")]
async fn conditions_have_their_earlier_names_too() {
    let db = memory().await;
    let row = ticket("e", "new", 1);
    let check = || db.check(&row.key());
    assert!(check().absent(Ticket::STATE).put(&row).await.unwrap());
    assert!(!check().absent(Ticket::STATE).put(&row).await.unwrap());
    for (state, is_equal) in [("new", true), ("old", false)] {
        let equals = check().equals(Ticket::STATE, state).put(&row);
        assert_eq!(equals.await.unwrap(), is_equal);
        let differs = check().differs(Ticket::STATE, state).put(&row);
        assert_eq!(differs.await.unwrap(), !is_equal);
    }
}

#[tokio::test]
async fn values_are_given_by_reference_too() {
    let db = memory().await;
    let row = ticket("r", "new", 1);
    let seven = &Some(7);
    let level = |level: Option<i32>| {
        let level = &level;
        let put = db.mutate(&row.key()).put(Ticket::LEVEL, level);
        async { put.await.unwrap() }
    };
    db.put(&row).await.unwrap();
    let found = async || db.get(&row.key()).await.unwrap().unwrap().level;
    level(Some(7)).await;
    assert_eq!(found().await, Some(7));
    let is_seven = || db.check(&row.key()).eq(Ticket::LEVEL, seven);
    assert!(is_seven().put(&ticket("r", "new", 8)).await.unwrap());
    assert!(!is_seven().put(&row).await.unwrap());
    level(None).await;
    assert_eq!(found().await, None);
}
