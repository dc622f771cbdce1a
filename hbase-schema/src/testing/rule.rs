//! Rules: the faults of selected calls.

use std::io;
use std::time::Duration;

use hbase_backend::Error;

use super::call_kind::CallKind;
use super::faults::Faults;

/// A rule for faults: started by [`Faults::on`], added by the method that names the fault. By
/// default it applies to the next call.
#[derive(Debug)]
#[must_use = "a rule is set by its fault: `fail`, `delay`, `lose_response`, …"]
pub struct Rule<'f> {
    faults: &'f Faults,
    kind: Option<CallKind>,
    row: Option<Vec<u8>>,
    skip: u64,
    times: u64,
}

/// An added rule.
#[derive(Clone, Debug)]
pub(super) struct ActiveRule {
    kind: Option<CallKind>,
    pub(super) row: Option<Vec<u8>>,
    /// The number of calls that it still skips.
    skip: u64,
    /// The number of calls to which it still applies.
    times: u64,
    pub(super) action: FaultAction,
}

/// The fault of a call.
#[derive(Clone, Debug)]
pub(super) enum FaultAction {
    Fail(Error),
    Delay(Duration),
    LoseAnswer,
    Hang,
}

impl<'f> Rule<'f> {
    pub(super) fn new(faults: &'f Faults, kind: Option<CallKind>) -> Self {
        Self {
            faults,
            kind,
            row: None,
            skip: 0,
            times: 1,
        }
    }

    /// Applies to the nth call from now on, counted from 1; 0 is the same as 1.
    pub fn nth(mut self, n: u64) -> Self {
        self.skip = n.saturating_sub(1);
        self
    }

    /// Applies to this number of calls, after those that [`nth`](Self::nth) skips.
    pub fn first(mut self, calls: u64) -> Self {
        self.times = calls;
        self
    }

    /// Applies to all calls.
    pub fn always(self) -> Self {
        self.first(u64::MAX)
    }

    /// Applies only to the row with this key, as bytes; other rows of the same call are written.
    pub fn row(mut self, key: impl Into<Vec<u8>>) -> Self {
        self.row = Some(key.into());
        self
    }

    /// The calls fail with this error, and have no effect.
    pub fn fail(self, error: Error) {
        self.set(FaultAction::Fail(error));
    }

    /// The calls fail as if the connection was lost before the request, and have no effect.
    pub fn lose_connection(self) {
        self.fail(connection_lost());
    }

    /// The calls take effect, and fail as if the connection was lost before the response.
    pub fn lose_response(self) {
        self.set(FaultAction::LoseAnswer);
    }

    /// The calls start after a delay. A test may pause the time: `tokio::time::pause`.
    pub fn delay(self, by: Duration) {
        self.set(FaultAction::Delay(by));
    }

    /// The calls never return a response, and have no effect.
    pub fn hang(self) {
        self.set(FaultAction::Hang);
    }

    fn set(self, action: FaultAction) {
        self.faults.set(ActiveRule {
            kind: self.kind,
            row: self.row,
            skip: self.skip,
            times: self.times,
            action,
        });
    }
}

impl ActiveRule {
    /// Whether it applies to a call of this kind on these rows. Counts the calls that it selects.
    pub(super) fn applies(&mut self, kind: CallKind, rows: &[&[u8]]) -> bool {
        let is_kind = self.kind.is_none_or(|selected| selected == kind);
        let is_row = self.row.as_deref().is_none_or(|row| rows.contains(&row));
        if !is_kind || !is_row {
            return false;
        }
        if self.skip > 0 {
            self.skip -= 1;
            return false;
        }
        let is_due = self.times > 0;
        self.times = self.times.saturating_sub(1);
        is_due
    }

    pub(super) fn is_over(&self) -> bool {
        self.times == 0
    }
}

/// The error of a lost connection.
pub(super) fn connection_lost() -> Error {
    Error::io(
        "waiting for an answer",
        io::ErrorKind::ConnectionReset.into(),
    )
}
