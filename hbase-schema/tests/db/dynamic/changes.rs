//! Gets, puts and deletes.

use std::sync::Arc;
use std::time::Duration;

use hbase_schema::testing::CallKind;
use hbase_schema::{Connection, Dynamic, Error, ErrorKind, HTable, Limits, Qualifier, Timestamp};

use super::{MailBox, filled, key, mails};
use crate::support::{Observed, assert_contains};

#[tokio::test]
async fn single_columns_are_read_written_and_deleted() {
    let db = filled().await;
    let ann = || db.dynamic(&key("ann"), MailBox::MAILS);
    assert_eq!(
        ann().get((3, 4)).await.unwrap().as_deref(),
        Some("mail 3/4")
    );
    assert_eq!(ann().get((3, 40)).await.unwrap(), None);
    assert_eq!(
        db.dynamic(&key("bob"), MailBox::MAILS)
            .get((3, 4))
            .await
            .unwrap(),
        None
    );
    ann().put((3, 40), "new").await.unwrap();
    ann().put((3, 4), "changed".to_owned()).await.unwrap();
    let many = ann().get_many([(3, 40), (9, 99), (3, 4)]).await.unwrap();
    assert_eq!(
        many,
        [Some("new".to_owned()), None, Some("changed".to_owned())]
    );
    ann().delete((3, 40)).await.unwrap();
    ann().delete((77, 7)).await.unwrap();
    ann().delete_many([(3, 4), (3, 5)]).await.unwrap();
    let gone = ann().get_many([(3, 40), (3, 4), (3, 5)]).await.unwrap();
    assert_eq!(gone, [None, None, None]);
    assert_eq!(ann().count().await.unwrap(), 298);
    assert_eq!(ann().get_many(Vec::<(u32, u32)>::new()).await.unwrap(), []);
    assert_eq!(
        ann()
            .put_many(Vec::<((u32, u32), String)>::new())
            .await
            .unwrap(),
        0
    );
}

#[tokio::test]
async fn ranges_are_deleted_and_the_rest_stays() {
    let db = filled().await;
    let ann = || db.dynamic(&key("ann"), MailBox::MAILS);
    db.mutate(&key("ann"))
        .put(MailBox::OWNER, "Ann".to_owned())
        .await
        .unwrap();
    assert_eq!(
        ann().range((2, 5)..(4, 0)).delete_range().await.unwrap(),
        15
    );
    assert_eq!(ann().range((2, 5)..(4, 0)).delete_range().await.unwrap(), 0);
    assert_eq!(ann().count().await.unwrap(), 285);
    assert_eq!(ann().delete_range().await.unwrap(), 285);
    let row = db.get(&key("ann")).await.unwrap().unwrap();
    assert_eq!(row.owner.as_deref(), Some("Ann"));
    let error = ann().limit(3).delete_range().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    let expected = "a `limit` together with `delete_range`: give the range that is to be deleted";
    assert!(error.to_string().ends_with(expected), "{error}");
}

/// A connection whose groups have few columns.
async fn small() -> (Connection, hbase_schema::testing::Faults) {
    let observed = Observed::over_memory().await;
    let faults = observed.faults.clone();
    let limits = Limits::default().batch_bytes(1000).batch_rows(7);
    let db = Connection::with_limits(Arc::new(observed), limits);
    db.create_table::<MailBox>().await.unwrap();
    (db, faults)
}

#[tokio::test]
async fn columns_are_written_in_groups_and_an_error_says_how_far() {
    let (db, faults) = small().await;
    let ann = || db.dynamic(&key("ann"), MailBox::MAILS);
    assert_eq!(ann().put_many(mails(30)).await.unwrap(), 300);
    let groups = faults.calls(CallKind::Mutate);
    assert!((15..=20).contains(&groups), "{groups}");

    faults.on(CallKind::Mutate).nth(3).lose_connection();
    let bob = || db.dynamic(&key("bob"), MailBox::MAILS);
    let Error::Columns(error) = bob().put_many(mails(30)).await.unwrap_err() else {
        panic!("another error")
    };
    assert!(error.done > 0 && error.failed.start == error.done && error.failed.end < 300);
    let text = error.to_string();
    let said = format!("; {} columns are done before it", error.done);
    assert!(text.contains(&said), "{text}");
    assert_eq!(bob().count().await.unwrap(), error.done);
    // It continues with the first one that is not done.
    let rest = mails(30).skip(usize::try_from(error.done).unwrap());
    bob().put_many(rest).await.unwrap();
    assert_eq!(bob().count().await.unwrap(), 300);
}

