//! KDCs that DNS lists: the SRV records (RFC 2782) of `_kerberos._tcp.REALM` (RFC 4120 section 7.2.3.2).
//!
//! Nothing protects the replies of DNS. That is enough here, because a KDC proves that it has the client's key; a wrong one
//! can only fail.

mod message;
mod servers;
mod transport;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::task::spawn_blocking;

use crate::config::KdcAddress;
use message::{Question, Record};
use transport::ask;

/// How long to wait for a name server before the next one is asked.
const PATIENCE: Duration = Duration::from_millis(300);

/// Maximum time of a search, so that the cause is known soon.
const MAX_TIME: Duration = Duration::from_millis(1200);

/// How often each name server is asked.
const ROUNDS: usize = 2;

/// The time for which records are used, whatever they say.
const LIFE: [u64; 2] = [30, 3600];

/// The system's name servers.
#[derive(Debug, Default)]
pub(crate) struct Resolver {
    /// Others, in tests.
    servers: Option<Vec<SocketAddr>>,
}

/// The KDCs of a realm.
#[derive(Debug)]
pub(crate) struct Found {
    /// In the order in which they are tried; at least one.
    pub(crate) kdcs: Vec<KdcAddress>,
    pub(crate) life: Duration,
}

impl Resolver {
    #[cfg(test)]
    pub(crate) fn of(servers: Vec<SocketAddr>) -> Self {
        Self {
            servers: Some(servers),
        }
    }

    /// The KDCs of a realm. The error says why no KDC was found.
    pub(crate) async fn kdcs(&self, realm: &str, deadline: Instant) -> Result<Found, String> {
        let question = Question::srv(&name_of(realm))?;
        let servers = self.servers().await?;
        let end = deadline.min(Instant::now() + MAX_TIME);
        let mut failures = Vec::new();
        for server in servers.iter().cycle().take(servers.len() * ROUNDS) {
            if Instant::now() >= end {
                break;
            }
            let until = end.min(Instant::now() + PATIENCE);
            match ask(*server, &question, until).await {
                Ok(records) => return found(records, *server),
                Err(error) => failures.push(format!("the name server {server}: {error}")),
            }
        }
        failures.sort();
        failures.dedup();
        Err(failures.join("; "))
    }

    async fn servers(&self) -> Result<Vec<SocketAddr>, String> {
        match &self.servers {
            Some(servers) => Ok(servers.clone()),
            None => spawn_blocking(servers::of_system)
                .await
                .map_err(|error| error.to_string())?,
        }
    }
}

/// The name of a realm's records.
pub(crate) fn name_of(realm: &str) -> String {
    format!("_kerberos._tcp.{realm}")
}

fn found(records: Vec<Record>, server: SocketAddr) -> Result<Found, String> {
    let [least, most] = LIFE;
    let life = records.iter().map(|record| u64::from(record.life)).min();
    let life = life.ok_or_else(|| format!("the name server {server} has no such records"))?;
    Ok(Found {
        kdcs: message::in_order(records, fastrand::u32),
        life: Duration::from_secs(life.clamp(least, most)),
    })
}

#[cfg(test)]
pub(crate) mod tests;
