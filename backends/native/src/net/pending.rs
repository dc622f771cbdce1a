//! Calls that wait for their responses.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hbase_rpc::{Body, RemoteException, Response};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::failure::CallFailure;

pub(super) type Outcome = Result<Body, CallFailure>;

/// The calls of one connection, by their ids.
#[derive(Debug)]
pub(super) struct Pending(Mutex<State>);

#[derive(Debug)]
struct State {
    calls: HashMap<u32, Call>,
    next_id: u32,
    heard: Instant,
    broken: Option<Arc<io::Error>>,
}

#[derive(Debug)]
struct Call {
    waiting: oneshot::Sender<Outcome>,
    sent: bool,
}

impl Pending {
    pub(super) fn new() -> Self {
        Self(Mutex::new(State {
            calls: HashMap::new(),
            next_id: 0,
            heard: Instant::now(),
            broken: None,
        }))
    }

    /// The state is whole after every step, so a panic elsewhere does not spoil it.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a call; an error where the connection is broken.
    pub(super) fn add(&self) -> Result<(u32, oneshot::Receiver<Outcome>), CallFailure> {
        let (waiting, outcome) = oneshot::channel();
        let mut state = self.state();
        if let Some(cause) = &state.broken {
            return Err(CallFailure::NotSent(Arc::clone(cause)));
        }
        // Ids come round again after 4 billion calls; one that still waits is passed over.
        while state.calls.contains_key(&state.next_id) {
            state.next_id = state.next_id.wrapping_add(1);
        }
        let id = state.next_id;
        state.next_id = id.wrapping_add(1);
        let sent = false;
        state.calls.insert(id, Call { waiting, sent });
        Ok((id, outcome))
    }

    /// Notes that the requests of these calls are about to be sent. Returns whether any of them is still wanted.
    pub(super) fn note_sent(&self, ids: impl Iterator<Item = u32>) {
        let mut state = self.state();
        for id in ids {
            if let Some(call) = state.calls.get_mut(&id) {
                call.sent = true;
            }
        }
    }

    /// Forgets a call, whose response is dropped when it comes; whether its request was sent.
    pub(super) fn remove(&self, id: u32) -> bool {
        self.state().calls.remove(&id).is_some_and(|call| call.sent)
    }

    /// Hands a response to the call it answers.
    pub(super) fn complete(&self, response: Response) {
        let mut state = self.state();
        state.heard = Instant::now();
        let call = state.calls.remove(&response.call_id);
        drop(state);
        let outcome = response
            .outcome
            .map_err(|exception| CallFailure::Remote(RemoteException::from(exception)));
        if let Some(call) = call {
            // Nobody waits where the call was dropped just now.
            let _ = call.waiting.send(outcome);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.state().calls.len()
    }

    pub(super) fn heard(&self) -> Instant {
        self.state().heard
    }

    pub(super) fn is_broken(&self) -> bool {
        self.state().broken.is_some()
    }

    /// Ends all calls; later ones fail at once.
    pub(super) fn fail(&self, cause: io::Error) {
        let cause = Arc::new(cause);
        let mut state = self.state();
        let cause = Arc::clone(state.broken.get_or_insert(cause));
        let calls = std::mem::take(&mut state.calls);
        drop(state);
        for call in calls.into_values() {
            let cause = Arc::clone(&cause);
            let failure = if call.sent {
                CallFailure::Lost(cause)
            } else {
                CallFailure::NotSent(cause)
            };
            let _ = call.waiting.send(Err(failure));
        }
    }
}
