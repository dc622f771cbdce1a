//! The KDCs of all realms. Each request goes to the one that replied last; others follow if it fails or is slow.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::stream::{FuturesUnordered, StreamExt as _};
use tokio::time::timeout_at;

use super::transport;
use crate::config::{KdcAddress, Settings};
use crate::dns::{self, Resolver};
use crate::error::LoginError;
use crate::list::join;
use crate::message::{KrbError, code};

/// How long to wait for a KDC before the next one is called, too.
const PATIENCE: Duration = Duration::from_millis(600);

/// Maximum time of one request, also if the deadline is later.
const MAX_TIME: Duration = Duration::from_secs(10);

/// How long the result of a failed search is used: one login needs several exchanges, and must fail soon.
const FAILED: Duration = Duration::from_secs(2);

/// The result of a search in DNS: the KDCs, or the reason why it failed.
type Searched = Result<Vec<KdcAddress>, String>;

/// Calls of KDCs, one at a time.
#[derive(Debug, Default)]
pub(crate) struct Kdcs {
    /// Which KDC of each realm replied last, by its index in the settings.
    last: Mutex<HashMap<String, usize>>,
    /// The realm and its KDCs whose reply is waited for.
    called: Mutex<Option<String>>,
    resolver: Resolver,
    /// The last search for each realm, and until when its result is used.
    found: Mutex<HashMap<String, (Searched, Instant)>>,
}

/// Forgets what is waited for when the call ends or is dropped.
struct Called<'a>(&'a Kdcs);

impl Kdcs {
    #[cfg(test)]
    pub(super) fn asking(resolver: Resolver) -> Self {
        Self {
            resolver,
            ..Self::default()
        }
    }

    /// Sends a request to the KDCs of a realm, and returns the first reply.
    pub(super) async fn exchange(
        &self,
        settings: &Settings,
        realm: &str,
        request: &[u8],
        deadline: Instant,
    ) -> Result<Vec<u8>, LoginError> {
        let kdcs = match settings.kdcs(realm) {
            [] => self.in_dns(settings, realm, deadline).await?,
            kdcs => kdcs.to_vec(),
        };
        let _called = self.call(realm, &kdcs);
        let until = deadline.min(Instant::now() + MAX_TIME);
        let first = self.last(realm) % kdcs.len();
        let (index, reply) = race(&kdcs, first, request, until)
            .await
            .map_err(|failures| {
                // DNS may name others meanwhile.
                locked(&self.found).remove(realm);
                let failures = failures.join("; ");
                let realm = realm.to_owned();
                LoginError::Unreachable { realm, failures }
            })?;
        self.remember(realm, index);
        Ok(reply)
    }

    /// The KDCs of a realm that has none in the settings: at least one.
    async fn in_dns(
        &self,
        settings: &Settings,
        realm: &str,
        deadline: Instant,
    ) -> Result<Vec<KdcAddress>, LoginError> {
        let files = settings.files.iter().map(|file| file.display().to_string());
        let (files, realm) = (join(files), realm.to_owned());
        if !settings.asks_dns {
            return Err(LoginError::NoKdc { realm, files });
        }
        let name = dns::name_of(&realm);
        let kdcs = self.search(&realm, &name, deadline).await;
        kdcs.map_err(|cause| LoginError::NotInDns {
            realm,
            files,
            name,
            cause,
        })
    }

    async fn search(
        &self,
        realm: &str,
        name: &str,
        deadline: Instant,
    ) -> Result<Vec<KdcAddress>, String> {
        let known = locked(&self.found).get(realm).cloned();
        if let Some((kdcs, _)) = known.filter(|(_, end)| Instant::now() < *end) {
            return kdcs;
        }
        let _asked = self.wait_for(format!("the name servers ({name})"));
        let (kdcs, life) = match self.resolver.kdcs(realm, deadline).await {
            Ok(found) => (Ok(found.kdcs), found.life),
            Err(cause) => (Err(cause), FAILED),
        };
        let known = (kdcs.clone(), Instant::now() + life);
        locked(&self.found).insert(realm.to_owned(), known);
        kdcs
    }

    /// The KDCs whose reply is waited for, if a call is under way.
    pub(crate) fn called(&self) -> Option<String> {
        locked(&self.called).clone()
    }

    fn call(&self, realm: &str, kdcs: &[KdcAddress]) -> Called<'_> {
        let kdcs = join(kdcs.iter().map(ToString::to_string));
        self.wait_for(format!("the KDC of {realm} ({kdcs})"))
    }

    fn wait_for(&self, whom: String) -> Called<'_> {
        *locked(&self.called) = Some(whom);
        Called(self)
    }

    fn last(&self, realm: &str) -> usize {
        locked(&self.last).get(realm).copied().unwrap_or(0)
    }

    fn remember(&self, realm: &str, index: usize) {
        locked(&self.last).insert(realm.to_owned(), index);
    }
}

impl Drop for Called<'_> {
    fn drop(&mut self) {
        *locked(&self.0.called) = None;
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The first reply, with the index of its KDC, or the errors of all.
async fn race(
    kdcs: &[KdcAddress],
    first: usize,
    request: &[u8],
    until: Instant,
) -> Result<(usize, Vec<u8>), Vec<String>> {
    let mut waiting = (0..kdcs.len())
        .map(|index| (first + index) % kdcs.len())
        .peekable();
    let mut calls = FuturesUnordered::new();
    let mut failures = Vec::new();
    while failures.is_empty() || Instant::now() < until {
        if let Some(index) = waiting.next() {
            calls.push(call(&kdcs[index], index, request, until));
        }
        let patience = match waiting.peek() {
            Some(_) => until.min(Instant::now() + PATIENCE),
            // Each call ends at `until` on its own.
            None => until + PATIENCE,
        };
        match timeout_at(patience.into(), calls.next()).await {
            Ok(Some(Ok(reply))) => return Ok(reply),
            Ok(Some(Err(failure))) => failures.push(failure),
            Ok(None) => return Err(failures),
            Err(_) if Instant::now() >= until => break,
            Err(_) => {}
        }
        if calls.is_empty() && waiting.peek().is_none() {
            return Err(failures);
        }
    }
    // Those under way have the same end.
    while let Some(result) = calls.next().await {
        match result {
            Ok(reply) => return Ok(reply),
            Err(failure) => failures.push(failure),
        }
    }
    failures.extend(waiting.map(|index| format!("{}: no time was left to call it", kdcs[index])));
    Err(failures)
}

async fn call(
    kdc: &KdcAddress,
    index: usize,
    request: &[u8],
    until: Instant,
) -> Result<(usize, Vec<u8>), String> {
    let reply = transport::exchange(kdc, request, until).await;
    let reply = reply.map_err(|error| format!("{kdc}: {error}"))?;
    if KrbError::is_error(&reply)
        && KrbError::decode(&reply).is_ok_and(|error| error.code == code::UNAVAILABLE)
    {
        return Err(format!("{kdc}: it is not available now"));
    }
    Ok((index, reply))
}
