//! Ranges, prefixes, pages and streams.

use std::ops::Bound;
use std::sync::Arc;

use futures_util::StreamExt;
use hbase_schema::model::{Filter, Scan};
use hbase_schema::{Connection, ErrorKind, Limits, Timestamp};

use super::{MailBox, Newest, connected, filled, key, mails};
use crate::support::{Observed, assert_contains};

type Columns = Vec<((u32, u32), String)>;

#[tokio::test]
async fn ranges_and_prefixes_select_columns() {
    let db = filled().await;
    let ann = || db.dynamic(&key("ann"), MailBox::MAILS);
    let all: Columns = mails(30).collect();
    let select = |keep: &dyn Fn((u32, u32)) -> bool| -> Columns {
        all.iter().filter(|(at, _)| keep(*at)).cloned().collect()
    };
    let read =
        |request: hbase_schema::db::DynamicRequest<MailBox, _, _>| request.stream().collect();
    let found: Columns = read(ann()).await.unwrap();
    assert_eq!(found, all);
    let found: Columns = read(ann().range((7, 5)..(9, 0))).await.unwrap();
    assert_eq!(found, select(&|at| ((7, 5)..(9, 0)).contains(&at)));
    let found: Columns = read(ann().range((7, 5)..=(9, 0))).await.unwrap();
    assert_eq!(found, select(&|at| ((7, 5)..=(9, 0)).contains(&at)));
    let found: Columns = read(ann().range((7,)..=(9,))).await.unwrap();
    assert_eq!(found, select(&|at| (7..=9).contains(&at.0)));
    let after = (Bound::Excluded((7,)), Bound::Excluded((9,)));
    let found: Columns = read(ann().range(after)).await.unwrap();
    assert_eq!(found, select(&|at| at.0 == 8));
    let found: Columns = read(ann().prefix((30,))).await.unwrap();
    assert_eq!(found, select(&|at| at.0 == 30));
    let found: Columns = read(ann().prefix((30,)).range(..(30, 4))).await.unwrap();
    assert_eq!(found, select(&|at| at.0 == 30 && at.1 < 4));
    let found: Columns = read(ann().prefix((3,)).prefix((4,))).await.unwrap();
    assert_eq!(found, []);
    let found: Columns = read(ann().range((9,)..(7,))).await.unwrap();
    assert_eq!(found, []);
    let found: Columns = read(ann().range((29, 8)..).limit(5)).await.unwrap();
    assert_eq!(found, select(&|at| ((29, 8)..(30, 3)).contains(&at)));
    assert_eq!(ann().range((2,)..(4,)).count().await.unwrap(), 20);
    assert_eq!(ann().limit(7).count().await.unwrap(), 7);
    let names: Vec<(u32, u32)> = ann().prefix((2,)).qualifiers().collect().await.unwrap();
    assert_eq!(names, (0..10).map(|n| (2, n)).collect::<Vec<_>>());
    assert_eq!(ann().limit(0).count().await.unwrap(), 0);
}

#[tokio::test]
async fn a_descending_part_comes_newest_first() {
    let db = connected().await;
    let at = |ms, number| Newest {
        at: Timestamp::from_millis(ms),
        number,
    };
    let all = (0..50).map(|n| (at(n * 10, 1), n));
    let ann = || db.dynamic(&key("ann"), MailBox::BY_TIME);
    ann().put_many(all).await.unwrap();
    let newest: Vec<(Newest, i64)> = ann().stream().collect().await.unwrap();
    assert!(newest.iter().map(|(_, n)| *n).eq((0..50).rev()));
    // The range is in the order of the columns: from the newer to the older.
    let (newer, older) = (Timestamp::from_millis(300), Timestamp::from_millis(280));
    let some: Vec<(Newest, i64)> = ann()
        .range((newer,)..=(older,))
        .stream()
        .collect()
        .await
        .unwrap();
    assert_eq!(
        some.iter().map(|(_, n)| *n).collect::<Vec<_>>(),
        [30, 29, 28]
    );
    let page = ann().range(at(200, 0)..).page(2).await.unwrap();
    assert_eq!(page.items, [(at(200, 1), 20), (at(190, 1), 19)]);
}

