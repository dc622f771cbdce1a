//! Adding the entries of a row that was written before its index.

use super::domain::{Domain, EntrySet, Request, Response};

/// The backfill of one row: puts its entries at its stamp. A write in between replaces the row at a later
/// stamp, and deletes the entries up to the earlier one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BackfillRow<D: Domain> {
    step: Step<D>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Step<D: Domain> {
    Reading,
    Putting { entries: D::Entries, at: i64 },
    Done { added: bool },
    Failed(Option<D::Rejected>),
}

impl<D: Domain> Default for BackfillRow<D> {
    fn default() -> Self {
        Self {
            step: Step::Reading,
        }
    }
}

impl<D: Domain> BackfillRow<D> {
    /// The next request; `None` at the end.
    pub fn request(&self) -> Option<Request<D>> {
        match &self.step {
            Step::Reading => Some(Request::ReadRow),
            Step::Putting { entries, at } => Some(Request::PutEntries {
                entries: entries.clone(),
                at: *at,
            }),
            Step::Done { .. } | Step::Failed(_) => None,
        }
    }

    /// Whether entries were put, at the end; the error is why they could not be computed, or `None`
    /// if a request failed.
    pub fn outcome(&self) -> Option<Result<bool, Option<&D::Rejected>>> {
        match &self.step {
            Step::Done { added } => Some(Ok(*added)),
            Step::Failed(why) => Some(Err(why.as_ref())),
            _ => None,
        }
    }

    /// Takes the response to the current request.
    pub fn respond(mut self, domain: &D, response: Response<D>) -> Self {
        self.step = match (self.step, response) {
            (Step::Reading, Response::Row(row)) => {
                match (domain.entries(&row.content), row.old()) {
                    (Err(rejected), _) => Step::Failed(Some(rejected)),
                    (Ok(entries), Some(at)) if !entries.is_empty() => Step::Putting { entries, at },
                    _ => Step::Done { added: false },
                }
            }
            (Step::Putting { .. }, Response::Done) => Step::Done { added: true },
            (done @ (Step::Done { .. } | Step::Failed(_)), _) => done,
            _ => Step::Failed(None),
        };
        self
    }
}
