//! Counts of a client's work.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Counts since a client was made: [`Native::counts`](crate::Native::counts). `tracing` events with the target
/// `hbase_schema` report each of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Requests to servers, retries included.
    pub calls: u64,
    /// Retries by cause: an exception's class without its package, `connection lost`, `not sent` or `no region`.
    pub retries: BTreeMap<String, u64>,
    /// Look-ups of regions in `hbase:meta`.
    pub lookups: u64,
    /// Locations that were dropped because their servers do not serve the region, or because it moved.
    pub forgotten: u64,
    /// Servers whose regions are looked up again because the connection was lost, or was silent for a long
    /// time.
    pub suspected: u64,
    /// Connections made.
    pub connections: u64,
    /// Connections that were lost, by cause: the kind of an error, such as `connection reset` or `timed out`
    /// (silence), an exception's class without its package, or `unreadable response`.
    pub lost: BTreeMap<String, u64>,
    /// Bytes written to connections.
    pub bytes_sent: u64,
    /// Bytes read from connections.
    pub bytes_received: u64,
}

/// Running counts.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    pub(crate) calls: Counter,
    pub(crate) lookups: Counter,
    pub(crate) forgotten: Counter,
    pub(crate) suspected: Counter,
    pub(crate) connections: Counter,
    pub(crate) bytes_sent: Counter,
    pub(crate) bytes_received: Counter,
    retries: Causes,
    lost: Causes,
}

/// Counts by cause.
#[derive(Debug, Default)]
struct Causes(Mutex<BTreeMap<String, u64>>);

/// A counter that only increases.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self, more: usize) {
        let more = u64::try_from(more).unwrap_or(u64::MAX);
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Counters {
    pub(crate) fn retried(&self, cause: &str) {
        self.retries.add(cause);
    }

    pub(crate) fn lost(&self, cause: &str) {
        self.lost.add(cause);
    }

    pub(crate) fn retries(&self) -> u64 {
        self.retries.counts().values().sum()
    }

    pub(crate) fn counts(&self) -> Counts {
        Counts {
            calls: self.calls.get(),
            retries: self.retries.counts().clone(),
            lost: self.lost.counts().clone(),
            lookups: self.lookups.get(),
            forgotten: self.forgotten.get(),
            suspected: self.suspected.get(),
            connections: self.connections.get(),
            bytes_sent: self.bytes_sent.get(),
            bytes_received: self.bytes_received.get(),
        }
    }
}

impl Causes {
    fn add(&self, cause: &str) {
        let mut counts = self.counts();
        // Servers choose class names, so their number is bounded here.
        let known = counts.len() < MOST_CAUSES || counts.contains_key(cause);
        let cause = if known { cause } else { "other" };
        *counts.entry(cause.to_owned()).or_default() += 1;
    }

    fn counts(&self) -> MutexGuard<'_, BTreeMap<String, u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const MOST_CAUSES: usize = 256;
