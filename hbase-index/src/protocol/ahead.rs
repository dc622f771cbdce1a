//! Puts entries while the row is read, if the write does not depend on the row.
//!
//! They are put at the clock's time. If it is above the row's stamp, as it nearly always is, they are the
//! entries of the row's write. Otherwise they are left like those of a writer that ended here, and the entries
//! are put once more.
//!
//! A row that is expected to be new is not read: the condition of its write verifies that it has no stamp. This
//! requires a table whose rows have always had stamps; otherwise the cells of a row without a stamp could hide
//! the write.
//!
//! A write then takes two round trips rather than three. The model runs both requests in either order.

use super::domain::{Domain, EntrySet, Input, Plan, Request, Response, RowRead};
use super::rules::Rules;
use super::stamp::Stamp;

/// The two requests of the start, in any order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Ahead<D: Domain> {
    pub(super) stamp: Stamp<D::Id>,
    plan: Plan<D>,
    row: Option<RowRead<D>>,
    is_put: bool,
}

impl<D: Domain> Ahead<D> {
    /// The start of a foreseen write; `None` if its row has to be read first.
    pub(super) fn new(intent: &D::Intent, domain: &D, input: &Input<D>) -> Option<Self> {
        let rules = domain.rules();
        let is_allowed = rules.entries_first() && rules.renew_entries();
        let plan = is_allowed.then(|| domain.foresee(intent)).flatten()?;
        let stamp = Stamp {
            at: input.now,
            id: input.id,
        };
        (!plan.entries.is_empty()).then_some(Self {
            stamp,
            plan,
            row: None,
            is_put: false,
        })
    }

    /// The same for a row that is assumed to be new.
    pub(super) fn of_new_row(self, domain: &D) -> Self {
        Self {
            row: Some(RowRead::absent(domain)),
            ..self
        }
    }

    pub(super) fn plan(&self) -> Plan<D> {
        Plan {
            change: self.plan.change.clone(),
            entries: self.plan.entries.clone(),
        }
    }

    pub(super) fn request(&self) -> Request<D> {
        if self.is_put {
            return Request::ReadRow;
        }
        Request::PutEntries {
            entries: self.plan.entries.clone(),
            at: self.stamp.at,
        }
    }

    pub(super) fn concurrent_request(&self) -> Option<Request<D>> {
        (!self.is_put && self.row.is_none()).then_some(Request::ReadRow)
    }

    /// Takes the response to one of the requests; `None` if that failed.
    pub(super) fn respond(mut self, response: Response<D>) -> Option<Self> {
        match response {
            Response::Row(row) => self.row = Some(row),
            Response::Done => self.is_put = true,
            _ => return None,
        }
        Some(self)
    }

    /// The row, once the entries are put too.
    pub(super) fn row(&self) -> Option<&RowRead<D>> {
        self.row.as_ref().filter(|_| self.is_put)
    }
}
