//! The deletions of old entries, if some of them fail.

use std::sync::Arc;
use std::time::Duration;

use hbase_backend::{Backend, BoxFuture, Mutation};
use hbase_index::{Clocks, IndexedTable, Intent, Settings};
use hbase_model::TableChange;

use crate::setup::{Cx, TIMEOUT, by_mail, soon};
use crate::test_clocks::TestClocks;

fn mail_and_city(mail: &str, city: &str) -> Intent {
    let mut put = Mutation::new("1");
    put.put(b"D", b"MAIL", mail.as_bytes()).unwrap();
    put.put(b"D", b"CITY", city.as_bytes()).unwrap();
    Intent::put(put)
}

/// A row whose entries of both indexes have changed, and another one of the first index alone.
async fn changed() -> Cx {
    let cx = Cx::new().await;
    for (mail, city) in [("a", "x"), ("b", "y")] {
        cx.table
            .write(mail_and_city(mail, city), soon())
            .await
            .unwrap();
    }
    for mail in ["a", "b"] {
        cx.put("2", mail).await;
    }
    cx.clocks.advance(Settings::default().query_limit);
    cx
}

async fn entries(cx: &Cx, index: usize) -> u64 {
    let index = &cx.definition.indexes[index].table;
    let report = hbase_index::Verification::Report;
    let found = cx.table.verify(index, report, TIMEOUT).await.unwrap();
    found.live + found.stale
}

#[tokio::test]
async fn a_dropped_index_does_not_stop_the_others() {
    let cx = changed().await;
    let by_city = &cx.definition.indexes[1].table;
    cx.store.drop_table(by_city, soon()).await.unwrap();
    assert_eq!(cx.table.clean_up(soon()).await.unwrap(), 2);
    let lag = cx.table.lag();
    assert_eq!((lag.waiting, lag.deleted, lag.failed), (0, 2, 0));
    assert_eq!(entries(&cx, 0).await, 2);
}

#[tokio::test]
async fn only_what_failed_waits_on() {
    let cx = changed().await;
    let by_city = cx.definition.indexes[1].table.clone();
    let family = |name: &'static str| hbase_model::FamilyDescriptor::new(name);
    let changes = [
        TableChange::AddFamily(family("Z")),
        TableChange::DropFamily("E".into()),
    ];
    cx.store
        .alter_table(&by_city, &changes, soon())
        .await
        .unwrap();
    let error = cx.table.clean_up(soon()).await.unwrap_err();
    assert!(error.to_string().contains("no family E"), "{error}");
    let lag = cx.table.lag();
    assert_eq!((lag.waiting, lag.deleted, lag.failed), (1, 1, 1));
    assert_eq!(entries(&cx, 0).await, 2);
    let changes = [TableChange::AddFamily(family("E"))];
    cx.store
        .alter_table(&by_city, &changes, soon())
        .await
        .unwrap();
    assert_eq!(cx.table.clean_up(soon()).await.unwrap(), 1);
    let lag = cx.table.lag();
    assert_eq!((lag.waiting, lag.deleted, lag.failed), (0, 2, 1));
}

/// Clocks of a machine whose wall clock is set forward: limits include the jump, waits do not.
#[derive(Debug, Default)]
struct Jumping(Arc<TestClocks>);

impl Clocks for Jumping {
    fn now_ms(&self) -> i64 {
        self.0.now_ms()
    }

    fn moment(&self) -> Duration {
        self.0.moment() + Duration::from_secs(10 * 60 * 60)
    }

    fn progress(&self) -> Duration {
        self.0.moment()
    }

    fn sleep_until(&self, until: Duration) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            self.0.sleep_until(until).await;
            tokio::task::yield_now().await;
        })
    }
}

impl Cx {
    /// A client with such clocks, which has changed a row.
    async fn jumping(&self) -> IndexedTable {
        let clocks = Arc::new(Jumping(Arc::clone(&self.clocks)));
        let (backend, definition) = (self.store.clone(), Arc::clone(&self.definition));
        let table = IndexedTable::with_clocks(backend, definition, Settings::default(), clocks);
        for mail in ["a", "b"] {
            table.write(mail_and_city(mail, "x"), soon()).await.unwrap();
        }
        table
    }
}

#[tokio::test]
async fn waits_do_not_end_because_the_clock_is_set_forward() {
    let cx = Cx::new().await;
    let table = cx.jumping().await;
    assert_eq!(table.clean_up(soon()).await.unwrap(), 0);
    cx.clocks.advance(Settings::default().query_limit);
    assert_eq!(table.clean_up(soon()).await.unwrap(), 1);
}

#[tokio::test]
async fn errors_of_the_rounds_are_reported() {
    let cx = Cx::new().await;
    let table = cx.jumping().await;
    cx.store.drop_table(&by_mail(), soon()).await.unwrap();
    let mut other = hbase_model::TableDescriptor::new(by_mail());
    other.families = vec![hbase_model::FamilyDescriptor::new("Z")].into();
    cx.store.create_table(&other, soon()).await.unwrap();
    let mut errors = 0;
    let rounds = table.run_clean_up(TIMEOUT, |round| errors += u32::from(round.is_err()));
    let _ = tokio::time::timeout(Duration::from_millis(50), rounds).await;
    assert!(errors > 0);
    assert!(table.lag().failed > 0);
}
