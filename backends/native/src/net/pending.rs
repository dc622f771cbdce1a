//! Calls that await their responses.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hbase_rpc::{Body, RemoteException, Response, WireError};
use tokio::sync::{Notify, oneshot};

use super::failure::{CallFailure, unreadable};
use super::room::Room;
use super::silence::Silence;
use crate::clock::Instant;

pub(super) type Outcome = Result<Body, CallFailure>;

/// Called when a connection breaks, before its calls end; not when it is closed here.
pub(super) type OnLost = Box<dyn Fn() + Send + Sync>;

/// The call id of an exception that ends the connection: -1 in Java.
pub(super) const OF_CONNECTION: u32 = u32::MAX;

/// The silence of a server, by dropped calls, after which a connection takes no further calls: longer than the 5 s after
/// which renewals of leases are dropped.
const DOUBTED_AFTER: Duration = Duration::from_secs(10);

/// The calls of one connection, by their ids.
pub(super) struct Pending {
    state: Mutex<State>,
    on_lost: OnLost,
    /// Closed when the connection ends, so that no call waits for it.
    room: Arc<Room>,
    /// Notified when the connection ends.
    end: Notify,
}

#[derive(Debug)]
struct State {
    calls: HashMap<u32, Call>,
    next_id: u32,
    /// Whether the server has responded to a call: it speaks the protocol.
    has_responded: bool,
    /// By the calls that have ended at their deadlines.
    silence: Silence,
    /// By the calls that were dropped.
    abandoned: Silence,
    /// Whether that has lasted too long: later calls use another connection.
    is_doubted: bool,
    broken: Option<Broken>,
}

/// The reason why a connection is unusable.
#[derive(Clone, Debug)]
pub(super) enum Broken {
    /// It was lost.
    Io(Arc<io::Error>),
    /// Bytes that cannot be read, and the call to which they belong, if that is known. From a peer that has never
    /// responded: it does not speak the protocol, and a new connection would not either.
    Wire(WireError, Option<u32>),
    /// The server declined it.
    Declined(RemoteException),
}

impl Broken {
    pub(super) fn io(error: io::Error) -> Self {
        Self::Io(Arc::new(error))
    }

    /// The failure of a call whose request was sent or not.
    fn failure(&self, sent: bool) -> CallFailure {
        match self.clone() {
            Self::Io(cause) if sent => CallFailure::Lost(cause),
            Self::Io(cause) => CallFailure::NotSent(cause),
            Self::Wire(error, _) if sent => CallFailure::Wire(error),
            Self::Wire(error, _) => CallFailure::never_sent(&error),
            Self::Declined(exception) => CallFailure::Remote(exception),
        }
    }
}

#[derive(Debug)]
struct Call {
    waiting: oneshot::Sender<Outcome>,
    sent: bool,
}

impl Pending {
    pub(super) fn new(on_lost: OnLost, room: Arc<Room>) -> Self {
        let state = Mutex::new(State {
            calls: HashMap::new(),
            next_id: 0,
            has_responded: false,
            silence: Silence::new(),
            abandoned: Silence::new(),
            is_doubted: false,
            broken: None,
        });
        Self {
            state,
            on_lost,
            room,
            end: Notify::new(),
        }
    }

    /// The state is consistent after every step, so a poisoned lock is still valid.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a call; an error if the connection is broken.
    pub(super) fn add(&self) -> Result<(u32, oneshot::Receiver<Outcome>), CallFailure> {
        let (waiting, outcome) = oneshot::channel();
        let mut state = self.state();
        if let Some(broken) = &state.broken {
            return Err(broken.failure(false));
        }
        // Ids wrap after 4 billion calls; an id that is still in use is skipped.
        while state.next_id == OF_CONNECTION || state.calls.contains_key(&state.next_id) {
            state.next_id = state.next_id.wrapping_add(1);
        }
        let id = state.next_id;
        state.next_id = id.wrapping_add(1);
        let sent = false;
        state.calls.insert(id, Call { waiting, sent });
        Ok((id, outcome))
    }

