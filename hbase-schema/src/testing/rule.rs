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

#[cfg(test)]
mod tests {
    use super::*;

    /// The calls of `count` to which a rule applies, counted from 1.
    fn applied(set: impl FnOnce(Rule<'_>), count: u64) -> Vec<u64> {
        let faults = Faults::new();
        set(faults.on(CallKind::Get));
        let calls = 1..=count;
        calls
            .filter(|_| !faults.next_call(CallKind::Get, &[b"r"]).actions.is_empty())
            .collect()
    }

    #[test]
    fn a_rule_applies_to_the_calls_that_it_names() {
        assert_eq!(applied(|rule| rule.nth(1).lose_response(), 3), [1]);
        assert_eq!(applied(|rule| rule.nth(0).hang(), 3), [1]);
        assert_eq!(applied(|rule| rule.nth(3).lose_connection(), 5), [3]);
        assert_eq!(applied(|rule| rule.first(2).hang(), 4), [1, 2]);
        assert_eq!(applied(|rule| rule.nth(2).first(2).hang(), 5), [2, 3]);
        assert_eq!(applied(|rule| rule.nth(3).always().hang(), 5), [3, 4, 5]);
        assert!(applied(|rule| rule.first(0).hang(), 2).is_empty());
    }

    #[test]
    fn only_calls_of_the_kind_and_on_the_row_count() {
        let faults = Faults::new();
        faults.on(CallKind::Get).row(*b"r").nth(2).hang();
        let rows = |kind, rows: &[&[u8]]| {
            let found = faults.next_call(kind, rows);
            assert!(found.actions.is_empty());
            found
                .rows
                .into_iter()
                .map(|(row, _)| row)
                .collect::<Vec<_>>()
        };
        let none = Vec::<Vec<u8>>::new();
        assert_eq!(rows(CallKind::Get, &[b"a", b"r"]), none);
        assert_eq!(rows(CallKind::Get, &[b"a"]), none);
        assert_eq!(rows(CallKind::Mutate, &[b"r"]), none);
        assert_eq!(rows(CallKind::Get, &[b"r", b"a"]), [b"r"]);
        assert_eq!(rows(CallKind::Get, &[b"r"]), none);
        assert_eq!(
            (faults.calls(CallKind::Get), faults.calls(CallKind::Mutate)),
            (4, 1)
        );
    }

    #[test]
    fn rules_of_any_kind_are_removed_and_counts_are_kept() {
        let faults = Faults::new();
        faults.on_any().always().hang();
        let count = |kind| faults.next_call(kind, &[]).actions.len();
        assert_eq!((count(CallKind::Get), count(CallKind::Mutate)), (1, 1));
        faults.clear();
        assert_eq!(count(CallKind::Get), 0);
        assert_eq!(faults.calls(CallKind::Get), 2);
    }
}
