//! Continues a scan whose call has failed, or was abandoned.

use std::sync::Arc;

use bytes::Bytes;
use hbase_backend::{Deadline, Result};

use super::scanner::{NativeScanner, Start};
use crate::failure::Operation;
use crate::net::CallFailure;
use crate::region::Region;
use crate::retry::{Idempotency, Pauses, is_not_begun, is_scanner_expired, keeps_location};

impl NativeScanner {
    /// Continues with the open scanner if the server has not begun the call. Otherwise opens the scan again, at
    /// the first row or cell that was not returned.
    pub(super) async fn lost(
        &mut self,
        region: &Arc<Region>,
        failure: CallFailure,
        pauses: &mut Pauses,
        deadline: Deadline,
    ) -> Result<()> {
        if let Some(whole) = self.whole.as_mut().filter(|_| failure.is_too_long()) {
            whole.note_too_long();
            whole.note(&self.client.known_families);
            self.name_columns();
            return Ok(());
        }
        let table = self.table.clone();
        let operation = Operation::on("scanning", &table, deadline);
        match &mut self.open {
            // The server has not counted the call. With the next number, it would reject the scanner's next
            // call.
            Some(open) if is_not_begun(&failure) => open.take_back(),
            _ => self.reset(may_be_open(&failure)),
        }
        let reacted = self.client.react(&failure, region, Idempotency::Read);
        let Ok(pause) = reacted else {
            return Err(operation.error(failure, &region.server));
        };
        self.client
            .pause(pauses, pause, operation, failure, region)
            .await
    }

    /// Lets the next call open the scan again. Closes the scanner at the server, if it may still be open.
    pub(super) fn reset(&mut self, may_be_open: bool) {
        self.is_calling = false;
        let open = self.open.take();
        let was_open = open.is_some();
        if let Some(open) = open.filter(|_| may_be_open) {
            open.close(&self.client);
        }
        self.start_after_last_row(was_open);
    }

    /// Sets where the next scanner starts: at the incomplete row, otherwise at the row that the server had
    /// reached, otherwise after the last row. It is never before a position that was reported.
    pub(super) fn start_after_last_row(&mut self, was_open: bool) {
        let incomplete = self.assembler.key().cloned();
        self.assembler.restart_row();
        // Without an open scanner, `start` is the position after the last row already.
        let reached = self.reached.clone().filter(|_| was_open);
        if let Some(row) = incomplete.or(reached) {
            self.start = Start::At(row, true);
            // `position` returns these before it looks at `start`, and they are before the row.
            self.last_row = None;
            self.reached = None;
        } else if let Some(row) = self.last_row.clone().filter(|_| was_open) {
            self.start = self.after(row);
        }
    }

    /// The position after a row.
    pub(super) fn after(&self, row: Bytes) -> Start {
        if self.is_reversed() {
            Start::Before(row)
        } else {
            Start::At(row, false)
        }
    }
}

/// Whether the scanner may still be open at the server after a failure: the server serves the region, and has not closed
/// the scanner.
fn may_be_open(failure: &CallFailure) -> bool {
    match failure {
        CallFailure::TimedOut | CallFailure::Wire(_) => true,
        CallFailure::NotSent(_)
        | CallFailure::NeverSent(_)
        | CallFailure::Login { .. }
        | CallFailure::TooLarge { .. }
        | CallFailure::Lost(_)
        | CallFailure::Closed => false,
        CallFailure::Remote(_) => keeps_location(failure) && !is_scanner_expired(failure),
    }
}