    /// Retains the requests whose calls still wait, and marks these as sent. The other calls have ended, as not sent.
    pub(super) fn keep_wanted<T>(&self, requests: &mut Vec<T>, id: impl Fn(&T) -> u32) {
        let mut state = self.state();
        requests.retain(|request| {
            let call = state.calls.get_mut(&id(request));
            call.map(|call| call.sent = true).is_some()
        });
    }

    /// Waits until the connection has ended.
    pub(super) async fn end(&self) {
        self.end.notified().await;
    }

    /// Removes a call, whose late response is dropped; returns whether its request was sent.
    pub(super) fn remove(&self, id: u32) -> bool {
        self.state().calls.remove(&id).is_some_and(|call| call.sent)
    }

    /// Passes a response to its call.
    pub(super) fn complete(&self, response: Response) {
        let mut state = self.state();
        state.has_responded = true;
        let call = state.calls.remove(&response.call_id);
        drop(state);
        let outcome = response
            .outcome
            .map_err(|exception| CallFailure::Remote(RemoteException::from(exception)));
        if let Some(call) = call {
            // The receiver is gone if the call was just dropped.
            let _ = call.waiting.send(outcome);
        }
    }

    /// Reports that bytes have moved, which the server's process has sent or taken.
    pub(super) fn heard(&self) {
        let mut state = self.state();
        state.silence = Silence::new();
        state.abandoned = state.silence;
        state.is_doubted = false;
    }

    /// Reports that a call ends without a response; returns how long the server has been silent.
    pub(super) fn doubt(&self, begun: Instant) -> Duration {
        self.state().silence.waited_since(begun)
    }

    /// Removes a call whose future was dropped. Callers that give up by themselves may be in a hurry, so that their calls
    /// cost no other one its connection. Where the server stays silent for long, later calls use another connection, and
    /// look their regions up again.
    pub(super) fn abandon(&self, id: u32, begun: Instant) {
        let mut state = self.state();
        let sent = state.calls.remove(&id).is_some_and(|call| call.sent);
        if !sent || state.is_doubted || state.abandoned.waited_since(begun) < DOUBTED_AFTER {
            return;
        }
        state.is_doubted = true;
        drop(state);
        (self.on_lost)();
    }

    fn is_broken(&self) -> bool {
        self.state().broken.is_some()
    }

    /// Whether later calls may use the connection.
    pub(super) fn is_usable(&self) -> bool {
        let state = self.state();
        state.broken.is_none() && !state.is_doubted
    }

    /// Fails all calls of a broken connection; later ones fail at once.
    pub(super) fn lose(&self, cause: Broken) {
        let (cause, own) = self.attribute(cause);
        if !self.is_broken() {
            (self.on_lost)();
        }
        self.close(cause);
        if let Some((call, error)) = own {
            let _ = call.waiting.send(Err(CallFailure::Wire(error)));
        }
    }

    /// Takes out the call whose response cannot be read. The other ones, which have nothing to do with it, have lost their
    /// connection, as all of them have if it is unknown which one it is.
    fn attribute(&self, cause: Broken) -> (Broken, Option<(Call, WireError)>) {
        let Broken::Wire(error, id) = cause else {
            return (cause, None);
        };
        let mut state = self.state();
        let own = id.or_else(|| state.only_sent());
        let own = own.and_then(|id| state.calls.remove(&id));
        let cause = if state.has_responded || (id.is_some() && own.is_some()) {
            Broken::io(unreadable(&error))
        } else {
            Broken::Wire(error.clone(), None)
        };
        (cause, own.map(|call| (call, error)))
    }

    /// The same for a connection that is closed locally.
    pub(super) fn close(&self, cause: Broken) {
        let mut state = self.state();
        let broken = state.broken.get_or_insert(cause).clone();
        let calls = std::mem::take(&mut state.calls);
        drop(state);
        self.room.close();
        self.end.notify_one();
        for call in calls.into_values() {
            let _ = call.waiting.send(Err(broken.failure(call.sent)));
        }
    }
}

impl State {
    /// The call that is the only one to await a response.
    fn only_sent(&self) -> Option<u32> {
        let mut sent = self.calls.iter().filter(|(_, call)| call.sent);
        let (id, _) = sent.next()?;
        sent.next().is_none().then_some(*id)
    }
}

impl fmt::Debug for Pending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.state();
        f.debug_tuple("Pending").field(&state).finish()
    }
}
