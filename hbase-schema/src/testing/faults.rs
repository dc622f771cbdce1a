//! Rules for faults, and counts of calls.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hbase_backend::Backend;

use super::call_kind::CallKind;
use super::injector::FaultInjector;
use super::rule::{ActiveRule, FaultAction, Rule};
use crate::db::Connection;

/// Deterministic fault injection: see the [module](super). Clones share rules and counts.
#[derive(Clone, Debug, Default)]
pub struct Faults(Arc<Mutex<RulesAndCounts>>);

#[derive(Debug, Default)]
struct RulesAndCounts {
    rules: Vec<ActiveRule>,
    calls: [u64; CallKind::COUNT],
}

/// The faults of one call.
#[derive(Debug, Default)]
pub(super) struct CallFaults {
    /// The faults of the whole call, in the order of their rules.
    pub(super) actions: Vec<FaultAction>,
    /// The faults of single rows.
    pub(super) rows: Vec<(Vec<u8>, FaultAction)>,
}

impl Faults {
    /// No faults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts a rule for calls of this kind.
    pub fn on(&self, kind: CallKind) -> Rule<'_> {
        Rule::new(self, Some(kind))
    }

    /// Starts a rule for calls of any kind.
    pub fn on_any(&self) -> Rule<'_> {
        Rule::new(self, None)
    }

    /// Removes all rules; keeps the counts.
    pub fn clear(&self) {
        self.lock().rules.clear();
    }

    /// The number of calls of this kind, including those that failed.
    pub fn calls(&self, kind: CallKind) -> u64 {
        self.lock().calls[kind as usize]
    }

    /// A connection to the backend of `db` with these faults, the same limits, and the layouts of tables that `db` has read.
    pub fn over(&self, db: &Connection) -> Connection {
        db.over(self.over_backend(db.backend()))
    }

    /// A backend with these faults.
    pub fn over_backend(&self, backend: Arc<dyn Backend>) -> Arc<dyn Backend> {
        Arc::new(FaultInjector::new(backend, self.clone()))
    }

    pub(super) fn set(&self, rule: ActiveRule) {
        self.lock().rules.push(rule);
    }

    /// Counts a call on these rows; returns its faults.
    pub(super) fn next_call(&self, kind: CallKind, rows: &[&[u8]]) -> CallFaults {
        let mut state = self.lock();
        state.calls[kind as usize] += 1;
        let mut faults = CallFaults::default();
        for rule in &mut state.rules {
            if rule.applies(kind, rows) {
                match &rule.row {
                    Some(row) => faults.rows.push((row.clone(), rule.action.clone())),
                    None => faults.actions.push(rule.action.clone()),
                }
            }
        }
        state.rules.retain(|rule| !rule.is_over());
        faults
    }

    fn lock(&self) -> MutexGuard<'_, RulesAndCounts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
