//! What is to happen to which calls.

use std::io;
use std::time::Duration;

use hbase_model::Error;

use super::call_kind::CallKind;
use super::faults::Faults;

/// Which calls something is to happen to: made by [`Faults::on`], set by what ends it. Unless it is
/// narrowed, it is the next one.
#[derive(Debug)]
#[must_use = "a rule is set by what is to happen: `fail`, `delay`, `lose_answer`, …"]
pub struct Rule<'f> {
    faults: &'f Faults,
    kind: Option<CallKind>,
    row: Option<Vec<u8>>,
    skip: u64,
    times: u64,
}

/// A rule that is set.
#[derive(Clone, Debug)]
pub(super) struct Set {
    kind: Option<CallKind>,
    pub(super) row: Option<Vec<u8>>,
    /// How many calls still pass untouched.
    skip: u64,
    /// How many are still touched.
    times: u64,
    pub(super) action: Action,
}

/// What happens to a call.
#[derive(Clone, Debug)]
pub(super) enum Action {
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

    /// The nth of the calls from now on, from 1. 0 is taken for 1.
    pub fn nth(mut self, n: u64) -> Self {
        self.skip = n.saturating_sub(1);
        self
    }

    /// The first so many of the calls, behind those that [`nth`](Self::nth) passes over.
    pub fn first(mut self, calls: u64) -> Self {
        self.times = calls;
        self
    }

    /// All of the calls.
    pub fn always(self) -> Self {
        self.first(u64::MAX)
    }

    /// Only what concerns the row with this key, as bytes: of several rows written together, the
    /// others are written.
    pub fn row(mut self, key: impl Into<Vec<u8>>) -> Self {
        self.row = Some(key.into());
        self
    }

    /// They fail with this error, and have no effect.
    pub fn fail(self, error: Error) {
        self.set(Action::Fail(error));
    }

    /// They fail as where a connection is lost before the request, and have no effect.
    pub fn lose_connection(self) {
        self.fail(lost());
    }

    /// They are carried out, and fail as where the connection is lost before the answer.
    pub fn lose_answer(self) {
        self.set(Action::LoseAnswer);
    }

    /// They begin so much later. Time may stand still in a test: `tokio::time::pause`.
    pub fn delay(self, by: Duration) {
        self.set(Action::Delay(by));
    }

    /// They are never answered, and have no effect.
    pub fn hang(self) {
        self.set(Action::Hang);
    }

    fn set(self, action: Action) {
        self.faults.set(Set {
            kind: self.kind,
            row: self.row,
            skip: self.skip,
            times: self.times,
            action,
        });
    }
}

impl Set {
    /// Whether it concerns such a call, on one of these rows; counts the call then.
    pub(super) fn touches(&mut self, kind: CallKind, rows: &[&[u8]]) -> bool {
        let is_meant = self.kind.is_none_or(|meant| meant == kind);
        let is_row = self.row.as_deref().is_none_or(|row| rows.contains(&row));
        if !is_meant || !is_row {
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

/// The error of a connection that is lost.
pub(super) fn lost() -> Error {
    Error::io(
        "waiting for an answer",
        io::ErrorKind::ConnectionReset.into(),
    )
}
