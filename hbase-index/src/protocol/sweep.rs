//! Deleting an entry that no row has.

use super::domain::{Domain, EntrySet, Input, Request, Response, RowRead, Span};
use super::rules::Rules;
use super::stamp::Stamp;

/// The result of a sweep of one entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SweepOutcome {
    /// The row has the entry.
    Live,
    /// The entry was deleted.
    Deleted,
    /// A request failed or other writes came first: the next sweep handles the entry.
    Left,
}

/// The sweep of one entry.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sweep<D: Domain> {
    entry: D::Entry,
    at: i64,
    retries: u8,
    step: Step<D>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Step<D: Domain> {
    Reading,
    /// The second get of the weakened rule.
    ReadingStamp,
    Fencing {
        row: RowRead<D>,
        stamp: Stamp<D::Id>,
    },
    Waiting {
        since: D::Moment,
    },
    Deleting,
    Done(SweepOutcome),
}

impl<D: Domain> Sweep<D> {
    /// A sweep of the entry whose cell has the timestamp `at`; it starts over after a failed fence, at most
    /// `retries` times.
    pub fn new(entry: D::Entry, at: i64, retries: u8) -> Self {
        Self {
            entry,
            at,
            retries,
            step: Step::Reading,
        }
    }

    /// The entry.
    pub fn entry(&self) -> &D::Entry {
        &self.entry
    }

    /// The next request; `None` at the end.
    pub fn request(&self) -> Option<Request<D>> {
        match &self.step {
            Step::Reading | Step::ReadingStamp => Some(Request::ReadRow),
            Step::Fencing { row, stamp } => Some(Request::RaiseStamp {
                check: row.unchanged(),
                stamp: *stamp,
            }),
            Step::Waiting { since } => Some(Request::Wait {
                since: *since,
                span: Span::Queries,
            }),
            Step::Deleting => Some(Request::DeleteEntries {
                entries: D::Entries::one(self.entry.clone()),
                up_to: self.at,
            }),
            Step::Done(_) => None,
        }
    }

    /// The outcome, at the end.
    pub fn outcome(&self) -> Option<SweepOutcome> {
        match &self.step {
            Step::Done(outcome) => Some(*outcome),
            _ => None,
        }
    }

    /// Takes the response to the current request.
    pub fn respond(mut self, domain: &D, response: Response<D>, input: &Input<D>) -> Self {
        self.step = match (self.step, response) {
            (Step::Reading, Response::Row(row)) => {
                match domain.entries(&row.content) {
                    Ok(entries) if entries.contains(&self.entry) => Step::Done(SweepOutcome::Live),
                    Ok(_) if domain.rules().one_get() => fence(domain, row, self.at, input),
                    Ok(_) => Step::ReadingStamp,
                    // Not deleted: another program may be able to compute the row's entries.
                    Err(_) => Step::Done(SweepOutcome::Left),
                }
            }
            (Step::ReadingStamp, Response::Row(row)) => fence(domain, row, self.at, input),
            (Step::Fencing { .. }, Response::Checked(true)) => waiting(domain, input),
            // A lost fence may still take effect. It then only raises a stamp, and its condition fails if
            // another write comes first.
            (Step::Fencing { .. }, Response::Checked(false) | Response::Lost)
                if self.retries > 0 =>
            {
                self.retries -= 1;
                Step::Reading
            }
            (Step::Waiting { .. }, Response::Done) => Step::Deleting,
            (Step::Deleting, Response::Done) => Step::Done(SweepOutcome::Deleted),
            (done @ Step::Done(_), _) => done,
            _ => Step::Done(SweepOutcome::Left),
        };
        self
    }

    /// Replaces the start of the wait, which a model renumbers.
    #[doc(hidden)]
    pub fn map_moment(mut self, map: impl Fn(D::Moment) -> D::Moment) -> Self {
        if let Step::Waiting { since } = &mut self.step {
            *since = map(*since);
        }
        self
    }
}

/// Raises a stamp that is below the entry's timestamp, so that a write with the entry's timestamp can no longer
/// be accepted.
fn fence<D: Domain>(domain: &D, row: RowRead<D>, at: i64, input: &Input<D>) -> Step<D> {
    // A stamp at or above the entry's is a fence already: a writer at the entry's timestamp has read an older
    // stamp, so its check fails.
    if !domain.rules().fence() || row.stamp.is_some_and(|stamp| stamp.at >= at) {
        return waiting(domain, input);
    }
    // A row without a stamp may have newer cells. With a stamp below them, the next write could take a
    // timestamp at which these cells hide it.
    let newest = row.old().unwrap_or(at);
    let stamp = Stamp {
        at: at.max(newest),
        id: input.id,
    };
    Step::Fencing { row, stamp }
}

fn waiting<D: Domain>(domain: &D, input: &Input<D>) -> Step<D> {
    if domain.rules().sweeper_waits() {
        return Step::Waiting {
            since: input.moment,
        };
    }
    Step::Deleting
}