#[tokio::test]
async fn a_group_whose_answer_is_lost_may_be_done() {
    let (db, faults) = small().await;
    let ann = || db.dynamic(&key("ann"), MailBox::MAILS);
    faults.on(CallKind::Mutate).nth(2).lose_response();
    let Error::Columns(error) = ann().put_many(mails(30)).await.unwrap_err() else {
        panic!("another error")
    };
    assert!(error.is_uncertain());
    assert_contains(&error, "or may be done nevertheless");
    assert_eq!(ann().count().await.unwrap(), error.failed.end);
}

#[derive(HTable, Debug)]
#[table("DLQX:JSON_VALUES")]
#[family("D")]
struct Values {
    #[rowkey]
    id: u64,
    #[column(dynamic, json)]
    values: Dynamic<u32, f64>,
}

#[tokio::test]
async fn a_value_that_cannot_be_written_ends_the_call_before_its_group() {
    let (db, _) = small().await;
    db.create_table::<Values>().await.unwrap();
    let values = || db.dynamic(&ValuesKey { id: 1 }, Values::VALUES);
    let columns = (0..200).map(|n| (n, if n == 100 { f64::NAN } else { 0.5 }));
    let Error::Columns(error) = values().put_many(columns).await.unwrap_err() else {
        panic!("another error")
    };
    assert!(error.failed.is_empty() && (1..=100).contains(&error.done));
    assert_eq!(error.cause.kind(), ErrorKind::InvalidRequest);
    assert_eq!(values().count().await.unwrap(), error.done);
    let key = ValuesKey { id: 1 };
    let mutation = db.mutate(&key).put_dynamic(Values::VALUES, 7, f64::NAN);
    let error = mutation.await.unwrap_err().to_string();
    assert!(
        error.contains("column D:") && error.contains("NaN"),
        "{error}"
    );
    assert!(!error.contains("qualifier"), "{error}");
}

#[tokio::test]
async fn a_delete_of_a_range_reads_nothing_after_its_time() {
    let (db, faults) = small().await;
    let ann = |db: &Connection| db.dynamic(&key("ann"), MailBox::MAILS);
    ann(&db).put_many(mails(30)).await.unwrap();
    let scans = faults.calls(CallKind::Scan);
    let slow = db.operation_timeout(Duration::from_nanos(1));
    let error = ann(&slow).delete_range().await.unwrap_err();
    assert!(error.is_timeout(), "{error}");
    assert_eq!(faults.calls(CallKind::Scan), scans);
}

#[tokio::test]
async fn a_delete_of_a_range_says_how_far_it_got() {
    let (db, faults) = small().await;
    let ann = || db.dynamic(&key("ann"), MailBox::MAILS);
    ann().put_many(mails(30)).await.unwrap();
    faults.on(CallKind::Mutate).nth(2).lose_connection();
    let Error::Columns(error) = ann().delete_range().await.unwrap_err() else {
        panic!("another error")
    };
    assert!(error.done > 0);
    assert_eq!(ann().count().await.unwrap(), 300 - error.done);
    assert_eq!(ann().delete_range().await.unwrap(), 300 - error.done);
}

