//! Makes connections to servers.

use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hbase_backend::Deadline;
use hbase_rpc::Service;

use super::connection::Connection;
use super::connector::Stream;
#[cfg(feature = "kerberos")]
use super::failure::LoginFailed;
use super::failure::is_of_login;
use super::handshake::greet;
use super::pending;
use super::warnings::Warnings;
use crate::counts::Counters;
use crate::endpoint::Endpoint;
use crate::options::Options;
use crate::{NAME, clock};

/// Called with the server of a connection for rows that breaks.
pub(crate) type OnLost = Arc<dyn Fn(&Endpoint) + Send + Sync>;

/// Makes connections by the client's options.
pub(super) struct Dialer {
    options: Options,
    on_lost: OnLost,
    counters: Arc<Counters>,
    warnings: Arc<Warnings>,
    has_logged_in: AtomicBool,
    /// Why the last attempt to log in has failed.
    login_failure: Mutex<Option<Arc<io::Error>>>,
    #[cfg(feature = "kerberos")]
    authenticator: Option<super::authenticate::Authenticator>,
}

/// The error of a connection that was not made.
fn not_connected(server: &Endpoint, error: &io::Error) -> io::Error {
    #[cfg(feature = "kerberos")]
    if super::login::is_of_login(error) {
        return LoginFailed::error(server, error);
    }
    io::Error::new(error.kind(), format!("connecting to {server}: {error}"))
}

/// The error of a connection that has taken too long.
fn no_answer() -> io::Error {
    let what = "no connection so far: its host does not answer, or a firewall drops its packets";
    io::Error::new(io::ErrorKind::TimedOut, what)
}

impl Dialer {
    pub(super) fn new(options: Options, on_lost: OnLost, counters: Arc<Counters>) -> Self {
        Self {
            #[cfg(feature = "kerberos")]
            authenticator: super::authenticate::Authenticator::of(&options),
            options,
            on_lost,
            counters,
            warnings: Arc::default(),
            has_logged_in: AtomicBool::new(false),
            login_failure: Mutex::default(),
        }
    }

    /// Maximum time to make a connection.
    pub(super) fn timeout(&self) -> Duration {
        self.options.connect_timeout
    }

    /// Maximum bytes of a request.
    pub(super) fn request_bytes(&self) -> usize {
        self.options.request_bytes
    }

    /// Connects to a server, within the maximum time.
    pub(super) async fn connect(
        &self,
        server: &Endpoint,
        service: Service,
    ) -> Result<Connection, Arc<io::Error>> {
        let until = clock::after(self.timeout());
        let opening = async {
            let stream = self.options.connector.connect(server, until).await?;
            self.greet(stream, server, service, until).await
        };
        let opened = clock::before(until, opening).await;
        let stream = opened
            .unwrap_or_else(|| Err(no_answer()))
            .map_err(|error| Arc::new(not_connected(server, &error)))
            .inspect_err(|cause| self.note_failure(server, cause))?;
        let on_lost = self.on_lost(server, service);
        self.note_login();
        let connection = Connection::start(stream, &self.options, &self.counters, on_lost);
        self.counters.connections.add(1);
        tracing::debug!(target: "hbase_schema", backend = NAME, %server, service = service.name(), "connected");
        Ok(connection)
    }

    /// Sends who the client is, and proves it where that is required.
    async fn greet(
        &self,
        stream: Box<dyn Stream>,
        server: &Endpoint,
        service: Service,
        until: Deadline,
    ) -> io::Result<Box<dyn Stream>> {
        #[cfg(feature = "kerberos")]
        if let Some(authenticator) = &self.authenticator {
            return authenticator.greet(stream, server, service, until).await;
        }
        let (mut stream, _) = (stream, (server, until));
        greet(&mut *stream, &self.options.user, service).await?;
        Ok(stream)
    }

    /// Whether a connection was made: the credentials are right then, and later failures of logins may pass.
    pub(super) fn has_logged_in(&self) -> bool {
        self.has_logged_in.load(Ordering::Relaxed)
    }

    fn note_login(&self) {
        self.has_logged_in.store(true, Ordering::Relaxed);
        *self.login_failure() = None;
    }

    fn note_failure(&self, server: &Endpoint, cause: &Arc<io::Error>) {
        self.warn_of(server, cause);
        if is_of_login(cause) {
            *self.login_failure() = Some(Arc::clone(cause));
        }
    }

    fn login_failure(&self) -> MutexGuard<'_, Option<Arc<io::Error>>> {
        self.login_failure
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The error of a call whose time has passed while a connection was made: if logins fail, that is the cause.
    pub(super) fn overdue(&self) -> Arc<io::Error> {
        let failure = self.login_failure().clone();
        failure.unwrap_or_else(|| Arc::new(no_answer()))
    }

    fn warn_of(&self, server: &Endpoint, cause: &io::Error) {
        if self.warnings.is_due(server) {
            tracing::warn!(target: "hbase_schema", backend = NAME, %server, %cause, "a server cannot be reached");
        } else {
            tracing::debug!(target: "hbase_schema", backend = NAME, %server, %cause, "a server cannot be reached");
        }
    }

    /// Connections to masters have no rows, so nobody is notified of their loss.
    fn on_lost(&self, server: &Endpoint, service: Service) -> pending::OnLost {
        let (of_rows, on_lost) = (service == Service::Client, Arc::clone(&self.on_lost));
        let (server, counters) = (server.clone(), Arc::clone(&self.counters));
        let warnings = Arc::clone(&self.warnings);
        Box::new(move |cause, is_used| {
            counters.lost(&cause.name());
            // No warning for an unused connection: servers close those.
            if is_used && warnings.is_due(&server) {
                tracing::warn!(target: "hbase_schema", backend = NAME, %server, service = service.name(), %cause, "a connection was lost");
            } else {
                tracing::debug!(target: "hbase_schema", backend = NAME, %server, service = service.name(), %cause, "a connection was lost");
            }
            if of_rows {
                counters.suspected.add(1);
                on_lost(&server);
            }
        })
    }
}

impl fmt::Debug for Dialer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dialer")
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}
