//! One identity: its ticket-granting ticket, and how it gets tickets of services.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::MutexGuard as FlightGuard;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout_at};

use super::ServiceTicket;
use super::keeper;
use super::source::{self, Source, Stamp};
use super::tickets::Tickets;
use crate::cache::Cache;
use crate::config::Config;
use crate::credential::Credential;
use crate::error::LoginError;
use crate::kdc::{self, Kdcs};
use crate::keytab;
use crate::principal::Principal;
use crate::time::ClockOffset;

/// Pauses between attempts of one call.
const MIN_PAUSE: Duration = Duration::from_millis(100);
const MAX_PAUSE: Duration = Duration::from_secs(2);

/// A call with less time left does not try again.
const MIN_TIME: Duration = Duration::from_millis(50);

pub(super) struct Identity {
    pub(super) config: Config,
    pub(super) source: Source,
    pub(super) principal: Principal,
    kdcs: Kdcs,
    state: Mutex<State>,
    /// Whoever holds it calls KDCs for this identity; others wait for the result.
    flight: tokio::sync::Mutex<()>,
    keeper: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Debug, Default)]
struct State {
    granting: Option<Arc<Credential>>,
    offset: ClockOffset,
    tickets: Tickets,
    has_logged_in: bool,
    last_failure: Option<String>,
    /// Of the cache that was read last.
    stamp: Option<Stamp>,
}

/// Permission to call KDCs.
pub(super) struct Flight<'a> {
    _guard: FlightGuard<'a, ()>,
}

impl Identity {
    pub(super) fn new(config: Config, source: Source, principal: Principal) -> Self {
        Self {
            config,
            source,
            principal,
            kdcs: Kdcs::default(),
            state: Mutex::default(),
            flight: tokio::sync::Mutex::default(),
            keeper: Mutex::default(),
        }
    }

    pub(super) async fn service_ticket(
        self: &Arc<Self>,
        service: &Principal,
        deadline: Instant,
    ) -> Result<ServiceTicket, LoginError> {
        if let Some(ticket) = self.state().tickets.get(service) {
            self.keep();
            return Ok(ticket);
        }
        let mut pause = MIN_PAUSE;
        loop {
            let error = match self.attempt(service, deadline).await {
                Ok(ticket) => {
                    self.keep();
                    return Ok(ticket);
                }
                Err(error) => error,
            };
            let left = deadline.saturating_duration_since(Instant::now());
            if left < MIN_TIME || !error.is_transient() || !self.state().has_logged_in {
                return Err(error);
            }
            let random = pause.mul_f64(0.5 + fastrand::f64());
            sleep(random.min(left / 2)).await;
            pause = (pause * 2).min(MAX_PAUSE);
        }
    }

    async fn attempt(
        &self,
        service: &Principal,
        deadline: Instant,
    ) -> Result<ServiceTicket, LoginError> {
        let flight = self.take_off(service, deadline).await?;
        // Another call may have fetched it meanwhile.
        if let Some(ticket) = self.state().tickets.get(service) {
            return Ok(ticket);
        }
        self.fetch(&flight, service, deadline).await
    }

