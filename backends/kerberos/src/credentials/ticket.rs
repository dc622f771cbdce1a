//! Tickets of services.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crate::credential::Credential;
use crate::time::ClockOffset;

/// A ticket of a client for a service, with the session key, which is never printed. A clone shares both.
#[derive(Clone)]
pub struct ServiceTicket {
    pub(crate) credential: Arc<Credential>,
    pub(crate) offset: ClockOffset,
}

impl ServiceTicket {
    /// The principal of the client, with its realm.
    pub fn client(&self) -> String {
        self.credential.client.to_string()
    }

    /// The principal of the service, with its realm.
    pub fn service(&self) -> String {
        self.credential.service.to_string()
    }

    /// The end of the ticket, by the KDC's clock.
    pub fn expires(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(self.credential.end.0)
    }

    pub(super) fn is_usable(&self) -> bool {
        self.credential.is_usable(self.offset.now())
    }
}

impl fmt::Debug for ServiceTicket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServiceTicket")
            .field("client", &self.credential.client)
            .field("service", &self.credential.service)
            .field("end", &format_args!("{}", self.credential.end))
            .finish_non_exhaustive()
    }
}
