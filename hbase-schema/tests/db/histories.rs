//! Versions of rows whose families keep different numbers of them.

use hbase_schema::{Connection, ErrorKind, Timestamp};

use crate::support::{Order, Record, RecordKey, memory, order, record};

/// An order written three times, a moment apart.
async fn three(db: &Connection) -> Vec<Order> {
    let mut rows = Vec::new();
    for cents in [1, 2, 3] {
        let row = Order { cents, ..order(1) };
        db.put(&row).await.unwrap();
        rows.insert(0, row);
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
    rows
}

#[tokio::test]
async fn a_row_goes_as_far_back_as_its_columns_are_kept() {
    let db = memory().await;
    let rows = three(&db).await;
    let key = rows[0].key();
    // D1 keeps one version: there is one whole row.
    assert_eq!(db.history(&key).await.unwrap(), rows[..1]);
    let cents = db.history(&key).columns(Order::CENTS).await.unwrap();
    assert_eq!(cents, [3, 2, 1]);
    let page = db.history(&key).page(1).await.unwrap();
    assert_eq!((page.rows, page.next.is_none()), (rows[..1].to_vec(), true));
    let page = db
        .history(&key)
        .columns(Order::CENTS)
        .page(2)
        .await
        .unwrap();
    let next = page.next.unwrap();
    let page = db
        .history(&key)
        .columns(Order::CENTS)
        .page_after(&next, 2)
        .await
        .unwrap();
    assert_eq!((page.rows, page.next.is_none()), (vec![1], true));
    let scanned = db
        .scan(Order::scan().all())
        .versions(5)
        .rows()
        .collect()
        .await
        .unwrap();
    assert_eq!(scanned, [rows[..1].to_vec()]);
}

#[tokio::test]
async fn increments_make_no_versions() {
    let db = memory().await;
    let rows = three(&db).await;
    let key = rows[0].key();
    db.increment(&key, Order::VISITS, 5).await.unwrap();
    assert_eq!(db.history(&key).await.unwrap(), rows[..1]);
    assert_eq!(db.history(&key).columns(Order::VISITS).await.unwrap(), [5]);
}

#[tokio::test]
async fn a_version_in_which_little_was_written_names_what_it_lacks() {
    let db = memory().await;
    db.put(&record("u", 1, 1)).await.unwrap();
    let key = RecordKey { user: "u".into() };
    db.mutate(&key)
        .put(Record::B, "later")
        .version(2_i64)
        .await
        .unwrap();
    let error = db.history(&key).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert_eq!(
        error.to_string(),
        "history, table DLQX:USER_RECORDS: Record, row `u`: column INFO:A is absent in the version 2, expected one for field `a`: only other columns were written then, or the live family keeps fewer versions than it declares (VERSIONS => 400): make the field an `Option`, or read single columns by `.columns(…)`"
    );
    let stamped = db
        .history(&key)
        .columns(Record::B.with_timestamp())
        .await
        .unwrap();
    assert_eq!(stamped, [(Some("later".to_owned()), Some(2))]);
}

#[tokio::test]
async fn columns_come_with_their_timestamps() {
    let db = memory().await;
    let before = Timestamp::now().as_millis();
    let rows = three(&db).await;
    let key = rows[0].key();
    let columns = (Order::CENTS.with_timestamp(), Order::STATE);
    let ((cents, at), state) = db.get(&key).columns(columns).await.unwrap().unwrap();
    assert_eq!((cents, state.as_str()), (3, "new"));
    assert!(at.unwrap() >= before);
    let found = db.scan(Order::scan().all()).columns(columns).versions(3);
    let found = found.rows().collect().await;
    // The state is kept once.
    assert_eq!(found.unwrap()[0].len(), 1);
}