#[tokio::test]
async fn pages_are_the_stream() {
    let db = filled().await;
    let all: Columns = mails(30).collect();
    for size in [1, 7, 64, 65, 100, 299, 300, 301, 1000] {
        let ann = || db.dynamic(&key("ann"), MailBox::MAILS).range((2,)..(29,));
        let mut page = ann().page(size).await.unwrap();
        let mut found = page.items;
        while let Some(cursor) = page.next {
            assert_eq!(found.len() % size, 0);
            page = ann().page_after(cursor, size).await.unwrap();
            assert!(!page.items.is_empty());
            found.extend(page.items);
        }
        assert_eq!(found, all[10..280], "{size}");
    }
}

#[tokio::test]
async fn a_cursor_belongs_to_its_query() {
    let db = filled().await;
    let ann = || db.dynamic(&key("ann"), MailBox::MAILS);
    let cursor = ann().page(5).await.unwrap().next.unwrap();
    let others = [
        ann().range((2,)..).page_after(&cursor, 5).await,
        db.dynamic(&key("bob"), MailBox::MAILS)
            .page_after(&cursor, 5)
            .await,
        ann().time_range(1_i64..).page_after(&cursor, 5).await,
        ann().page_after("page 2", 5).await,
    ];
    for other in others {
        assert_eq!(other.unwrap_err().kind(), ErrorKind::InvalidCursor);
    }
    for (page, expected) in [
        (
            ann().page(0).await,
            "a page of 0 columns: request at least one",
        ),
        (
            ann().limit(3).page(5).await,
            "a `limit` together with `page`: the page's size limits the columns",
        ),
    ] {
        let error = page.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        assert!(error.to_string().ends_with(expected), "{error}");
    }
    let index = db
        .dynamic(&key("ann"), MailBox::BY_TIME)
        .page_after(&cursor, 5)
        .await;
    assert!(index.unwrap_err().to_string().contains("another query"));
    // A deleted column is not an obstacle.
    ann().delete_range().await.unwrap();
    assert_eq!(ann().page_after(&cursor, 5).await.unwrap().items, []);
}

#[tokio::test]
async fn ranges_and_pages_are_evaluated_on_the_server() {
    let observed = Observed::over_memory().await;
    let order = Arc::clone(&observed.order);
    let db = Connection::with_backend(Arc::new(observed));
    db.create_table::<MailBox>().await.unwrap();
    db.dynamic(&key("ann"), MailBox::MAILS)
        .put_many(mails(30))
        .await
        .unwrap();
    let page = db
        .dynamic(&key("ann"), MailBox::MAILS)
        .prefix((3,))
        .page(4)
        .await
        .unwrap();
    assert_eq!(page.items.len(), 4);
    let scans = order.scans.lock().unwrap().clone();
    let [scan] = scans.as_slice() else {
        panic!("{scans:?}")
    };
    let range = Filter::QualifierRange {
        min: Some(b"m:\0\0\0\x03".to_vec()),
        min_inclusive: true,
        max: Some(b"m:\0\0\0\x04".to_vec()),
        max_inclusive: false,
    };
    let limit = Filter::ColumnPage {
        limit: 5,
        offset: 0,
    };
    assert_eq!(scan.read.filter, Some(Filter::And(vec![range, limit])));
    assert_eq!(scan.batch, Some(5));
    assert_eq!(order.scanned.load(std::sync::atomic::Ordering::SeqCst), 1);
    // An empty range sends nothing.
    db.dynamic(&key("ann"), MailBox::MAILS)
        .range((3,)..(3,))
        .count()
        .await
        .unwrap();
    assert_eq!(order.scans.lock().unwrap().len(), 1);
}

/// A row of many bytes is read in chunks of few, each in a separate call.
#[tokio::test]
async fn chunks_are_bounded_by_bytes() {
    let observed = Observed::over_memory().await;
    let order = Arc::clone(&observed.order);
    let limits = Limits::default().scan_bytes(64 << 10);
    let db = Connection::with_limits(Arc::new(observed), limits);
    db.create_table::<MailBox>().await.unwrap();
    let text = "x".repeat(1000);
    let ann = || db.dynamic(&key("ann"), MailBox::MAILS);
    ann()
        .put_many((0..1000).map(|n| ((1, n), text.as_str())))
        .await
        .unwrap();
    let mut stream = ann().stream();
    assert!(stream.next().await.unwrap().is_ok());
    assert_eq!(order.scans.lock().unwrap().len(), 1);
    assert_eq!(stream.count().await, 999);
    let scans = order.scans.lock().unwrap().len();
    assert!((8..=40).contains(&scans), "{scans}");
    assert_eq!(order.most_open.load(std::sync::atomic::Ordering::SeqCst), 1);
    assert_eq!(order.open.load(std::sync::atomic::Ordering::SeqCst), 0);
    let page = ann().page(700).await.unwrap();
    assert_eq!(page.items.len(), 700);
}

