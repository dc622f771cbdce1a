//! One call to a gateway: a connection, the request, the answer, and what is repeated.

mod pauses;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hbase_model::{Deadline, Error, Result};

use crate::fault::{Fault, Thrown};
use crate::net::{Failure, Home, Lease, Phase, Pool, Want};
use crate::options::{Gateway, Options};
use crate::state::EnabledTables;
use crate::wire::{self, Args, Cursor, Kind, Reply, Request, Stop, Wire};
pub(crate) use pauses::pauses;

/// What may be done again when nobody knows whether it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Again {
    /// A read. Where the connection is lost, whoever called repeats it: the typed layer does, with
    /// pauses.
    Read,
    /// A write that has the same effect twice: it names its timestamps.
    SameTwice,
    /// Any other write.
    Never,
}

/// A call.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a> {
    pub(crate) name: &'static str,
    /// For errors: "reading a row".
    pub(crate) doing: &'static str,
    pub(crate) again: Again,
    pub(crate) args: &'a Args<'a>,
}

/// Why a call has no value.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The gateway's own exception.
    Fault(Fault),
    /// The answer was longer than is allowed.
    TooLong(Error),
    /// Anything else.
    Error(Error),
}

impl From<Trouble> for Error {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Fault(fault) => fault.into_error(),
            Trouble::TooLong(error) | Trouble::Error(error) => error,
        }
    }
}

/// How often a write goes on after a lost connection: about a second in all.
pub(crate) const MOST_LOST: u32 = 4;

