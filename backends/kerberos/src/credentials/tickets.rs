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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::credential::Credential;
    use crate::crypto::EncryptionType;
    use crate::time::{ClockOffset, Time};

    /// A ticket that was issued `age` seconds ago for `life` seconds.
    fn ticket(age: u64, life: u64) -> ServiceTicket {
        let ticket = crate::gss::tests::ticket(EncryptionType::Aes128Sha1);
        let start = Time(ClockOffset::default().now().0 - age);
        let credential = Credential {
            start,
            end: start.plus(life),
            ..(*ticket.credential).clone()
        };
        let credential = Arc::new(credential);
        ServiceTicket {
            credential,
            ..ticket
        }
    }

    fn service(number: usize) -> Principal {
        Principal {
            realm: "A".to_owned(),
            components: vec!["host".to_owned(), number.to_string()],
        }
    }

    #[test]
    fn tickets_are_due_after_a_third_of_their_life() {
        let mut tickets = Tickets::default();
        assert_eq!(tickets.seconds_left(), None);
        tickets.insert(&service(0), &ticket(32, 100));
        assert!(tickets.due().is_empty());
        assert!(tickets.seconds_left().is_some_and(|left| left <= 1));
        tickets.insert(&service(1), &ticket(40, 100));
        assert_eq!(tickets.due(), [service(1)]);
        // The last tenth is kept for the clocks and the way to the service.
        tickets.insert(&service(2), &ticket(95, 100));
        assert!(tickets.get(&service(1)).is_some() && tickets.get(&service(2)).is_none());
    }

    #[test]
    fn the_ticket_that_ends_later_is_kept() {
        let mut tickets = Tickets::default();
        tickets.insert(&service(0), &ticket(0, 100));
        tickets.insert(&service(0), &ticket(0, 50));
        assert_eq!(tickets.get(&service(0)).unwrap().credential.life(), 100);
        tickets.insert(&service(0), &ticket(0, 200));
        assert_eq!(tickets.get(&service(0)).unwrap().credential.life(), 200);
    }

    #[test]
    fn the_number_of_tickets_is_limited() {
        let (mut tickets, ticket) = (Tickets::default(), ticket(0, 100));
        for number in 0..=MAX {
            tickets.insert(&service(number), &ticket);
            // The first stays in use.
            assert!(tickets.get(&service(0)).is_some() || number == 0);
        }
        assert_eq!(tickets.held.len(), MAX);
        assert!(tickets.get(&service(1)).is_none() && tickets.get(&service(MAX)).is_some());
    }
}