    /// Waits until no other call uses the KDCs for this identity.
    pub(super) async fn take_off(
        &self,
        service: &Principal,
        deadline: Instant,
    ) -> Result<Flight<'_>, LoginError> {
        let Ok(guard) = timeout_at(deadline.into(), self.flight.lock()).await else {
            let last = match &self.state().last_failure {
                Some(failure) => format!(", whose last error was: {failure}"),
                None => String::new(),
            };
            return Err(LoginError::DeadlineExceeded {
                service: service.to_string(),
                step: format!("the login of another call{last}"),
            });
        };
        Ok(Flight { _guard: guard })
    }

    /// Gets a new ticket of a service.
    pub(super) async fn fetch(
        &self,
        flight: &Flight<'_>,
        service: &Principal,
        deadline: Instant,
    ) -> Result<ServiceTicket, LoginError> {
        let granting = self.granting(flight, deadline).await;
        let granting = granting.inspect_err(|error| self.fail(error))?;
        // The cache may have a ticket of this service, too.
        if let Some(ticket) = self
            .state()
            .tickets
            .get(service)
            .filter(|ticket| !is_due(&ticket.credential, ticket.offset))
        {
            return Ok(ticket);
        }
        let offset = self.state().offset;
        let settings = self.config.settings();
        let granted =
            kdc::service_ticket(&self.kdcs, settings, &granting, service, offset, deadline).await;
        let (credential, offset) = granted.inspect_err(|error| self.fail(error))?;
        let ticket = ServiceTicket {
            credential: Arc::new(credential),
            offset,
        };
        let mut state = self.state();
        state.offset = offset;
        state.tickets.insert(service, &ticket);
        state.has_logged_in = true;
        state.last_failure = None;
        Ok(ticket)
    }

    /// A ticket-granting ticket: the current one, or a new one if that is due. If there is no new one, an error occurs only
    /// when the current one cannot be used any more.
    async fn granting(
        &self,
        flight: &Flight<'_>,
        deadline: Instant,
    ) -> Result<Arc<Credential>, LoginError> {
        let refreshed = self.refresh(flight, deadline).await;
        let (current, offset) = self.current();
        match (refreshed, current) {
            (Ok(()), Some(current)) => Ok(current),
            (Err(error), Some(current)) if current.is_usable(offset.now()) => {
                self.fail(&error);
                Ok(current)
            }
            (Err(error), _) => Err(error),
            (Ok(()), None) => Err(LoginError::request("the login has no ticket")),
        }
    }

    /// Replaces or renews the ticket-granting ticket, if it is due.
    pub(super) async fn refresh(
        &self,
        _: &Flight<'_>,
        deadline: Instant,
    ) -> Result<(), LoginError> {
        match &self.source {
            Source::Keytab(file) => self.log_in(file, deadline).await,
            Source::Cache(file) => self.renew(file, deadline).await,
        }
    }

    async fn log_in(&self, file: &Path, deadline: Instant) -> Result<(), LoginError> {
        if let (Some(current), offset) = self.current()
            && !is_due(&current, offset)
        {
            return Ok(());
        }
        let (path, principal) = (file.to_owned(), self.principal.clone());
        let keys = source::read(file, deadline, move || keytab::read(&path, &principal)).await?;
        let granted = kdc::log_in(&self.kdcs, self.config.settings(), &keys, deadline).await?;
        self.hold(granted);
        Ok(())
    }

    async fn renew(&self, file: &Path, deadline: Instant) -> Result<(), LoginError> {
        let (path, known) = (file.to_owned(), self.state().stamp.clone());
        let changed = source::read(file, deadline, move || {
            source::changed(&path, known.as_ref())
        })
        .await?;
        if let Some((cache, stamp)) = changed {
            self.adopt(file, &cache, stamp)?;
        }
        let (Some(current), offset) = self.current() else {
            return Ok(());
        };
        source::check_end(file, &current, offset.now())?;
        if !is_due(&current, offset) || !current.is_renewable(offset.now()) {
            return Ok(());
        }
        let renewed = kdc::renew(
            &self.kdcs,
            self.config.settings(),
            &current,
            offset,
            deadline,
        )
        .await?;
        self.hold(renewed);
        Ok(())
    }

    /// Takes the tickets of a cache that end later than those that are held.
    fn adopt(&self, file: &Path, cache: &Cache, stamp: Stamp) -> Result<(), LoginError> {
        if cache.client != self.principal {
            return Err(LoginError::OtherPrincipal {
                cache: file.to_owned(),
                found: cache.client.to_string(),
                expected: self.principal.to_string(),
            });
        }
        let granting = source::granting(file, cache)?;
        let mut state = self.state();
        state.stamp = Some(stamp);
        if let Some(offset) = cache
            .offset
            .filter(|_| self.config.settings().follows_clock)
        {
            state.offset = offset;
        }
        let offset = state.offset;
        for credential in cache
            .credentials
            .iter()
            .filter(|it| it.service.granted_realm().is_none())
        {
            let credential = Arc::new(credential.clone());
            let ticket = ServiceTicket { credential, offset };
            if ticket.is_usable() {
                state.tickets.insert(&ticket.credential.service, &ticket);
            }
        }
        if state
            .granting
            .as_ref()
            .is_none_or(|held| held.end < granting.end)
        {
            state.granting = Some(Arc::new(granting));
        }
        Ok(())
    }

    fn hold(&self, (granting, offset): (Credential, ClockOffset)) {
        let mut state = self.state();
        state.granting = Some(Arc::new(granting));
        state.offset = offset;
    }

    fn fail(&self, error: &LoginError) {
        self.state().last_failure = Some(error.to_string());
    }

    fn current(&self) -> (Option<Arc<Credential>>, ClockOffset) {
        let state = self.state();
        (state.granting.clone(), state.offset)
    }

    /// The services whose tickets are due.
    pub(super) fn due(&self) -> Vec<Principal> {
        self.state().tickets.due()
    }

    /// Until the next ticket is due, and the life of the ticket-granting ticket.
    pub(super) fn next(&self) -> (Duration, Duration) {
        let state = self.state();
        let now = state.offset.now();
        let granting = state.granting.as_ref();
        let left = granting.map_or(u64::MAX, |granting| now.until(granting.refresh_at()));
        let left = left.min(state.tickets.seconds_left().unwrap_or(u64::MAX));
        let life = granting.map_or(0, |granting| granting.life());
        (Duration::from_secs(left), Duration::from_secs(life))
    }

    /// Starts the task that replaces tickets, unless it runs.
    fn keep(self: &Arc<Self>) {
        let mut keeper = self.keeper.lock().unwrap_or_else(PoisonError::into_inner);
        if keeper.as_ref().is_none_or(JoinHandle::is_finished) {
            *keeper = Some(tokio::spawn(keeper::keep(Arc::downgrade(self))));
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Identity {
    fn drop(&mut self) {
        let keeper = self
            .keeper
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(keeper) = keeper.take() {
            keeper.abort();
        }
    }
}

fn is_due(credential: &Credential, offset: ClockOffset) -> bool {
    offset.now() >= credential.refresh_at()
}
