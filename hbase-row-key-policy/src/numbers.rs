//! Running numbers within one process.

use crate::error::NumberError;
use crate::policy::{RowKeyPolicy, RunningNumber};

impl RowKeyPolicy {
    /// Counts running numbers from `startNumber` by `numberStep`, for [`KeyMaker::key`](crate::KeyMaker::key).
    /// Several processes need numbers from the store instead.
    ///
    /// # Errors
    /// The counter returns an error after the greatest number, 2^64 - 1.
    pub fn counter(&self) -> impl FnMut(RunningNumber) -> Result<u64, NumberError> + use<> {
        let mut next = self.running_number().map(|running| running.start);
        move |running| {
            let number = next.ok_or_else(|| NumberError("no number is left below 2^64".into()))?;
            next = number.checked_add(running.step);
            Ok(number)
        }
    }
}
