//! Calls that await their responses.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hbase_rpc::{OF_CONNECTION, RemoteException, Response, WireError};
use tokio::sync::{Notify, oneshot};

use super::broken::Broken;
use super::delivered::Delivered;
use super::failure::{CallFailure, unreadable};
use super::late::{Late, OnLate};
use super::room::Room;
use super::silence::Silence;
use crate::clock::{self, Instant};

/// Called when a connection breaks, before its calls end, with the cause and whether calls wait for it. It is
/// not called if the client closes the connection.
pub(super) type OnLost = Box<dyn Fn(&Broken, bool) + Send + Sync>;

/// Maximum time to read late responses from a connection that takes no further calls: the default lease of the
/// scanners that they may open.
const LINGER: Duration = Duration::from_secs(60);

/// The silence of a server, measured by dropped calls, after which a connection takes no further calls. It is
/// longer than the 5 s after which lease renewals are dropped.
const DOUBTED_AFTER: Duration = Duration::from_secs(10);

/// The calls of one connection, by their ids.
pub(super) struct Pending {
    state: Mutex<State>,
    on_lost: OnLost,
    /// Closed when the connection ends, so that no call waits for it.
    room: Arc<Room>,
    /// Notified when the connection ends.
    end: Notify,
    /// Notified when it takes no further calls: from then on, only late responses are read.
    retired: Notify,
    /// Notified of each late response.
    late_came: Notify,
}

struct State {
    calls: HashMap<u32, Call>,
    /// Calls that nobody waits for, but whose responses are still handled.
    late: Late,
    next_id: u32,
    /// Whether the server has responded to a call: it speaks the protocol.
    has_responded: bool,
    /// The silence measured by calls that have ended at their deadlines.
    silence: Silence,
    /// The silence measured by calls that were dropped.
    abandoned: Silence,
    /// Whether the latter has lasted too long: later calls use another connection.
    is_doubted: bool,
    broken: Option<Broken>,
}

struct Call {
    waiting: oneshot::Sender<Delivered>,
    sent: bool,
    late: Option<OnLate>,
}

impl Call {
    fn fail(self, failure: CallFailure) {
        drop(self.waiting.send(Delivered::new(Err(failure), None)));
    }
}

