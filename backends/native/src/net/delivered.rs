//! The outcome of a call, on its way to the caller.

use hbase_rpc::Body;

use super::failure::CallFailure;
use super::late::OnLate;

pub(super) type Outcome = Result<Body, CallFailure>;

/// An outcome in the channel to its caller. If the caller is dropped before it takes the outcome, the response counts as
/// late: it may have opened a scanner, for example.
pub(super) struct Delivered {
    outcome: Option<Outcome>,
    late: Option<OnLate>,
}

impl Delivered {
    pub(super) fn new(outcome: Outcome, late: Option<OnLate>) -> Self {
        Self {
            outcome: Some(outcome),
            late,
        }
    }

    /// Takes the outcome. It is always `Some`.
    pub(super) fn take(mut self) -> Option<Outcome> {
        self.outcome.take()
    }
}

impl Drop for Delivered {
    fn drop(&mut self) {
        if let (Some(Ok(body)), Some(handle)) = (self.outcome.take(), self.late.take()) {
            handle(body);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use bytes::Bytes;

    use super::*;

    #[test]
    fn only_an_outcome_that_nobody_takes_is_late() {
        let late = Arc::new(AtomicUsize::new(0));
        let delivered = || {
            let late = Arc::clone(&late);
            let handle: OnLate = Box::new(move |_| {
                late.fetch_add(1, Ordering::Relaxed);
            });
            let body = Body {
                message: Bytes::new(),
                cells: Bytes::new(),
            };
            Delivered::new(Ok(body), Some(handle))
        };
        let (waiting, outcome) = tokio::sync::oneshot::channel();
        assert!(waiting.send(delivered()).is_ok());
        assert_eq!(late.load(Ordering::Relaxed), 0);
        drop(outcome);
        assert_eq!(late.load(Ordering::Relaxed), 1);
        assert!(delivered().take().is_some_and(|outcome| outcome.is_ok()));
        assert_eq!(late.load(Ordering::Relaxed), 1);
    }
}
