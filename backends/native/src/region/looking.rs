//! Look-ups in one table: one at a time, whose outcome is that of all who waited for it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use hbase_model::{Deadline, TableName};

use super::error::LocateError;
use super::limit::Limit;
use super::place::Place;
use crate::clock;
use crate::detached::detached;
use crate::net::CallFailure;
use crate::runtime::PerRuntime;

/// From this number of tables on, what is known of the look-ups in a table is forgotten when none is under way.
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

/// The look-ups in one table. What they find is in the cache; what they do not find is kept here for those who wait.
#[derive(Debug, Default)]
pub(super) struct Looking {
    /// How many have begun.
    begun: AtomicU64,
    /// Locked by the one that is under way.
    last: Arc<tokio::sync::Mutex<Last>>,
}

/// What is known of the last look-up.
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
    /// Looks up a region, unless that is of no use any more once it is its turn: it is known, or a look-up that has begun
    /// after this call has found nothing. One that has begun before may have missed a change that the caller knows of.
    ///
    /// A look-up goes on where its caller has gone: the next one would wait for as long.
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
