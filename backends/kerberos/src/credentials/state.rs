//! The tickets of an identity.

use std::collections::HashMap;
use std::sync::Arc;

use super::source::Stamp;
use super::tickets::Tickets;
use crate::credential::Credential;
use crate::time::ClockOffset;

/// Maximum number of other realms whose ticket-granting tickets are kept.
const MAX_REFERRALS: usize = 64;

#[derive(Debug, Default)]
pub(super) struct State {
    /// The ticket-granting ticket of the client's realm.
    pub(super) granting: Option<Arc<Credential>>,
    /// Those of other realms, which KDCs have issued on the way to services there.
    pub(super) referrals: HashMap<String, Arc<Credential>>,
    pub(super) offset: ClockOffset,
    pub(super) tickets: Tickets,
    pub(super) has_logged_in: bool,
    pub(super) last_failure: Option<String>,
    /// Of the cache that was read last.
    pub(super) stamp: Option<Stamp>,
}

impl State {
    /// The ticket-granting ticket of another realm, if it is not due, and the difference to the KDC's clock.
    pub(super) fn referral(&self, realm: &str) -> (Option<Arc<Credential>>, ClockOffset) {
        let referral = self.referrals.get(realm).cloned();
        (
            referral.filter(|held| !is_due(held, self.offset)),
            self.offset,
        )
    }

    pub(super) fn keep_referral(&mut self, referral: Option<Credential>) {
        let Some(referral) = referral else {
            return;
        };
        if self.referrals.len() >= MAX_REFERRALS {
            self.referrals.clear();
        }
        if let Some(realm) = referral.service.granted_realm() {
            self.referrals.insert(realm.to_owned(), Arc::new(referral));
        }
    }
}

/// Whether a third of the ticket's life has passed.
pub(super) fn is_due(credential: &Credential, offset: ClockOffset) -> bool {
    offset.now() >= credential.refresh_at()
}
