//! A ticket with its session key.

use crate::crypto::Key;
use crate::principal::Principal;
use crate::time::Time;

/// Flags of tickets (RFC 4120 section 5.3), bit 0 the highest.
const RENEWABLE: u32 = 1 << 23;
const INVALID: u32 = 1 << 24;

/// A ticket of a client for a service. The session key is never printed.
#[derive(Clone, Debug)]
pub(crate) struct Credential {
    pub(crate) client: Principal,
    pub(crate) service: Principal,
    pub(crate) key: Key,
    /// The encoded ticket.
    pub(crate) ticket: Vec<u8>,
    pub(crate) flags: u32,
    pub(crate) start: Time,
    pub(crate) end: Time,
    pub(crate) renew_till: Option<Time>,
}

impl Credential {
    /// Whether the ticket lasts for a while: a tenth of its life, at most a minute.
    pub(crate) fn is_usable(&self, now: Time) -> bool {
        let margin = (self.life() / 10).min(60);
        self.flags & INVALID == 0 && now.until(self.end) > margin
    }

    /// When the ticket should be replaced: after a third of its life. Then two thirds are left for a KDC that is down.
    pub(crate) fn refresh_at(&self) -> Time {
        self.start.plus(self.life() / 3)
    }

    pub(crate) fn is_renewable(&self, now: Time) -> bool {
        let renewable = self.flags & RENEWABLE != 0 && now < self.end;
        renewable
            && self
                .renew_till
                .is_some_and(|till| till > self.end && till > now)
    }

    /// The realm whose KDCs accept this ticket-granting ticket.
    pub(crate) fn granted_realm(&self) -> &str {
        let service = &self.service;
        service.granted_realm().unwrap_or(&service.realm)
    }

    /// Seconds.
    pub(crate) fn life(&self) -> u64 {
        self.start.until(self.end)
    }
}
