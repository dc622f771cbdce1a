//! Look-ups in one table: one at a time, whose outcome is that of all who waited for it.

use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::Mutex;

use super::error::LocateError;

/// The look-ups in one table. What they find is in the cache; what they do not find is kept here for those who wait.
#[derive(Debug, Default)]
pub(super) struct Looking {
    /// How many have begun.
    begun: AtomicU64,
    /// Locked by the one that is under way; the error of the last one.
    last: Mutex<Option<Failed>>,
}

#[derive(Debug)]
struct Failed {
    number: u64,
    row: Vec<u8>,
    error: LocateError,
}

impl Looking {
    /// Looks up a row, unless that is of no use any more once it is its turn: it is known, or a look-up that has begun after
    /// this call has found nothing. One that has begun before may have missed a change that the caller knows of.
    pub(super) async fn look_up<T>(
        &self,
        row: &[u8],
        known: impl Fn() -> Option<T>,
        look_up: impl Future<Output = Result<T, LocateError>>,
    ) -> Result<T, LocateError> {
        let before = self.begun.load(Ordering::SeqCst);
        let mut last = self.last.lock().await;
        if let Some(known) = known() {
            return Ok(known);
        }
        let is_valid =
            |failed: &&Failed| failed.number > before && failed.error.holds_for(&failed.row, row);
        if let Some(failed) = last.as_ref().filter(is_valid) {
            return Err(failed.error.clone());
        }
        let number = self.begun.fetch_add(1, Ordering::SeqCst) + 1;
        let found = look_up.await;
        *last = found.as_ref().err().map(|error| Failed {
            number,
            row: row.to_vec(),
            error: error.clone(),
        });
        found
    }
}
