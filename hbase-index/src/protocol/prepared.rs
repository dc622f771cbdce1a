//! A write that is planned from the row as it was read.

use super::domain::{Domain, EntrySet, Input, Plan, Request, RowRead};
use super::outcome::Outcome;
use super::rules::{Rules, WaitStart};
use super::stamp::{Check, Stamp};

/// The content of the requests after the read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Prepared<D: Domain> {
    pub(super) check: Check<D::Id>,
    pub(super) stamp: Stamp<D::Id>,
    pub(super) change: D::Change,
    pub(super) put: D::Entries,
    pub(super) stale: D::Entries,
    pub(super) up_to: Option<i64>,
    /// An earlier start of the wait: the weakened third rule.
    pub(super) waits_from: Option<D::Moment>,
    /// The outcome once the row is written.
    pub(super) outcome: Outcome<D>,
}

impl<D: Domain> Prepared<D> {
    pub(super) fn new(
        domain: &D,
        row: &RowRead<D>,
        stamp: Stamp<D::Id>,
        plan: Plan<D>,
        old_entries: &D::Entries,
    ) -> Self {
        let rules = domain.rules();
        let Plan { change, entries } = plan;
        let stale = old_entries.minus(&entries);
        let check = match row.unchanged() {
            _ if !rules.check_stamp() => Check::Always,
            Check::Equals(old) if !rules.compare_values() => Check::AnyAt(old.at),
            check => check,
        };
        let put = if rules.renew_entries() {
            entries
        } else {
            entries.minus(old_entries)
        };
        Self {
            check,
            stamp,
            change,
            put,
            stale,
            // Not the new stamp, nor the clock's time: after v1 -> v2 -> v1, such a marker would hide the
            // entry of the second v1.
            up_to: row.old(),
            waits_from: None,
            outcome: Outcome::Written,
        }
    }

    pub(super) fn notice_read(mut self, domain: &D, input: &Input<D>) -> Self {
        if domain.rules().wait_from() == WaitStart::Read {
            self.waits_from = Some(input.moment);
        }
        self
    }

    pub(super) fn notice_entries(mut self, domain: &D, input: &Input<D>) -> Self {
        if domain.rules().wait_from() == WaitStart::Entries {
            self.waits_from = Some(input.moment);
        }
        self
    }

    pub(super) fn put_entries(&self) -> Request<D> {
        Request::PutEntries {
            entries: self.put.clone(),
            at: self.stamp.at,
        }
    }

    /// Whether the row's stamp is this write's.
    pub(super) fn is_in(&self, domain: &D, row: &RowRead<D>) -> bool {
        let found = row.stamp;
        found.is_some_and(|found| {
            found.at == self.stamp.at && (!domain.rules().unique_ids() || found.id == self.stamp.id)
        })
    }
}
