//! Positions of scans: they move without rows, and a scan that continues after one returns the rest.

mod random;
mod runs;

use std::time::Duration;

use hbase_schema::testing::{CallKind, Faults, Fixture};
use hbase_schema::{Connection, Cursor, Error, ErrorKind, HTable, Rows, Timestamp, connect};

use crate::support::{Event, Plain, assert_contains, event, memory, plain};

/// Rows of three salts.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SALTED_READINGS")]
#[rowkey(salt = buckets(3))]
#[family("D1")]
struct Reading {
    #[rowkey(salt)]
    id: u32,
    n: u32,
}

fn reading(id: u32) -> Reading {
    Reading {
        id,
        n: id.wrapping_mul(2_654_435_761) % 10_000,
    }
}

/// Rows without a salt, more than a store reads without a sign.
async fn plains(db: &Connection, count: u32) {
    db.put_many((0..count).map(plain)).await.unwrap();
}

/// Reads until the position has another value, or until a row or the end.
async fn next_position<T: std::fmt::Debug>(rows: &mut Rows<T>) -> Cursor {
    let before = rows.position();
    loop {
        let row = tokio::time::timeout(Duration::from_micros(50), rows.next()).await;
        assert!(row.is_err(), "no row passes: {row:?}");
        if let Some(position) = rows.position().filter(|now| Some(now) != before.as_ref()) {
            return position;
        }
    }
}

#[tokio::test]
async fn the_position_moves_though_no_row_passes() {
    let dir = tempfile::tempdir().unwrap();
    for url in [
        "memory:".to_owned(),
        format!("embedded:{}", dir.path().display()),
    ] {
        let db = connect(&url).await.unwrap();
        db.create_table::<Plain>().await.unwrap();
        plains(&db, 30_000).await;
        let scan = || {
            db.scan(Plain::scan().all())
                .filter(Plain::N.gt(u32::MAX - 1))
        };
        let mut rows = scan().rows();
        assert_eq!(rows.position(), None);
        let first = next_position(&mut rows).await;
        let second = next_position(&mut rows).await;
        drop(rows);
        // A row after the position is found from there; one before it is not.
        db.put(&Plain {
            n: u32::MAX,
            ..plain(0)
        })
        .await
        .unwrap();
        db.put(&Plain {
            n: u32::MAX,
            ..plain(29_999)
        })
        .await
        .unwrap();
        for position in [first, second] {
            let found = scan().after(&position).rows().collect().await.unwrap();
            let ids: Vec<u32> = found.iter().map(|row| row.id).collect();
            assert_eq!(ids, [29_999], "{url}");
        }
    }
}

#[tokio::test]
async fn of_several_salts_the_slowest_one_is_the_position() {
    let faults = Faults::new();
    let fixture = Fixture::new()
        .rows((0..12_000).map(reading))
        .faults(&faults);
    let db = fixture.connect().await.unwrap();
    // Positions are visible between two calls. Without pauses, a fast store may have read all rows before the first one.
    let pause = Duration::from_millis(1);
    faults.on(CallKind::NextBatch).always().delay(pause);
    let scan = || {
        db.scan(Reading::scan().id(..))
            .filter(Reading::N.gt(u32::MAX - 1))
    };
    let mut rows = scan().rows();
    let position = next_position(&mut rows).await;
    db.put(&Reading { id: 1, n: u32::MAX }).await.unwrap();
    db.put_many((11_990..12_000).map(|id| Reading { id, n: u32::MAX }))
        .await
        .unwrap();
    let found = scan().after(&position).rows().collect().await.unwrap();
    assert_eq!(found.len(), 10, "{found:?}");
}

/// A scan that is not within its time, as long as it does not move.
#[tokio::test]
async fn a_scan_that_moves_is_not_late() {
    let faults = Faults::new();
    let fixture = Fixture::new().rows((0..20_000).map(plain)).faults(&faults);
    let db = fixture.connect().await.unwrap();
    faults
        .on(CallKind::NextBatch)
        .always()
        .delay(Duration::from_millis(300));
    let scan = || {
        let scan = db
            .scan(Plain::scan().all())
            .timeout(Duration::from_millis(500));
        scan.filter(Plain::N.gt(u32::MAX - 1)).rows()
    };
    let begun = std::time::Instant::now();
    assert_eq!(scan().collect().await.unwrap(), []);
    assert!(
        begun.elapsed() > Duration::from_millis(500),
        "{:?}",
        begun.elapsed()
    );
    faults
        .on(CallKind::NextBatch)
        .always()
        .delay(Duration::from_secs(1));
    assert!(scan().next().await.unwrap().unwrap_err().is_timeout());
}

async fn ids(rows: Rows<Plain>) -> Vec<u32> {
    let rows = rows.collect().await.unwrap();
    rows.iter().map(|row| row.id).collect()
}

