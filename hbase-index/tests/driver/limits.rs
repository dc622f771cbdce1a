//! An error that a limit causes names its setting and value, and what took how long.

use std::sync::Arc;
use std::time::Duration;

use hbase_backend::{BoxFuture, Deadline, Error, Result};
use hbase_index::{IndexError, IndexedTable, Intent, Settings, Written};
use hbase_schema_embedded::Embedded;

use crate::hooked::{Hook, Hooked};
use crate::setup::{Cx, TIMEOUT, by_mail, mail_of, soon};

/// Calls of this name have no response.
#[derive(Debug)]
struct Silent(&'static str);

impl Hook for Silent {
    fn before<'a>(
        &'a self,
        _store: &'a Embedded,
        call: &'static str,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            if call == self.0 {
                tokio::time::sleep(deadline.remaining()).await;
                let doing = "a silent server";
                return Err(Error::DeadlineExceeded { doing });
            }
            Ok(())
        })
    }
}

/// A client with the machine's clocks.
fn client(cx: &Cx, call: &'static str, write_limit: Duration) -> IndexedTable {
    let settings = Settings::default().write_limit(write_limit);
    let definition = Arc::clone(&cx.definition);
    IndexedTable::new(Hooked::new(&cx.store, Silent(call)), definition, settings)
}

const LIMIT: Duration = Duration::from_secs(1);

async fn put(table: &IndexedTable, deadline: Deadline) -> Result<Written, IndexError> {
    let intents = vec![Intent::put(mail_of("1", "m"))];
    table.write_many(intents, deadline).await.remove(0)
}

fn assert_names_the_limit(error: &IndexError, doing: &str) {
    let text = error.to_string();
    for part in [doing, "a silent server", " ms ", "`write_limit` is 1000 ms"] {
        assert!(text.contains(part), "{text} lacks {part}");
    }
}

#[tokio::test]
async fn a_put_of_entries_has_a_share_of_the_write_limit() {
    let cx = Cx::new().await;
    let table = client(&cx, "mutate", LIMIT);
    let single = table.write(Intent::put(mail_of("1", "m")), soon()).await;
    let table = client(&cx, "mutate_many", LIMIT);
    for written in [single, put(&table, soon()).await] {
        let error = written.unwrap_err();
        assert!(matches!(error, IndexError::TooSlow { .. }), "{error}");
        assert_names_the_limit(&error, "writing a row of USERS took too long");
    }
}

#[tokio::test]
async fn a_row_that_may_have_been_written_is_unknown() {
    let cx = Cx::new().await;
    let table = client(&cx, "check_and_mutate_many", LIMIT);
    let error = put(&table, soon()).await.unwrap_err();
    assert!(
        matches!(error, IndexError::OutcomeUnknown { .. }),
        "{error}"
    );
    assert_names_the_limit(&error, "the response was lost");
}

/// The limit is longer than the caller waits.
#[tokio::test]
async fn the_callers_deadline_is_no_limit() {
    let cx = Cx::new().await;
    let table = client(&cx, "mutate_many", TIMEOUT);
    let error = put(&table, Deadline::after(LIMIT / 10)).await.unwrap_err();
    assert!(
        matches!(error, IndexError::Backend(Error::DeadlineExceeded { .. })),
        "{error}"
    );
}

#[tokio::test]
async fn a_drop_ends_within_the_write_limit() {
    let cx = Cx::new().await;
    let table = client(&cx, "drop_table", LIMIT);
    let error = table.drop_index(&by_mail(), TIMEOUT).await.unwrap_err();
    assert_names_the_limit(&error, "dropping the table USERS_BY_MAIL took too long");
}
