//! The tickets of one identity, by service.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::ServiceTicket;
use crate::principal::Principal;

/// Maximum number of tickets. A cluster has one for each server.
const MAX: usize = 20_000;

/// A ticket that no call needed for so many of its lives is not replaced any more.
const LIVES: u32 = 4;

/// Minimum of that time.
const MIN_IDLE: Duration = Duration::from_secs(600);

#[derive(Debug, Default)]
pub(super) struct Tickets {
    held: HashMap<Principal, Held>,
}

#[derive(Debug)]
struct Held {
    ticket: ServiceTicket,
    used: Instant,
}

impl Tickets {
    /// The ticket of a service, if it can still be used.
    pub(super) fn get(&mut self, service: &Principal) -> Option<ServiceTicket> {
        let held = self.held.get_mut(service)?;
        held.used = Instant::now();
        Some(held.ticket.clone()).filter(ServiceTicket::is_usable)
    }

    /// Keeps the ticket, unless the one for the same service ends later.
    pub(super) fn insert(&mut self, service: &Principal, ticket: &ServiceTicket) {
        if let Some(held) = self.held.get_mut(service) {
            if held.ticket.credential.end <= ticket.credential.end {
                held.ticket = ticket.clone();
            }
            return;
        }
        self.limit();
        let held = Held {
            ticket: ticket.clone(),
            used: Instant::now(),
        };
        self.held.insert(service.clone(), held);
    }

    /// The services whose tickets are due, after removing those that nobody needs.
    pub(super) fn due(&mut self) -> Vec<Principal> {
        self.held
            .retain(|_, held| held.ticket.is_usable() || held.is_needed());
        let due = self
            .held
            .iter()
            .filter(|(_, held)| held.is_needed() && held.seconds_left() == 0);
        due.map(|(service, _)| service.clone()).collect()
    }

    /// Seconds until the first ticket is due.
    pub(super) fn seconds_left(&self) -> Option<u64> {
        let needed = self.held.values().filter(|held| held.is_needed());
        needed.map(Held::seconds_left).min()
    }

    /// Makes room for one more: removes the ticket that was not used for the longest time.
    fn limit(&mut self) {
        if self.held.len() < MAX {
            return;
        }
        let oldest = self.held.iter().min_by_key(|(_, held)| held.used);
        if let Some(service) = oldest.map(|(service, _)| service.clone()) {
            self.held.remove(&service);
        }
    }
}

impl Held {
    fn is_needed(&self) -> bool {
        let life = Duration::from_secs(self.ticket.credential.life());
        self.used.elapsed() < life.saturating_mul(LIVES).max(MIN_IDLE)
    }

    fn seconds_left(&self) -> u64 {
        let now = self.ticket.offset.now();
        now.until(self.ticket.credential.refresh_at())
    }
}