#[tokio::test]
async fn an_error_leaves_the_position_behind_what_was_returned() {
    let faults = Faults::new();
    let db = Fixture::new().rows((0..100).map(plain)).faults(&faults);
    let db = db.connect().await.unwrap();
    let scan = || db.scan(Plain::scan().all()).caching(10);
    faults
        .on(CallKind::NextBatch)
        .nth(4)
        .fail(hbase_schema::model::Error::invalid("lost"));
    let mut rows = scan().rows();
    let mut found = Vec::new();
    while let Some(Ok(row)) = rows.next().await {
        found.push(row.id);
    }
    assert!((10..100).contains(&found.len()), "{}", found.len());
    let position = rows.position().unwrap();
    assert!(rows.next().await.is_none());
    assert_eq!(rows.position(), Some(position.clone()));
    found.extend(ids(scan().after(position).rows()).await);
    assert_eq!(found, (0..100).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_limit_and_an_offset_count_over_all_runs() {
    let db = memory().await;
    plains(&db, 100).await;
    let scan = || db.scan(Plain::scan().all()).offset(5).limit(10);
    let mut rows = scan().rows();
    for id in 5..9 {
        assert_eq!(rows.next().await.unwrap().unwrap().id, id);
    }
    let position = rows.position().unwrap();
    assert_eq!(
        ids(scan().after(&position).rows()).await,
        [9, 10, 11, 12, 13, 14]
    );
    assert_eq!(scan().after(&position).count().await.unwrap(), 6);
    assert_eq!(
        scan().after(&position).first().await.unwrap(),
        Some(plain(9))
    );
    let keys = scan().after(&position).keys().collect().await.unwrap();
    assert_eq!((keys.len(), keys[0].id), (6, 9));
    // At the limit nothing is left, until the limit is raised.
    let mut rows = scan().rows();
    while let Some(row) = rows.next().await {
        row.unwrap();
    }
    let position = rows.position().unwrap();
    assert_eq!(ids(scan().after(&position).rows()).await, [0_u32; 0]);
    assert_eq!(
        ids(scan().limit(12).after(&position).rows()).await,
        [15, 16]
    );
    // The same for salts that were read to their own limits.
    db.put_many((0..50).flat_map(|ms| (0..4).map(move |user| event(ms, user))))
        .await
        .unwrap();
    let scan = |limit| {
        db.scan(Event::scan().at(Timestamp::from_millis(0)..))
            .limit(limit)
    };
    let mut rows = scan(7).rows();
    while let Some(row) = rows.next().await {
        row.unwrap();
    }
    let rest = scan(200).after(rows.position().unwrap()).rows().collect();
    let whole = scan(200).rows().collect().await.unwrap();
    assert_eq!(rest.await.unwrap(), whole[7..]);
}

#[tokio::test]
async fn pages_and_rows_take_each_others_cursors() {
    let db = memory().await;
    plains(&db, 30).await;
    let scan = || db.scan(Plain::scan().all()).offset(3);
    let page = scan().page(5).await.unwrap();
    let cursor = page.next.unwrap();
    let mut rows = scan().after(&cursor).rows();
    // Nothing was read: it is at its start.
    assert_eq!(
        ids(scan().after(rows.position().unwrap()).rows())
            .await
            .len(),
        22
    );
    assert_eq!(rows.next().await.unwrap().unwrap().id, 8);
    let position = rows.position().unwrap();
    assert_eq!(ids(rows).await, (9..30).collect::<Vec<_>>());
    let page = scan().page_after(&position, 5).await.unwrap();
    assert_eq!(page.items[0].id, 9);
    let page = scan().after(&position).page(21).await.unwrap();
    assert_eq!((page.items.len(), page.next), (21, None));
    assert_eq!(scan().after(&position).delete().await.unwrap(), 21);
    let error = scan()
        .after(&position)
        .page_after(&cursor, 5)
        .await
        .unwrap_err();
    assert_contains(&error, "`after` together with `page_after`");
}

#[tokio::test]
async fn only_its_query_takes_a_position() {
    let db = memory().await;
    plains(&db, 30).await;
    let mut rows = db.scan(Plain::scan().all()).rows();
    rows.next().await.unwrap().unwrap();
    let position = rows.position().unwrap();
    let reversed = db.scan(Plain::scan().all()).reversed();
    let error = reversed
        .after(&position)
        .rows()
        .next()
        .await
        .unwrap()
        .unwrap_err();
    assert!(matches!(error, Error::Cursor { .. }), "{error}");
    let rows = db.scan(Plain::scan().all()).after("page 2").rows();
    let error = rows.collect().await.unwrap_err();
    assert_contains(&error, "is not a cursor");
    let rows = db
        .scan(Plain::scan().all())
        .after(&position)
        .unordered()
        .rows();
    let error = rows.collect().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{error}");
    let mut rows = db.scan(Plain::scan().all()).unordered().rows();
    rows.next().await.unwrap().unwrap();
    assert_eq!(rows.position(), None);
}

/// The same table without `n`, whose cells may be of any length.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:PLAIN_ROWS")]
#[family("D1")]
struct AnyPlain {
    #[rowkey]
    id: u32,
    n: Vec<u8>,
}

#[tokio::test]
async fn a_row_that_does_not_decode_is_not_returned() {
    use hbase_schema::OnUndecodable;
    let db = memory().await;
    plains(&db, 9).await;
    db.put(&AnyPlain {
        id: 4,
        n: b"odd".into(),
    })
    .await
    .unwrap();
    let scan = || db.scan(Plain::scan().all());
    let mut rows = scan().rows();
    while let Some(Ok(_)) = rows.next().await {}
    let position = rows.position().unwrap();
    assert!(scan().after(&position).rows().collect().await.is_err());
    let skip = scan().on_undecodable(OnUndecodable::Skip);
    assert_eq!(ids(skip.after(&position).rows()).await, [5, 6, 7, 8]);
}
