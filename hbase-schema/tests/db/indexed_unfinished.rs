//! Indexes of existing tables without rows: queries work at once, and return the same before and after the wait.

use std::time::{Duration, Instant};

use hbase_schema::index::{Phase, Settings};
use hbase_schema::{Connection, ErrorKind, HTable};

use crate::support::assert_contains;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1")]
struct Plain {
    #[rowkey]
    id: u32,
    sender: String,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1")]
struct Mail {
    #[rowkey]
    id: u32,
    #[index("DLQX:MAIL_BY_SENDER", desc)]
    sender: String,
    #[index("DLQX:MAIL_BY_SIZE", buckets(4))]
    size: u32,
}

fn mail(id: u32, sender: &str, size: u32) -> Mail {
    let sender = sender.to_owned();
    Mail { id, sender, size }
}

/// An existing table without rows, whose indexes have just been created.
async fn created(url: &str, settings: Settings) -> Connection {
    let db = hbase_schema::connect(url).await.unwrap();
    db.create_table::<Plain>().await.unwrap();
    let db = db.index_settings(settings);
    let start = Instant::now();
    assert!(!db.create_table_if_missing::<Mail>().await.unwrap());
    assert!(start.elapsed() < Duration::from_secs(20), "it waits");
    assert_eq!(phase(&db).await, Phase::WriteOnly);
    db
}

async fn phase(db: &Connection) -> Phase {
    let state = db.indexes::<Mail>().state(Mail::BY_SENDER).await;
    state.unwrap().phase
}

/// The results of queries, with everything that a query has.
async fn check_queries(db: &Connection) {
    let ids = |rows: Vec<Mail>| rows.iter().map(|row| row.id).collect::<Vec<_>>();
    let senders = || db.query(Mail::BY_SENDER.range("a".to_owned()..));
    let all = senders().rows().collect().await.unwrap();
    assert_eq!(ids(all), [4, 3, 1, 2]);
    let first = senders().limit(2).rows().collect().await.unwrap();
    assert_eq!(ids(first), [4, 3]);
    let one = db.query(Mail::BY_SENDER.eq("ada")).rows();
    assert_eq!(ids(one.collect().await.unwrap()), [1, 2]);
    let large = senders().filter(Mail::SIZE.gt(15)).rows();
    assert_eq!(ids(large.collect().await.unwrap()), [3, 2]);
    let sizes = db.query(Mail::BY_SIZE.range(10..)).rows();
    assert_eq!(ids(sizes.collect().await.unwrap()), [1, 4, 2, 3]);
    assert_eq!(senders().count().await.unwrap(), 4);
    let sender = senders().columns(Mail::SENDER).rows().collect().await;
    assert_eq!(sender.unwrap(), ["cy", "bob", "ada", "ada"]);
    let page = senders().page(3).await.unwrap();
    assert_eq!(ids(page.items), [4, 3, 1]);
    let next = page.next.unwrap();
    let rest = senders().page_after(next.as_str(), 3).await.unwrap();
    assert_eq!((ids(rest.items), rest.next), (vec![2], None));
    let none = db.query(Mail::BY_SENDER.eq("eve")).rows();
    assert_eq!(none.collect().await.unwrap(), []);
}

#[tokio::test]
async fn queries_return_the_same_before_and_after_the_wait() {
    let dir = tempfile::tempdir().unwrap();
    let stored = format!("embedded:{}", dir.path().join("store").display());
    for url in ["memory:", &stored] {
        let limit = Duration::from_secs(2);
        let db = created(url, Settings::default().write_limit(limit)).await;
        let rows = [
            mail(1, "ada", 10),
            mail(2, "ada", 20),
            mail(3, "bob", 30),
            mail(4, "cy", 10),
        ];
        db.put_many(&rows).await.unwrap();
        check_queries(&db).await;
        tokio::time::sleep(limit * 2).await;
        check_queries(&db).await;
        assert_eq!(phase(&db).await, Phase::Readable);
    }
}

#[tokio::test]
async fn a_table_that_has_grown_is_not_read() {
    let settings = Settings::default().max_rows_before_index(1);
    let db = created("memory:", settings).await;
    db.put_many(&[mail(1, "ada", 1), mail(2, "bob", 2)])
        .await
        .unwrap();
    let mut rows = db.query(Mail::BY_SENDER.eq("ada")).rows();
    let error = rows.next().await.unwrap().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unavailable);
    assert_contains(&error, "at most 1 rows (`max_rows_before_index`)");
}
