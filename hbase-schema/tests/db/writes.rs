//! Puts, replacements, changes of single columns.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::{StreamExt, stream};
use hbase_schema::testing::CallKind;
use hbase_schema::{Connection, Error, Limits, RowKey};

use crate::support::{
    Drawn, Plain, PlainKey, Ticket, TicketKey, assert_contains, hollow, memory, observed, plain,
};

fn ticket(id: &str) -> Ticket {
    Ticket {
        id: id.into(),
        state: None,
        hits: None,
        level: None,
        marker: None,
    }
}

#[tokio::test]
async fn a_put_leaves_what_it_does_not_say_and_a_replacement_does_not() {
    let db = memory().await;
    let full = Plain {
        id: 1,
        n: 7,
        note: Some("old".into()),
    };
    db.put(&full).await.unwrap();
    let bare = Plain {
        note: None,
        n: 8,
        ..full.clone()
    };
    db.put(&bare).await.unwrap();
    assert_eq!(db.get(&full.key()).await.unwrap().unwrap().note, full.note);
    // Within one millisecond too: a hundred times over.
    for n in 0..100 {
        let full = Plain { n, ..full.clone() };
        db.replace(&full).await.unwrap();
        assert_eq!(db.get(&full.key()).await.unwrap(), Some(full.clone()));
        let bare = Plain { n, ..bare.clone() };
        db.replace(&bare).await.unwrap();
        assert_eq!(db.get(&full.key()).await.unwrap(), Some(bare));
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

#[tokio::test]
async fn a_replacement_keeps_columns_that_no_struct_declares() {
    let db = memory().await;
    let key = PlainKey { id: 1 };
    db.mutate(&key)
        .put_raw("D1", b"OTHER", b"kept")
        .await
        .unwrap();
    db.replace(&plain(1)).await.unwrap();
    let row = db.get_raw(&key).await.unwrap().unwrap();
    assert_eq!(row.value(b"D1", b"OTHER"), Some(b"kept".as_slice()));
}

#[tokio::test]
async fn nothing_but_none_is_an_error() {
    let db = memory().await;
    let error = db.put(&hollow("x")).await.unwrap_err().to_string();
    assert!(error.contains("row `x`: every column is `None`"), "{error}");
    let empty = ticket("x");
    for error in [
        db.put(&empty).await.unwrap_err(),
        db.replace(&empty).await.unwrap_err(),
    ] {
        let text = error.to_string();
        assert!(text.contains("table DLQX:ORDER_STATE"), "{text}");
        assert_contains(&text, "row `x`: found no value but in counters");
    }
}

#[tokio::test]
async fn of_many_rows_the_failed_ones_are_named_and_the_others_are_in() {
    let (db, observed) = observed().await;
    for id in [3, 17, 29] {
        let key = plain(id).key().encode().unwrap().as_ref().to_vec();
        let rejected = hbase_schema::model::Error::invalid("rejected by the test");
        observed.faults.on_any().row(key).always().fail(rejected);
    }
    let error = db.put_many((0..40).map(plain)).await.unwrap_err();
    let text = error.to_string();
    let Error::Batch(failed) = error else {
        panic!("{text}")
    };
    assert_eq!(failed.written, 37);
    assert_eq!(
        failed
            .failed
            .iter()
            .map(|row| row.index)
            .collect::<Vec<_>>(),
        [3, 17, 29]
    );
    assert_eq!(failed.failed[1].row.as_deref(), Some(r"\x00\x00\x00\x11"));
    assert!(failed.stopped.is_none());
    assert_eq!(
        text,
        r"put_many, table DLQX:PLAIN_ROWS: 37 rows done, 3 failed: row 3: put_many, table DLQX:PLAIN_ROWS, row `\x00\x00\x00\x03`: rejected by the test; row 17: put_many, table DLQX:PLAIN_ROWS, row `\x00\x00\x00\x11`: rejected by the test; row 29: put_many, table DLQX:PLAIN_ROWS, row `\x00\x00\x00\x1D`: rejected by the test: retry these once the cause is fixed"
    );
    assert_eq!(db.scan(Plain::scan().all()).count().await.unwrap(), 37);
}

#[tokio::test]
async fn rows_without_bytes_do_not_keep_the_others_out() {
    let db = memory().await;
    let some = |id: &str| Ticket {
        state: Some("new".into()),
        ..ticket(id)
    };
    let rows = [some("a"), ticket("b"), some("c"), some("")];
    let error = db.put_many(&rows).await.unwrap_err();
    let Error::Batch(failed) = error else {
        panic!("{error}")
    };
    assert_eq!(failed.written, 2);
    let indices: Vec<(u64, Option<&str>)> = failed
        .failed
        .iter()
        .map(|row| (row.index, row.row.as_deref()))
        .collect();
    assert_eq!(indices, [(1, Some("b")), (3, None)]);
}

#[tokio::test]
async fn a_batch_without_an_answer_ends_the_call() {
    let (_, observed) = observed().await;
    let limits = Limits::default().batch_rows(10);
    let db = Connection::with_limits(observed.clone(), limits);
    observed
        .faults
        .on(CallKind::MutateMany)
        .nth(3)
        .always()
        .lose_connection();
    let error = db.put_many((0..100).map(plain)).await.unwrap_err();
    let text = error.to_string();
    let Error::Batch(failed) = error else {
        panic!("{text}")
    };
    assert_eq!((failed.written, failed.failed.len()), (20, 0));
    let stopped = failed.stopped.unwrap();
    assert_eq!((stopped.unknown, stopped.not_tried_from), (20..30, 30));
    assert_contains(
        &text,
        "20 rows done; rows 20 to 29 may or may not be done; stopped before row 30",
    );
}

#[tokio::test]
async fn a_stream_that_pauses_does_not_hold_back_the_error() {
    let (_, observed) = observed().await;
    observed
        .faults
        .on(CallKind::MutateMany)
        .always()
        .lose_connection();
    let limits = Limits::default().batch_rows(2);
    let db = Connection::with_limits(observed, limits);
    let rows = stream::iter((0..3).map(plain)).chain(stream::pending());
    let put = db.put_stream(rows);
    let put = tokio::time::timeout(Duration::from_secs(5), put).await;
    let Err(Error::Batch(error)) = put.expect("the error, at once") else {
        panic!("no error");
    };
    let stopped = error.stopped.unwrap();
    assert_eq!((stopped.unknown, stopped.not_tried_from), (0..2, 2));
}

#[tokio::test]
async fn too_many_failed_rows_end_the_call() {
    let db = memory().await;
    let error = db
        .put_many((0..5000).map(|n| ticket(&format!("t{n}"))))
        .await
        .unwrap_err();
    let Error::Batch(failed) = error else {
        panic!("{error}")
    };
    assert!(failed.failed.len() < 3000);
    assert!(failed.stopped.unwrap().error.is_none());
}

#[tokio::test]
async fn batches_are_bounded_by_rows_and_by_bytes() {
    let (_, observed) = observed().await;
    let by_rows = Limits::default().batch_rows(7);
    let db = Connection::with_limits(observed.clone(), by_rows);
    assert_eq!(
        db.put_stream(stream::iter((0..20).map(plain)))
            .await
            .unwrap(),
        20
    );
    assert_eq!(
        std::mem::take(&mut *observed.order.batches.lock().unwrap()),
        [7, 7, 6]
    );
    let by_bytes = Limits::default().batch_bytes(100);
    let db = Connection::with_limits(observed.clone(), by_bytes);
    assert_eq!(db.put_many((0..20).map(plain)).await.unwrap(), 20);
    let batches = observed.order.batches.lock().unwrap();
    assert!(batches.iter().all(|rows| *rows <= 3), "{batches:?}");
    assert_eq!(batches.iter().sum::<usize>(), 20);
}

#[tokio::test]
async fn one_batch_is_encoded_while_another_is_written_and_no_more() {
    let (_, observed) = observed().await;
    observed.faults.on(CallKind::MutateMany).nth(2).hang();
    let limits = Limits::default().batch_rows(10);
    let db = Connection::with_limits(observed, limits);
    let taken = AtomicUsize::new(0);
    let rows = (0..100).map(|id| {
        taken.fetch_add(1, Ordering::SeqCst);
        plain(id)
    });
    let put = tokio::time::timeout(Duration::from_millis(100), db.put_many(rows));
    assert!(put.await.is_err());
    assert_eq!(taken.load(Ordering::SeqCst), 30);
}

#[tokio::test]
async fn the_last_of_equal_rows_wins() {
    let db = memory().await;
    let limits = Limits::default().batch_rows(3);
    let db = Connection::with_limits(db.backend(), limits);
    let rows = (0..50).map(|n| Plain { n, ..plain(1) });
    db.put_many(rows).await.unwrap();
    assert_eq!(db.get(&PlainKey { id: 1 }).await.unwrap().unwrap().n, 49);
}

#[tokio::test]
async fn no_rows_are_no_call() {
    let (db, observed) = observed().await;
    assert_eq!(db.put_many(std::iter::empty::<Plain>()).await.unwrap(), 0);
    assert!(observed.order.batches.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_row_whose_salt_is_drawn_is_found_at_every_value_of_it() {
    let (db, observed) = observed().await;
    let rows: Vec<Drawn> = (0..50).map(|id| Drawn { id, n: id }).collect();
    db.put_many(&rows).await.unwrap();
    for row in &rows {
        assert_eq!(db.get(&row.key()).await.unwrap().as_ref(), Some(row));
        assert!(db.exists(&row.key()).await.unwrap());
    }
    let keys: Vec<_> = rows.iter().map(Drawn::key).collect();
    let many: Vec<Option<Drawn>> = db.get_many(&keys).await.unwrap();
    assert!(
        many.iter()
            .zip(&rows)
            .all(|(found, row)| found.as_ref() == Some(row))
    );
    let scanned = db
        .scan(Drawn::scan().id(10..20))
        .rows()
        .collect()
        .await
        .unwrap();
    assert_eq!(scanned, rows[10..20]);
    assert_eq!(observed.order.scans.lock().unwrap().len(), 8);
    db.delete(&rows[7].key()).await.unwrap();
    assert_eq!(db.get(&rows[7].key()).await.unwrap(), None);
    let error = db.replace(&rows[8]).await.unwrap_err().to_string();
    assert_contains(&error, "the salt of this table is random or round-robin");
    assert_eq!(observed.order.open.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn many_rows_come_in_the_order_of_their_keys() {
    let db = memory().await;
    let limits = Limits::default().batch_rows(4);
    let db = Connection::with_limits(db.backend(), limits);
    db.put_many((0..30).map(plain)).await.unwrap();
    let keys: Vec<PlainKey> = [29, 3, 100, 3, 7, 0, 12, 5, 31]
        .map(|id| PlainKey { id })
        .into();
    let rows: Vec<Option<Plain>> = db.get_many(&keys).await.unwrap();
    for (key, row) in keys.iter().zip(rows) {
        assert_eq!(row, (key.id < 30).then(|| plain(key.id)));
    }
}

#[tokio::test]
async fn a_column_is_not_put_and_deleted_in_one_step() {
    let db = memory().await;
    let key = PlainKey { id: 1 };
    db.put(&plain(1)).await.unwrap();
    for mutation in [
        db.mutate(&key).delete(Plain::NOTE).put(Plain::NOTE, "new"),
        db.mutate(&key)
            .put(Plain::NOTE, "new")
            .put(Plain::NOTE, None),
    ] {
        let error = mutation.await.unwrap_err().to_string();
        assert_contains(&error, "column D1:NOTE: put and deleted in one step");
    }
    assert_eq!(db.get(&key).await.unwrap(), Some(plain(1)));
}

#[tokio::test]
async fn pieces_of_a_row_change_together() {
    let db = memory().await;
    let key = TicketKey { id: "m1".into() };
    db.mutate(&key)
        .put(Ticket::STATE, "new")
        .put(Ticket::LEVEL, 3)
        .put(Ticket::MARKER, Some(true))
        .put_raw("IDX", b"\x01subject", b"0123456789abcdef")
        .await
        .unwrap();
    let row = db.get(&key).await.unwrap().unwrap();
    assert_eq!(
        (row.state.as_deref(), row.level, row.marker),
        (Some("new"), Some(3), Some(true))
    );
    let index = db.get_raw(&key).family("IDX").await.unwrap().unwrap();
    assert_eq!(
        index.value(b"IDX", b"\x01subject"),
        Some(b"0123456789abcdef".as_slice())
    );
    db.mutate(&key)
        .delete((Ticket::LEVEL, Ticket::MARKER))
        .delete_raw("IDX", b"\x01subject")
        .put(Ticket::STATE, None)
        .set_counter(Ticket::HITS, 4)
        .await
        .unwrap();
    assert_eq!(
        db.get(&key).await.unwrap(),
        Some(Ticket {
            hits: Some(4),
            ..ticket("m1")
        })
    );
    assert_eq!(db.get_raw(&key).family("IDX").await.unwrap(), None);
    let error = db
        .mutate(&key)
        .put_raw("D9", b"X", b"")
        .await
        .unwrap_err()
        .to_string();
    assert_eq!(
        error,
        "mutate, table DLQX:ORDER_STATE, row `m1`, column D9:X: Ticket declares no family D9: declare it with `#[family(\"D9\")]`"
    );
    assert!(db.mutate(&key).await.is_err());
}

#[tokio::test]
async fn cells_expire_when_told() {
    let db = memory().await;
    let brief = db.ttl(Duration::from_millis(20));
    brief.put(&plain(1)).await.unwrap();
    db.put(&plain(2)).await.unwrap();
    tokio::time::sleep(Duration::from_millis(60)).await;
    assert!(!db.exists(&PlainKey { id: 1 }).await.unwrap());
    assert!(db.exists(&PlainKey { id: 2 }).await.unwrap());
}

/// Rows that certainly were not written are not reported as unknown.
#[tokio::test]
async fn a_table_that_is_missing_is_named_and_takes_no_row() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    let error = db.put_many((0..100).map(plain)).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "put_many, table DLQX:PLAIN_ROWS: 0 rows done; stopped before row 0: \
         put_many, table DLQX:PLAIN_ROWS: table DLQX:PLAIN_ROWS does not exist: create it first"
    );
    let Error::Batch(failed) = error else {
        panic!("{error}")
    };
    let stopped = failed.stopped.unwrap();
    assert_eq!((stopped.unknown, stopped.not_tried_from), (0..0, 0));
}
