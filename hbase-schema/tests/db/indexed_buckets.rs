//! Indexes whose entries are spread over buckets: queries return the same rows in the same order as without them.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use hbase_schema::index::{IndexCondition, Settings, Verification};
use hbase_schema::model::TableName;
use hbase_schema::{Connection, HTable, Timestamp};

use crate::indexed_order::created;
use crate::support::observed::Observed;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:JOBS")]
#[family("D1")]
#[index("DLQX:JOBS_BY_STATE", fields(state, desc(at)))]
#[index("DLQX:JOBS_BY_STATE_SPREAD", fields(level, desc(at)), buckets(7))]
struct Job {
    #[rowkey]
    id: u32,
    #[rowkey]
    at: Timestamp,
    state: u8,
    /// The same value as `state`.
    level: u8,
    #[index("DLQX:JOBS_BY_NAME")]
    name: String,
    /// The same value as `name`.
    #[index("DLQX:JOBS_BY_TITLE", buckets(16))]
    title: String,
}

fn job(id: u32, state: u8, name: &str) -> Job {
    Job {
        id,
        at: Timestamp::from_millis(i64::from(id % 10) * 1000),
        state,
        level: state,
        name: name.to_owned(),
        title: name.to_owned(),
    }
}

async fn filled() -> (Connection, Connection, Vec<Job>) {
    let db = hbase_schema::connect("memory:").await.unwrap();
    let jobs = created::<Job>(&db).await;
    let names = ["", "a", "ab", "b", "ÿ"];
    let mut random = fastrand::Rng::with_seed(3);
    let mut all: Vec<_> = (0..60)
        .map(|id| job(id, random.u8(0..3), names[random.usize(..5)]))
        .collect();
    jobs.put_many(&all).await.unwrap();
    // Old entries remain.
    for _ in 0..40 {
        let at = random.usize(..all.len());
        all[at] = job(all[at].id, random.u8(0..3), names[random.usize(..5)]);
        jobs.put(&all[at]).await.unwrap();
    }
    (db, jobs, all)
}

/// Compares queries of two indexes of the same values.
async fn compare<F, G>(
    jobs: &Connection,
    plain: IndexCondition<Job, F>,
    spread: IndexCondition<Job, G>,
) -> usize {
    let right = jobs.query(plain).rows().collect().await.unwrap();
    let query = || jobs.query(spread.clone());
    assert_eq!(query().rows().collect().await.unwrap(), right);
    for limit in [1, 3, 10] {
        let limited = query().limit(limit).rows().collect().await.unwrap();
        let most = right.len().min(usize::try_from(limit).unwrap());
        assert_eq!(limited, right[..most], "{limit}");
    }
    assert_eq!(query().count().await.unwrap(), right.len() as u64);
    let mut page = query().page(4).await.unwrap();
    let mut paged = Vec::new();
    loop {
        paged.extend(page.items);
        let Some(next) = page.next else { break };
        page = query().page_after(next, 4).await.unwrap();
    }
    assert_eq!(paged, right);
    let mut batches = query().rows();
    let first = batches.next_page().await.unwrap();
    let rest = match batches.position() {
        Some(position) => query().after(position).rows().collect().await.unwrap(),
        None => batches.collect().await.unwrap(),
    };
    let mut ids: Vec<_> = first.into_iter().chain(rest).map(|job| job.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), right.len());
    right.len()
}

#[tokio::test]
async fn queries_are_those_of_an_index_without_buckets() {
    let (_, jobs, _) = filled().await;
    let (plain, spread) = (Job::BY_STATE_AT, Job::BY_LEVEL_AT);
    let mut found = 0;
    for state in 0..4_u8 {
        found += compare(&jobs, plain.eq(state), spread.eq(state)).await;
        let at = Timestamp::from_millis(4000);
        found += compare(
            &jobs,
            plain.eq(state).range(at..),
            spread.eq(state).range(at..),
        )
        .await;
        found += compare(&jobs, plain.eq(state).eq(at), spread.eq(state).eq(at)).await;
        found += compare(&jobs, plain.range(..state), spread.range(..state)).await;
    }
    found += compare(&jobs, plain.any([2, 0, 2]), spread.any([2, 0, 2])).await;
    found += compare(&jobs, plain.range::<u8>(..), spread.range::<u8>(..)).await;
    let (plain, spread) = (Job::BY_NAME, Job::BY_TITLE);
    for name in ["", "a", "ab", "b", "ÿ", "z"] {
        found += compare(&jobs, plain.eq(name), spread.eq(name)).await;
        found += compare(&jobs, plain.prefix(name), spread.prefix(name)).await;
        found += compare(&jobs, plain.range(name..), spread.range(name..)).await;
    }
    let none: [&str; 0] = [];
    found += compare(&jobs, plain.any(none), spread.any(none)).await;
    assert!(found > 400, "{found}");
}

#[tokio::test]
async fn more_ranges_than_a_page_has() {
    let (_, jobs, _) = filled().await;
    let names: Vec<String> = (0..150)
        .map(|n| format!("{n}"))
        .chain(["a".into(), "b".into()])
        .collect();
    let found = compare(&jobs, Job::BY_NAME.any(&names), Job::BY_TITLE.any(&names)).await;
    assert!(found > 5);
}