#[tokio::test]
async fn every_wait_has_a_deadline_and_reads_are_repeated() {
    let (db, faults) = small().await;
    faults.on(CallKind::NextBatch).lose_connection();
    db.dynamic(&key("ann"), MailBox::MAILS)
        .count()
        .await
        .unwrap();
    faults.clear();
    let db = db.timeout(Duration::from_millis(60));
    let ann = || db.dynamic(&key("ann"), MailBox::MAILS);
    ann().put_many(mails(30)).await.unwrap();
    faults.on(CallKind::NextBatch).always().hang();
    assert!(ann().count().await.unwrap_err().is_timeout());
    assert!(ann().page(3).await.unwrap_err().is_timeout());
    assert!(
        ann()
            .stream()
            .next()
            .await
            .unwrap()
            .unwrap_err()
            .is_timeout()
    );
    faults.clear();
    faults.on(CallKind::Mutate).always().hang();
    assert!(ann().put_many(mails(1)).await.unwrap_err().is_timeout());
    faults.clear();
    let slow = db.operation_timeout(Duration::from_nanos(1));
    let late = slow
        .dynamic(&key("ann"), MailBox::MAILS)
        .put_many(mails(30));
    assert!(late.await.unwrap_err().is_timeout());
}

#[tokio::test]
async fn a_random_salt_has_no_row_to_read() {
    #[derive(HTable, Debug)]
    #[table("DLQX:RANDOM_ROWS")]
    #[rowkey(salt = random(4))]
    #[family("D")]
    struct Random {
        #[rowkey]
        id: u64,
        #[column(dynamic)]
        values: Dynamic<u64, u64>,
    }
    let db = hbase_schema::connect("memory:").await.unwrap();
    let key = RandomKey { id: 1 };
    for error in [
        db.dynamic(&key, Random::VALUES).count().await.unwrap_err(),
        db.get_raw::<_, Random>(&key).await.unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        let text = error.to_string();
        assert!(text.contains("which one is meant: `get` reads"), "{text}");
    }
}

/// Nothing is written at the server's time instead.
#[tokio::test]
async fn a_version_that_is_none_is_an_error() {
    let db = filled().await;
    let ann = || db.dynamic(&key("ann"), MailBox::MAILS);
    let none = || ann().version(None::<Timestamp>);
    for error in [
        none().put((77, 7), "late").await.unwrap_err(),
        none().put_many([((77, 7), "late")]).await.unwrap_err(),
        none().delete((1, 1)).await.unwrap_err(),
        none().delete_range().await.unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{error}");
        assert_contains(&error, "a `None` as the version");
    }
    assert_eq!(ann().count().await.unwrap(), 300);
}

/// Columns of a day.
#[derive(HTable, Debug)]
#[table("DLQX:DAILY_VISITS")]
#[family("D1", versions = 5)]
struct Visits {
    #[rowkey]
    user: u64,
    #[timestamp(day, keep = "4d")]
    day: Timestamp,
    #[column(dynamic, prefix = "p:")]
    pages: Dynamic<u32, u32>,
    #[column(dynamic, prefix = "s:")]
    slots: Dynamic<Slot, u32>,
}

#[derive(Qualifier, Debug, Clone, PartialEq)]
#[qualifier(separator = "-")]
struct Slot {
    #[qualifier(fixed = 4)]
    number: u32,
    name: String,
}

#[tokio::test]
async fn columns_of_a_period_are_put_with_its_version() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Visits>().await.unwrap();
    let key = VisitsKey { user: 1 };
    let pages = || db.dynamic(&key, Visits::PAGES);
    let error = pages().put(7, 1).await.unwrap_err();
    let expected = "a put without a version, where each version is a day: the server's time would make another version; give the record's time by `version`";
    assert!(error.to_string().ends_with(expected), "{error}");
    assert_eq!(pages().count().await.unwrap(), 0);
    let day: Timestamp = "2015-12-26".parse().unwrap();
    pages().version(day).put(7, 1).await.unwrap();
    assert_eq!(pages().count().await.unwrap(), 1);
}

#[tokio::test]
async fn a_bound_that_no_qualifier_has_is_an_error() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Visits>().await.unwrap();
    let slots = db.dynamic(&VisitsKey { user: 1 }, Visits::SLOTS);
    let error = slots.range((12_345,)..).count().await.unwrap_err();
    let text = error.to_string();
    assert!(text.contains("the range of the columns"), "{text}");
    assert!(text.contains("12345"), "{text}");
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
}
