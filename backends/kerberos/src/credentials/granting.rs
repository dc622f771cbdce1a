//! The ticket-granting ticket of an identity: logins, renewals, and changes of the cache.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use super::ServiceTicket;
use super::identity::{Flight, Identity};
use super::source::{self, Source, Stamp};
use super::state::is_due;
use crate::cache::Cache;
use crate::credential::Credential;
use crate::error::LoginError;
use crate::kdc;
use crate::keytab;
use crate::time::ClockOffset;

impl Identity {
    /// A ticket-granting ticket: the current one, or a new one if that is due. If there is no new one, an error occurs only
    /// when the current one cannot be used any more.
    pub(super) async fn granting(
        &self,
        flight: &Flight<'_>,
        deadline: Instant,
    ) -> Result<Arc<Credential>, LoginError> {
        let refreshed = self.refresh(flight, deadline).await;
        let refreshed = refreshed.inspect_err(|error| self.fail(error));
        let (current, offset) = self.current();
        match (refreshed, current) {
            (Ok(()), Some(current)) => Ok(current),
            (Err(_), Some(current)) if current.is_usable(offset.now()) => Ok(current),
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

    fn current(&self) -> (Option<Arc<Credential>>, ClockOffset) {
        let state = self.state();
        (state.granting.clone(), state.offset)
    }
}