#[tokio::test]
async fn entries_are_verified_repaired_and_cleaned_up() {
    let (db, jobs, all) = filled().await;
    let indexes = jobs.indexes::<Job>();
    let report = || indexes.verify(Job::BY_LEVEL_AT, Verification::Report);
    let found = report().await.unwrap();
    assert_eq!((found.missing, found.live), (0, 60));
    jobs.delete(&all[0].key()).await.unwrap();
    assert_eq!(report().await.unwrap().live, 59);
    // Another program empties the index.
    let table = TableName::parse("DLQX:JOBS_BY_STATE_SPREAD").unwrap();
    let deadline = hbase_schema::model::Deadline::after(std::time::Duration::from_secs(60));
    db.backend()
        .truncate_table(&table, true, deadline)
        .await
        .unwrap();
    assert_eq!(report().await.unwrap().missing, 59);
    indexes
        .verify(Job::BY_LEVEL_AT, Verification::Repair)
        .await
        .unwrap();
    assert_eq!(report().await.unwrap().missing, 0);
    compare(&jobs, Job::BY_STATE_AT.eq(1), Job::BY_LEVEL_AT.eq(1)).await;
}

#[tokio::test]
async fn each_bucket_is_a_region_with_entries() {
    let (db, _, _) = filled().await;
    let described = Job::SCHEMA.describe();
    let index = described
        .indexes
        .iter()
        .find(|index| index.buckets.is_some())
        .unwrap();
    assert_eq!(
        index.splits.keys().unwrap(),
        (1..16).map(|byte| vec![byte]).collect::<Vec<_>>()
    );
    let spread = described
        .indexes
        .iter()
        .find(|index| index.fields.len() == 2 && index.buckets.is_some());
    let spread = spread.unwrap();
    assert_eq!(
        spread.splits.keys().unwrap(),
        (1..7).map(|byte| vec![byte]).collect::<Vec<_>>()
    );
    assert_eq!(
        described.stored_values(spread),
        "buckets7,integer1-unsigned,key2:desc:millis"
    );
    let deadline = hbase_schema::model::Deadline::after(std::time::Duration::from_secs(60));
    let scan = hbase_schema::model::Scan::new();
    let mut entries = db
        .backend()
        .scan(&spread.table, scan, deadline)
        .await
        .unwrap();
    let mut buckets = [0; 7];
    loop {
        let batch = entries.next_batch(deadline).await.unwrap();
        if batch.is_empty() {
            break;
        }
        for entry in batch {
            buckets[usize::from(entry.key()[0])] += 1;
        }
    }
    assert!(buckets.iter().all(|entries| *entries > 2), "{buckets:?}");
    // Programs without the struct compute the same entries.
    let json = Job::SCHEMA.to_json();
    let read = hbase_model::description::Description::from_json(&json).unwrap();
    assert_eq!(read.table().unwrap(), described);
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:EVENTS")]
#[family("D1")]
struct Event {
    #[rowkey]
    id: u32,
    #[index("DLQX:EVENTS_BY_TIME", desc, buckets(256))]
    at: Timestamp,
}

#[tokio::test]
async fn the_last_bucket_has_no_end() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    let events = created::<Event>(&db).await;
    let at = |id: u32| Timestamp::from_millis(id.into());
    let all = (0..1000).map(|id| Event { id, at: at(id) });
    events.put_many(all).await.unwrap();
    let newest = events.query(Event::BY_AT.range::<Timestamp>(..)).limit(3);
    let newest = newest.keys().collect().await.unwrap();
    assert_eq!(
        newest.iter().map(|key| key.id).collect::<Vec<_>>(),
        [999, 998, 997]
    );
    let before = events.query(Event::BY_AT.range(..at(1))).keys();
    assert_eq!(before.collect().await.unwrap(), [EventKey { id: 0 }]);
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SAMPLES")]
#[family("D1")]
struct Sample {
    #[rowkey]
    id: u32,
    #[index("DLQX:SAMPLES_BY_VALUE", buckets(16))]
    value: u32,
}

#[tokio::test]
async fn each_entry_is_read_about_once() {
    const ROWS: u32 = 2000;
    let observed = Arc::new(Observed::over_memory().await);
    let db = Connection::with_backend(Arc::clone(&observed) as _);
    let small_pages = created::<Sample>(&db).await;
    let value = |id: u32| id * 7 % ROWS;
    let all = (0..ROWS).map(|id| Sample {
        id,
        value: value(id),
    });
    small_pages.put_many(all).await.unwrap();
    let large_pages = small_pages.index_settings(Settings::default());
    let read = async |db: &Connection, limit: u32| {
        let before = observed.order.scanned.load(Ordering::SeqCst);
        let query = db.query(Sample::BY_VALUE.range::<u32>(..));
        let found = query.limit(limit.into()).rows().collect().await.unwrap();
        let values: Vec<u32> = found.into_iter().map(|sample| sample.value).collect();
        assert_eq!(values, (0..limit).collect::<Vec<_>>());
        observed.order.scanned.load(Ordering::SeqCst) - before
    };
    for db in [&small_pages, &large_pages] {
        assert_eq!(read(db, ROWS).await, u64::from(ROWS));
        // One entry of each bucket could be the first.
        assert_eq!(read(db, 1).await, 16);
    }
    // The first page is enough.
    assert_eq!(read(&large_pages, 10).await, 16 * 4);
    let some = read(&large_pages, 100).await;
    assert!((100..500).contains(&some), "{some}");
}
