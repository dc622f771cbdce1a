//! Look-ups in one table: one at a time; its outcome counts for all who waited for it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use hbase_backend::Deadline;
use hbase_model::TableName;

use super::error::LocateError;
use super::limit::Limit;
use super::place::Place;
use crate::clock;
use crate::detached::detached;
use crate::net::CallFailure;
use crate::runtime::PerRuntime;

/// From this number of tables on, a table's last look-up is forgotten when no look-up is under way.
const MOST_TABLES: usize = 1024;

/// The look-ups in each table.
#[derive(Debug, Default)]
pub(super) struct LookingIn(Mutex<HashMap<TableName, PerRuntime<Looking>>>);

impl LookingIn {
    pub(super) fn table(&self, table: &TableName) -> Arc<Looking> {
        let mut tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if tables.len() >= MOST_TABLES && !tables.contains_key(table) {
            tables.retain(|_, of_table| of_table.is_used());
        }
        tables.entry(table.clone()).or_default().get()
    }
}

/// The look-ups in one table. Found regions are in the cache; errors are kept here for those who wait.
#[derive(Debug, Default)]
pub(super) struct Looking {
    /// How many have begun.
    begun: AtomicU64,
    /// Locked by the look-up that is under way.
    last: Arc<tokio::sync::Mutex<Last>>,
}

/// The outcome of the last look-up.
#[derive(Debug, Default)]
struct Last {
    failed: Option<Failed>,
    limit: Limit,
}

#[derive(Debug)]
struct Failed {
    number: u64,
    place: Place,
    error: LocateError,
}

impl Looking {
    /// Looks up a region, unless the look-up has become unnecessary when its turn comes: the region is known,
    /// or a look-up that began after this call has found nothing. One that began earlier does not count: it may
    /// have missed a change that the caller knows about.
    ///
    /// A look-up continues after its caller has gone, because the next caller would wait as long.
    pub(super) async fn look_up<T, F>(
        &self,
        place: Place,
        known: impl Fn() -> Option<T>,
        deadline: Deadline,
        look_up: impl FnOnce(Place, Deadline) -> F,
    ) -> Result<T, LocateError>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, LocateError>> + Send + 'static,
    {
        let before = self.begun.load(Ordering::SeqCst);
        let mut last = Arc::clone(&self.last).lock_owned().await;
        if let Some(known) = known() {
            return Ok(known);
        }
        let is_valid = |failed: &&Failed| {
            failed.number > before && failed.error.holds_for(&failed.place, &place)
        };
        if let Some(failed) = last.failed.as_ref().filter(is_valid) {
            return Err(failed.error.clone());
        }
        let number = self.begun.fetch_add(1, Ordering::SeqCst) + 1;
        let limit = last.limit.of(deadline);
        let looking = look_up(place.clone(), limit);
        let looking = detached(async move {
            let found = clock::before(limit, looking).await;
            let found = found.unwrap_or(Err(LocateError::Call(CallFailure::TimedOut)));
            last.limit.note(clock::is_over(limit));
            last.failed = found.as_ref().err().cloned().map(|error| Failed {
                number,
                place,
                error,
            });
            found
        });
        let ended = |error| Err(LocateError::Call(CallFailure::not_sent(error)));
        looking.await.unwrap_or_else(ended)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_known_of_many_tables_is_forgotten_but_for_those_in_use() {
        let looking = LookingIn::default();
        let table = |number: usize| {
            let name = format!("T{number}");
            name.parse::<TableName>().expect("a name")
        };
        let used = looking.table(&table(0));
        for number in 1..10_000 {
            looking.table(&table(number));
            let tables = looking.0.lock().unwrap_or_else(PoisonError::into_inner);
            assert!(tables.len() <= MOST_TABLES);
        }
        assert!(Arc::ptr_eq(&used, &looking.table(&table(0))));
    }
}
