//! The deletion of old entries, some time after the write that replaced them.

use super::domain::{Domain, Request, Response, Span};
use super::rules::Rules;

/// The deletion of the entries that a write replaced. It may be dropped at any time: a sweep deletes the
/// entries that are left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cleanup<D: Domain> {
    entries: D::Entries,
    up_to: i64,
    step: CleanupStep<D>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum CleanupStep<D: Domain> {
    Waiting { since: D::Moment },
    Deleting,
    Done,
}

impl<D: Domain> CleanupStep<D> {
    fn first(domain: &D, since: D::Moment) -> Self {
        if domain.rules().wait_before_delete() {
            Self::Waiting { since }
        } else {
            Self::Deleting
        }
    }
}

impl<D: Domain> Cleanup<D> {
    /// Deletes the cells of these entries up to a timestamp. The wait before starts at `since`, when the
    /// row's write was acknowledged.
    pub(super) fn new(domain: &D, since: D::Moment, entries: D::Entries, up_to: i64) -> Self {
        Self {
            entries,
            up_to,
            step: CleanupStep::first(domain, since),
        }
    }

    /// The next request; `None` at the end.
    pub fn request(&self) -> Option<Request<D>> {
        match &self.step {
            CleanupStep::Waiting { since } => Some(Request::Wait {
                since: *since,
                span: Span::Queries,
            }),
            CleanupStep::Deleting => Some(Request::DeleteEntries {
                entries: self.entries.clone(),
                up_to: self.up_to,
            }),
            CleanupStep::Done => None,
        }
    }

    /// Takes the response to the current request.
    pub fn respond(mut self, response: &Response<D>) -> Self {
        self.step = match (self.step, response) {
            (CleanupStep::Waiting { .. }, Response::Done) => CleanupStep::Deleting,
            _ => CleanupStep::Done,
        };
        self
    }

    /// Replaces the start of the wait, which a model renumbers.
    #[doc(hidden)]
    pub fn map_moment(mut self, map: impl Fn(D::Moment) -> D::Moment) -> Self {
        if let CleanupStep::Waiting { since } = &mut self.step {
            *since = map(*since);
        }
        self
    }
}