impl Pending {
    pub(super) fn new(on_lost: OnLost, room: Arc<Room>) -> Self {
        let state = Mutex::new(State {
            calls: HashMap::new(),
            late: Late::default(),
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
            retired: Notify::new(),
            late_came: Notify::new(),
        }
    }

    /// The state is consistent after every step, so a poisoned lock is still valid.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a call; an error if the connection is broken. If nobody waits any longer when its response
    /// comes, `late` handles it.
    pub(super) fn add(
        &self,
        late: Option<OnLate>,
    ) -> Result<(u32, oneshot::Receiver<Delivered>), CallFailure> {
        let (waiting, outcome) = oneshot::channel();
        let mut state = self.state();
        if let Some(broken) = &state.broken {
            return Err(broken.failure(false));
        }
        // Ids wrap after 4 billion calls; an id that is still in use is skipped.
        while state.next_id == OF_CONNECTION || state.is_used(state.next_id) {
            state.next_id = state.next_id.wrapping_add(1);
        }
        let id = state.next_id;
        state.next_id = id.wrapping_add(1);
        let call = Call {
            waiting,
            sent: false,
            late,
        };
        state.calls.insert(id, call);
        Ok((id, outcome))
    }

    /// Keeps the requests whose calls still wait, and marks these as sent. The other calls have ended as not
    /// sent.
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

    /// Waits until a connection takes no further calls, and then until no late response is awaited, at most for
    /// [`LINGER`].
    pub(super) async fn drained(&self) {
        self.retired.notified().await;
        let all = async {
            while !self.state().late.is_empty() {
                self.late_came.notified().await;
            }
        };
        clock::before(clock::after(LINGER), all).await;
    }

    /// Removes a call; returns whether its request was sent.
    pub(super) fn remove(&self, id: u32) -> bool {
        self.state().remove(id)
    }

    /// Passes a response to its call.
    pub(super) fn complete(&self, response: Response) {
        let mut state = self.state();
        state.has_responded = true;
        let call = state.calls.remove(&response.call_id);
        let late = state.late.take(response.call_id);
        drop(state);
        let outcome = response
            .outcome
            .map_err(|exception| CallFailure::Remote(RemoteException::from(exception)));
        // An outcome that is not taken is handled as a late one when it is dropped.
        if let Some(call) = call {
            drop(call.waiting.send(Delivered::new(outcome, call.late)));
        } else {
            drop(Delivered::new(outcome, late));
            self.late_came.notify_one();
        }
    }

    /// Whether a call has had this id.
    pub(super) fn has_given(&self, id: u32) -> bool {
        let state = self.state();
        id < state.next_id || state.is_used(id)
    }

    /// Ends only the call whose response cannot be read.
    pub(super) fn fail(&self, id: u32, error: WireError) {
        let mut state = self.state();
        state.has_responded = true;
        let call = state.calls.remove(&id);
        let late = state.late.take(id);
        // The lock is released first: dropping `late` may drop something that locks this state.
        drop((state, late));
        if let Some(call) = call {
            call.fail(CallFailure::Wire(error));
        }
        self.late_came.notify_one();
    }

    /// Reports that the server's process has sent or taken bytes.
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

    /// Removes a call whose future was dropped. Its caller may just be in a hurry, so running calls keep the
    /// connection. If the server stays silent for a long time, later calls use another connection and look up
    /// their regions again.
    pub(super) fn abandon(&self, id: u32, begun: Instant) {
        let mut state = self.state();
        let sent = state.remove(id);
        if !sent || state.is_doubted || state.abandoned.waited_since(begun) < DOUBTED_AFTER {
            return;
        }
        state.is_doubted = true;
        drop(state);
        (self.on_lost)(&Broken::silent(DOUBTED_AFTER), true);
    }

    /// Whether later calls may use the connection.
    pub(super) fn is_usable(&self) -> bool {
        let state = self.state();
        state.broken.is_none() && !state.is_doubted
    }

    /// Fails all calls of a broken connection; later ones fail at once.
    pub(super) fn lose(&self, cause: Broken) {
        let (cause, own) = self.attribute(cause);
        let cause = self.explain(cause);
        // Before the calls end: their retries must find the locations at this server suspect.
        self.report(&cause, own.is_some());
        self.close(cause);
        if let Some((call, error)) = own {
            call.fail(CallFailure::Wire(error));
        }
    }

    /// Takes out the call whose response cannot be read. The other calls are not affected by it, but have lost
    /// their connection. If it is unknown which call it is, all calls have lost their connection.
    fn attribute(&self, cause: Broken) -> (Broken, Option<(Call, WireError)>) {
        let Broken::Wire(error, id) = cause else {
            return (cause, None);
        };
        let mut state = self.state();
        let own = id.or_else(|| state.only_sent());
        let own = own.and_then(|id| state.calls.remove(&id));
        // A peer that has responded, or that names a call of this connection, speaks the protocol: the other
        // calls may be retried. With any other peer, retries would fail in the same way.
        let cause = if state.has_responded || (id.is_some() && own.is_some()) {
            Broken::io(unreadable(&error))
        } else {
            Broken::Wire(error.clone(), None)
        };
        (cause, own.map(|call| (call, error)))
    }

    /// The same if the server is silent: responses that nobody waits for are still handled, if they come soon.
    pub(super) fn lose_silent(&self, silence: Duration) {
        let cause = Broken::silent(silence);
        self.report(&cause, true);
        self.retire(cause);
    }

    /// Reports the loss of a connection, once.
    fn report(&self, cause: &Broken, has_ended_a_call: bool) {
        let state = self.state();
        let is_new = state.broken.is_none();
        let is_used = has_ended_a_call || !state.calls.is_empty();
        drop(state);
        if is_new {
            (self.on_lost)(cause, is_used);
        }
    }

    /// Explains why a server may have closed a connection before its first response.
    fn explain(&self, cause: Broken) -> Broken {
        match cause {
            Broken::Io(cause) if !self.state().has_responded && is_end(cause.kind()) => {
                let what = format!(
                    "{cause}, before any response: it has just stopped, or expects TLS (`hbase.client.netty.tls.enabled`) or authentication"
                );
                Broken::io(io::Error::new(cause.kind(), what))
            }
            cause => cause,
        }
    }

    /// The same for a connection that is closed locally.
    pub(super) fn close(&self, cause: Broken) {
        self.retire(cause);
        let late = std::mem::take(&mut self.state().late);
        // Dropped without the lock: they may own the last handle of something that locks this state when it is
        // dropped.
        drop(late);
        self.late_came.notify_one();
    }

    /// Fails all calls of a connection that takes no further ones, and is read on only for late responses.
    pub(super) fn retire(&self, cause: Broken) {
        let mut state = self.state();
        // The first cause is kept: closing a connection that has broken must not hide why it broke.
        let broken = state.broken.get_or_insert(cause).clone();
        let mut calls = std::mem::take(&mut state.calls);
        for (id, call) in calls.iter_mut().filter(|(_, call)| call.sent) {
            if let Some(late) = call.late.take() {
                state.late.add(*id, late);
            }
        }
        drop(state);
        // Calls that wait for room are in no list. Without this, they would wait until their deadlines.
        self.room.close();
        // `notify_one` is kept for a task that does not wait yet; `notify_waiters` would be lost.
        self.end.notify_one();
        self.retired.notify_one();
        for call in calls.into_values() {
            let failure = broken.failure(call.sent);
            call.fail(failure);
        }
    }
}

/// Whether the peer has closed the connection.
fn is_end(kind: io::ErrorKind) -> bool {
    matches!(
        kind,
        io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe | io::ErrorKind::UnexpectedEof
    )
}

impl State {
    fn is_used(&self, id: u32) -> bool {
        self.calls.contains_key(&id) || self.late.has(id)
    }

    /// Removes a call; returns whether its request was sent, so that a response may come.
    fn remove(&mut self, id: u32) -> bool {
        let Some(call) = self.calls.remove(&id).filter(|call| call.sent) else {
            return false;
        };
        if let Some(late) = call.late {
            self.late.add(id, late);
        }
        true
    }

    /// The only call that awaits a response, if it is the only one.
    fn only_sent(&self) -> Option<u32> {
        let mut sent = self.calls.iter().filter(|(_, call)| call.sent);
        let (id, _) = sent.next()?;
        sent.next().is_none().then_some(*id)
    }
}

impl fmt::Debug for Pending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.state();
        f.debug_struct("Pending")
            .field("calls", &state.calls.keys())
            .field("late", &state.late)
            .field("broken", &state.broken)
            .finish_non_exhaustive()
    }
}
