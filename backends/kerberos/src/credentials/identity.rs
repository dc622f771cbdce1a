//! One identity, and how it gets tickets of services. `granting` has its ticket-granting ticket.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::MutexGuard as FlightGuard;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout_at};

use super::ServiceTicket;
use super::keeper;
use super::source::Source;
use super::state::State;
use crate::config::Config;
use crate::credential::Credential;
use crate::error::LoginError;
use crate::kdc::{self, Kdcs};
use crate::principal::Principal;

/// Pauses between attempts of one call.
const MIN_PAUSE: Duration = Duration::from_millis(100);
const MAX_PAUSE: Duration = Duration::from_secs(2);

/// A call with less time left does not try again.
const MIN_TIME: Duration = Duration::from_millis(50);

pub(super) struct Identity {
    pub(super) config: Config,
    pub(super) source: Source,
    pub(super) principal: Principal,
    pub(super) kdcs: Kdcs,
    state: Mutex<State>,
    /// Whoever holds it calls KDCs for this identity; others wait for the result.
    flight: tokio::sync::Mutex<()>,
    keeper: Mutex<Option<JoinHandle<()>>>,
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
                    self.state().has_logged_in = true;
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
        let granting = self.granting(&flight, deadline).await?;
        // The cache may have a ticket of this service, too.
        if let Some(ticket) = self.state().tickets.get(service) {
            return Ok(ticket);
        }
        self.grant(&flight, &granting, service, deadline).await
    }

    /// Waits until no other call uses the KDCs for this identity.
    pub(super) async fn take_off(
        &self,
        service: &Principal,
        deadline: Instant,
    ) -> Result<Flight<'_>, LoginError> {
        let Ok(guard) = timeout_at(deadline.into(), self.flight.lock()).await else {
            let last = self.state().last_failure.clone();
            let last = last.map(|failure| format!("; the last error was: {failure}"));
            let called = self.kdcs.called();
            let called = called.map(|kdcs| format!(", which waits for a reply of {kdcs}"));
            return Err(LoginError::DeadlineExceeded {
                service: service.to_string(),
                step: format!(
                    "the login of another call{}{}",
                    called.unwrap_or_default(),
                    last.unwrap_or_default()
                ),
            });
        };
        Ok(Flight { _guard: guard })
    }

    /// Replaces the ticket of a service.
    pub(super) async fn replace(
        &self,
        flight: &Flight<'_>,
        service: &Principal,
        deadline: Instant,
    ) -> Result<(), LoginError> {
        let granting = self.granting(flight, deadline).await?;
        self.grant(flight, &granting, service, deadline).await?;
        Ok(())
    }

    /// Gets a new ticket of a service.
    async fn grant(
        &self,
        _: &Flight<'_>,
        granting: &Credential,
        service: &Principal,
        deadline: Instant,
    ) -> Result<ServiceTicket, LoginError> {
        let (referral, offset) = self.state().referral(&service.realm);
        let granting = referral.as_deref().unwrap_or(granting);
        let (kdcs, settings) = (&self.kdcs, self.config.settings());
        let granted =
            kdc::service_ticket(kdcs, settings, granting, service, offset, deadline).await;
        let granted = granted.inspect_err(|error| {
            self.fail(error);
            // The next attempt starts in the own realm.
            self.state().referrals.remove(&service.realm);
        })?;
        let (credential, offset) = (granted.ticket, granted.offset);
        let ticket = ServiceTicket {
            credential: Arc::new(credential),
            offset,
        };
        let mut state = self.state();
        state.offset = offset;
        state.tickets.insert(service, &ticket);
        state.last_failure = None;
        state.keep_referral(granted.referral);
        Ok(ticket)
    }

    pub(super) fn fail(&self, error: &LoginError) {
        self.state().last_failure = Some(error.to_string());
    }

    #[cfg(test)]
    pub(super) fn called(&self) -> Option<String> {
        self.kdcs.called()
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

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
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
