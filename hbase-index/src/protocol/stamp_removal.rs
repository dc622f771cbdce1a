//! Removing the stamp of a row that is gone.

use super::domain::{Domain, Input, Request, Response, RowRead};
use super::rules::Rules;
use super::stamp::Stamp;

/// The removal of a row's stamp, if the row has no other cells and the stamp is old.
///
/// The stamp of a deleted row keeps two kinds of writes out: those that have read the row before the deletion,
/// and those of a slower clock, which would be at or below the markers of the deletion. After `min_age`, the
/// former have ended, and the slowest clock has passed the deletion.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StampRemoval<D: Domain> {
    min_age: i64,
    step: Step<D>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Step<D: Domain> {
    Reading,
    Removing(Stamp<D::Id>),
    Done { is_removed: bool },
}

impl<D: Domain> StampRemoval<D> {
    /// Removes a stamp that is more than `min_age` milliseconds old. That has to exceed the longest time from
    /// reading the clock for a stamp to the last effect of its write, and twice the largest difference of two
    /// clocks.
    pub fn new(min_age: i64) -> Self {
        Self {
            min_age,
            step: Step::Reading,
        }
    }

    /// The next request; `None` at the end. The row has to be read whole.
    pub fn request(&self) -> Option<Request<D>> {
        match &self.step {
            Step::Reading => Some(Request::ReadRow),
            Step::Removing(stamp) => Some(Request::RemoveStamp { stamp: *stamp }),
            Step::Done { .. } => None,
        }
    }

    /// Whether the stamp was removed, at the end.
    pub fn outcome(&self) -> Option<bool> {
        match self.step {
            Step::Done { is_removed } => Some(is_removed),
            _ => None,
        }
    }

    /// Takes the response to the current request.
    pub fn respond(mut self, domain: &D, response: Response<D>, input: &Input<D>) -> Self {
        let min_age = self.min_age;
        self.step = match (self.step, response) {
            (Step::Reading, Response::Row(row)) => {
                match removable(domain, &row, min_age, input.now) {
                    Some(stamp) => Step::Removing(stamp),
                    None => Step::Done { is_removed: false },
                }
            }
            (Step::Removing(_), Response::Checked(is_removed)) => Step::Done { is_removed },
            (done @ Step::Done { .. }, _) => done,
            _ => Step::Done { is_removed: false },
        };
        self
    }
}

fn removable<D: Domain>(
    domain: &D,
    row: &RowRead<D>,
    min_age: i64,
    now: i64,
) -> Option<Stamp<D::Id>> {
    let rules = domain.rules();
    let stamp = row.stamp?;
    let is_gone = row.newest.is_none() || !rules.remove_stamps_of_gone_rows();
    let is_old = now.saturating_sub(stamp.at) > min_age || !rules.remove_old_stamps();
    (is_gone && is_old).then_some(stamp)
}
