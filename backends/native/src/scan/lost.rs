//! What becomes of a scan whose call has failed, or was abandoned.

use std::sync::Arc;

use hbase_model::{Deadline, Result};

use super::scanner::{NativeScanner, Start};
use crate::failure::Operation;
use crate::net::CallFailure;
use crate::pauses::Pauses;
use crate::region::Region;
use crate::retry::{Idempotency, Location, Pause, Reaction, is_not_begun, reaction};

impl NativeScanner {
    /// Goes on with the scanner, if the server has not begun with the call; else the scan is opened again at the first row,
    /// or cell, that was not given out.
    pub(super) async fn lost(
        &mut self,
        region: &Arc<Region>,
        failure: CallFailure,
        pauses: &mut Pauses,
        deadline: Deadline,
    ) -> Result<()> {
        let table = self.table.clone();
        let operation = Operation::on("scanning", &table);
        match &mut self.open {
            Some(open) if is_not_begun(&failure) => open.take_back(),
            _ => self.reset(may_be_open(&failure)),
        }
        let pause = if reaction(&failure, Idempotency::Read) == Reaction::Reopen {
            Pause::None
        } else {
            let reacted = self.client.react(&failure, region, Idempotency::Read);
            let Ok(pause) = reacted else {
                return Err(operation.error(failure, &region.server));
            };
            pause
        };
        self.client
            .pause(pauses, pause, operation, failure, region, deadline)
            .await
    }

    /// Opens the scan again before its next rows; the scanner at the server is closed, if it may be open.
    pub(super) fn reset(&mut self, may_be_open: bool) {
        self.is_calling = false;
        let open = self.open.take();
        let was_open = open.is_some();
        if let Some(open) = open.filter(|_| may_be_open) {
            open.close(&self.client);
        }
        self.assembler.restart_row();
        if let Some(key) = self.assembler.key() {
            self.start = Start::At(key.clone(), true);
        } else if let Some(row) = self.last_row.clone().filter(|_| was_open) {
            self.start = if self.is_reversed() {
                Start::Before(row)
            } else {
                Start::At(row, false)
            };
        }
    }
}

/// Whether the server may keep the scanner after a failure: it serves the region, and has not closed the scanner.
fn may_be_open(failure: &CallFailure) -> bool {
    match failure {
        CallFailure::TimedOut | CallFailure::Wire(_) => true,
        CallFailure::NotSent(_)
        | CallFailure::NeverSent(_)
        | CallFailure::Lost(_)
        | CallFailure::Closed => false,
        CallFailure::Remote(_) => matches!(
            reaction(failure, Idempotency::Read),
            Reaction::Retry(Location::Keep, _) | Reaction::Fail
        ),
    }
}