/// Also with limits of all scans that are no limits of a call.
#[tokio::test]
async fn a_call_requests_between_16_kib_and_2_mib() {
    for (scan_bytes, expected) in [
        (0, 16 << 10),
        (16 << 10, 16 << 10),
        (100_000, 100_000),
        (2 << 20, 2 << 20),
        (1 << 30, 2 << 20),
    ] {
        let observed = Observed::over_memory().await;
        let order = Arc::clone(&observed.order);
        let limits = Limits::default().scan_bytes(scan_bytes);
        let db = Connection::with_limits(Arc::new(observed), limits);
        db.create_table::<MailBox>().await.unwrap();
        let ann = || db.dynamic(&key("ann"), MailBox::MAILS);
        assert_eq!(ann().count().await.unwrap(), 0);
        assert_eq!(ann().page(4).await.unwrap().items, []);
        let scans = order.scans.lock().unwrap().clone();
        let found: Vec<_> = scans
            .iter()
            .map(|scan| (scan.max_result_bytes, scan.batch, requested(scan)))
            .collect();
        let bytes = Some(expected);
        let of_count = (bytes, Some(64), Some(1 << 14));
        assert_eq!(found, [of_count, (bytes, Some(5), Some(5))]);
    }
}

/// The number of columns that a scan of one row requests.
fn requested(scan: &Scan) -> Option<u32> {
    let Some(Filter::And(filters)) = &scan.read.filter else {
        return None;
    };
    filters.iter().find_map(|filter| match filter {
        Filter::ColumnPage { limit, .. } => Some(*limit),
        _ => None,
    })
}

/// A page of many bytes needs several calls. Each requests the columns that the page still lacks, and one more.
#[tokio::test]
async fn the_calls_for_a_page_request_ever_fewer_columns() {
    let observed = Observed::over_memory().await;
    let order = Arc::clone(&observed.order);
    let limits = Limits::default().scan_bytes(64 << 10);
    let db = Connection::with_limits(Arc::new(observed), limits);
    db.create_table::<MailBox>().await.unwrap();
    let text = "x".repeat(1000);
    let ann = || db.dynamic(&key("ann"), MailBox::MAILS);
    let put = ann().put_many((0..400).map(|n| ((1, n), text.as_str())));
    put.await.unwrap();
    assert_eq!(ann().page(300).await.unwrap().items.len(), 300);
    let scans = order.scans.lock().unwrap().clone();
    let requested: Vec<u32> = scans.iter().filter_map(requested).collect();
    assert_eq!(requested.first(), Some(&301));
    assert!(requested.len() > 1 && requested.len() == scans.len());
    assert!(requested.is_sorted_by(|a, b| a > b), "{requested:?}");
}

#[tokio::test]
async fn a_column_that_does_not_decode_is_an_error_that_names_it() {
    let db = filled().await;
    db.mutate(&key("ann"))
        .put_raw("DATA", b"m:\0\0\0\x03\0\0\0\x05", b"\xff")
        .await
        .unwrap();
    let mut stream = db
        .dynamic(&key("ann"), MailBox::MAILS)
        .range((3, 4)..)
        .stream();
    assert!(stream.next().await.unwrap().is_ok());
    let error = stream.next().await.unwrap().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert_contains(&error, "column DATA:m:");
    assert!(stream.next().await.is_none());
    let page = db
        .dynamic(&key("ann"), MailBox::MAILS)
        .prefix((3,))
        .page(10)
        .await;
    assert_eq!(page.unwrap_err().kind(), ErrorKind::Decode);
    // Nothing is decoded for a count.
    assert_eq!(
        db.dynamic(&key("ann"), MailBox::MAILS)
            .count()
            .await
            .unwrap(),
        300
    );
}
