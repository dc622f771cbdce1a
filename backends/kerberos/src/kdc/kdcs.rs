//! The KDCs of all realms. Each request goes to the one that replied last; others follow if it fails or is slow.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::stream::{FuturesUnordered, StreamExt as _};
use tokio::time::timeout_at;

use super::transport;
use crate::config::{KdcAddress, Settings};
use crate::error::LoginError;
use crate::list::join;
use crate::message::{KrbError, code};

/// How long to wait for a KDC before the next one is called, too.
const PATIENCE: Duration = Duration::from_millis(600);

/// Maximum time of one request, also if the deadline is later.
const MAX_TIME: Duration = Duration::from_secs(10);

/// Which KDC of each realm replied last, by its index in the settings.
#[derive(Debug, Default)]
pub(crate) struct Kdcs {
    last: Mutex<HashMap<String, usize>>,
}

impl Kdcs {
    /// Sends a request to the KDCs of a realm, and returns the first reply.
    pub(super) async fn exchange(
        &self,
        settings: &Settings,
        realm: &str,
        request: &[u8],
        deadline: Instant,
    ) -> Result<Vec<u8>, LoginError> {
        let kdcs = settings.kdcs(realm);
        if kdcs.is_empty() {
            let files = settings.files.iter().map(|file| file.display().to_string());
            return Err(LoginError::NoKdc {
                realm: realm.to_owned(),
                files: join(files),
            });
        }
        let until = deadline.min(Instant::now() + MAX_TIME);
        let first = self.last(realm) % kdcs.len();
        let (index, reply) = race(kdcs, first, request, until)
            .await
            .map_err(|failures| {
                let failures = failures.join("; ");
                let realm = realm.to_owned();
                LoginError::Unreachable { realm, failures }
            })?;
        self.remember(realm, index);
        Ok(reply)
    }

    fn last(&self, realm: &str) -> usize {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.get(realm).copied().unwrap_or(0)
    }

    fn remember(&self, realm: &str, index: usize) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.insert(realm.to_owned(), index);
    }
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
    loop {
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
            Err(_) if Instant::now() >= until => {
                failures.push("no reply in time from the others".to_owned());
                return Err(failures);
            }
            Err(_) => {}
        }
        if calls.is_empty() && waiting.peek().is_none() {
            return Err(failures);
        }
    }
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