/// Reads a value from an answer.
pub(crate) trait Value<T>:
    Fn(Option<&mut Cursor<'_>>, Kind, Option<bool>) -> Result<T, Stop>
{
}
impl<T, F> Value<T> for F where F: Fn(Option<&mut Cursor<'_>>, Kind, Option<bool>) -> Result<T, Stop>
{}

/// What all calls share.
#[derive(Debug)]
pub(crate) struct Link {
    pub(crate) pool: Pool,
    pub(crate) wire: Wire,
    /// Tables that were enabled a short time ago.
    pub(crate) enabled: EnabledTables,
    answer_bytes: usize,
    repeated: AtomicU64,
}

impl Link {
    pub(crate) fn new(gateways: Vec<Gateway>, options: &Options) -> Arc<Self> {
        Arc::new(Self {
            pool: Pool::new(gateways, options),
            wire: options.wire,
            enabled: EnabledTables::default(),
            answer_bytes: options.answer_bytes,
            repeated: AtomicU64::new(0),
        })
    }

    /// How many calls were repeated so far.
    pub(crate) fn repeated(&self) -> u64 {
        self.repeated.load(Ordering::Relaxed)
    }

    /// Notes that a call is repeated.
    pub(crate) fn repeat(&self, call: &str, why: &dyn std::fmt::Display) {
        self.repeated.fetch_add(1, Ordering::Relaxed);
        tracing::debug!(target: "hbase_schema", backend = crate::NAME, call, error = %why, "repeating a call");
    }

    /// Runs a call, and repeats it where that is safe and may help.
    pub(crate) async fn call<T>(
        &self,
        call: Call<'_>,
        value: impl Value<T>,
        deadline: Deadline,
    ) -> Result<T, Trouble> {
        let mut pauses = pauses();
        let (mut stale, mut lost) = (self.pool.size(), 0);
        loop {
            let trouble = match self.once(call, Want::Any, &value, deadline).await {
                Ok((answer, lease)) => {
                    lease.give_back();
                    return Ok(answer);
                }
                Err(trouble) => trouble,
            };
            if trouble.was_stale && stale > 0 && may_repeat(call.again, trouble.phase) {
                stale -= 1;
                self.repeat(call.name, &"a connection that was closed meanwhile");
                continue;
            }
            lost += u32::from(trouble.was_lost && !trouble.is_unsent());
            let pause = pauses.next().filter(|pause| *pause < deadline.remaining());
            let pause = pause.filter(|_| lost <= MOST_LOST);
            let Some(pause) = pause.filter(|_| passes(call.again, &trouble)) else {
                return Err(trouble.trouble);
            };
            self.repeat(call.name, &trouble.trouble);
            tokio::time::sleep(pause).await;
        }
    }

    /// Runs a call once. The connection comes along, for scanners live on theirs.
    pub(crate) async fn once<T>(
        &self,
        call: Call<'_>,
        want: Want,
        value: &impl Value<T>,
        deadline: Deadline,
    ) -> Result<(T, Lease), Failed> {
        let lease = self.pool.take(want, deadline).await;
        let lease = lease.map_err(|failure| self.failed(call, failure, None))?;
        self.on(lease, call, value, deadline).await
    }

    /// Runs a call on a scanner's own connection; `None` where that is closed.
    pub(crate) async fn at_home<T>(
        &self,
        home: &Home,
        call: Call<'_>,
        value: &impl Value<T>,
        deadline: Deadline,
    ) -> Result<Option<T>, Failed> {
        let lease = self.pool.home(home, deadline).await;
        let lease = lease.map_err(|failure| self.failed(call, failure, None))?;
        let Some(lease) = lease else {
            return Ok(None);
        };
        let (answer, lease) = self.on(lease, call, value, deadline).await?;
        lease.give_back();
        Ok(Some(answer))
    }

    async fn on<T>(
        &self,
        mut lease: Lease,
        call: Call<'_>,
        value: &impl Value<T>,
        deadline: Deadline,
    ) -> Result<(T, Lease), Failed> {
        let request = Request {
            name: call.name,
            args: call.args,
        };
        let (gateway, fresh) = (lease.connection.gateway, lease.connection.is_fresh());
        let mut phase = Phase::Unsent;
        let open = |bytes: &[u8], sequence: i32| {
            let value = |cursor: Option<&mut Cursor<'_>>, kind, truth| value(cursor, kind, truth);
            wire::open(bytes, self.wire, call.name, sequence, value)
        };
        let connection = &mut lease.connection;
        let calling = connection.call(request, self.answer_bytes, &mut phase, open);
        let answer = match tokio::time::timeout_at(deadline.instant().into(), calling).await {
            Ok(answer) => answer,
            Err(_) => Err(Failure::Over { phase }),
        };
        match answer {
            Ok(reply) => {
                self.pool.gateways.answered(gateway);
                match reply {
                    Reply::Value(value) => Ok((value, lease)),
                    Reply::Fault(fault) => {
                        lease.give_back();
                        Err(Failed::of_fault(fault))
                    }
                }
            }
            Err(mut failure) => {
                if self.wire.framed {
                    failure = failure.of_framed_request(lease.connection.sent_bytes());
                }
                Err(self.failed(call, failure, Some((gateway, fresh))))
            }
        }
    }

    fn failed(&self, call: Call<'_>, failure: Failure, on: Option<(usize, bool)>) -> Failed {
        let gateways = &self.pool.gateways;
        let unproven = on.is_some_and(|(gateway, _)| !gateways.is_proven(gateway));
        let place = gateways.place(on.map(|(gateway, _)| gateway));
        let phase = match &failure {
            Failure::Lost { phase, .. } | Failure::Over { phase } => *phase,
            Failure::Bad { .. } | Failure::TooLong { .. } => Phase::Reading,
        };
        let lost = matches!(failure, Failure::Lost { .. });
        let too_long = matches!(failure, Failure::TooLong { .. });
        // What it does not do on a new connection it will hardly do on the next.
        if let Some((gateway, true)) = on.filter(|_| !too_long) {
            gateways.failed(gateway);
        }
        let error = failure.into_error(call.doing, &place, unproven);
        Failed {
            phase,
            was_stale: lost && on.is_some_and(|(_, fresh)| !fresh),
            was_lost: lost,
            trouble: if too_long {
                Trouble::TooLong(error)
            } else {
                Trouble::Error(error)
            },
        }
    }
}

/// A call that failed, and how far it had come.
#[derive(Debug)]
pub(crate) struct Failed {
    phase: Phase,
    /// The connection had been open before: the gateway may just have closed it.
    was_stale: bool,
    pub(crate) was_lost: bool,
    pub(crate) trouble: Trouble,
}

impl Failed {
    /// The scanner is gone with its connection.
    pub(crate) fn lost_scanner() -> Self {
        Self::of_fault(Fault::new(Thrown::IllegalArgument, "scanner ID is invalid"))
    }

    /// What came cannot be used.
    pub(crate) fn of_error(error: Error) -> Self {
        Self {
            phase: Phase::Reading,
            was_stale: false,
            was_lost: false,
            trouble: Trouble::Error(error),
        }
    }

    pub(crate) fn is_lost_scanner(&self) -> bool {
        self.is_forgotten_scanner() || self.was_lost
    }

    /// The gateway answers, and does not know the scanner.
    pub(crate) fn is_forgotten_scanner(&self) -> bool {
        matches!(&self.trouble, Trouble::Fault(fault) if fault.is_lost_scanner())
    }

    /// The gateway answers, and still has the scanner.
    pub(crate) fn leaves_scanner(&self) -> bool {
        matches!(&self.trouble, Trouble::Fault(fault) if !fault.is_lost_scanner())
    }

    /// The connection was lost, or none could be had, before anything was sent.
    fn is_unsent(&self) -> bool {
        self.was_lost
            && matches!(
                self.phase,
                Phase::Queued | Phase::Connecting | Phase::Unsent
            )
    }

    fn of_fault(fault: Fault) -> Self {
        Self {
            phase: Phase::Reading,
            was_stale: false,
            was_lost: false,
            trouble: Trouble::Fault(fault),
        }
    }
}

/// Whether a connection that turned out to be closed is reason to use another one at once.
fn may_repeat(again: Again, phase: Phase) -> bool {
    match phase {
        Phase::Queued | Phase::Connecting | Phase::Reading => false,
        Phase::Unsent => true,
        Phase::Waiting => again != Again::Never,
    }
}

/// Whether the call may well succeed a little later, and does no harm then. What was not sent has
/// done nothing, whatever it is; reads are retried by the typed layer.
fn passes(again: Again, failed: &Failed) -> bool {
    if failed.is_unsent() {
        return again != Again::Read;
    }
    match (&failed.trouble, again) {
        (_, Again::Never) | (Trouble::TooLong(_), _) => false,
        (Trouble::Fault(fault), _) => fault.passes(),
        (Trouble::Error(_), again) => again == Again::SameTwice && failed.was_lost,
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Fault(fault) => write!(f, "{}: {}", fault.class, fault.message),
            Self::TooLong(error) | Self::Error(error) => write!(f, "{error}"),
        }
    }
}
