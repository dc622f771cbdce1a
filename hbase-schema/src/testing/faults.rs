//! Faults: set by a test, met by a backend's calls.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hbase_model::Backend;

use super::call_kind::CallKind;
use super::faulty::Faulty;
use super::rule::{Action, Rule, Set};
use crate::db::Connection;

/// Faults on demand, deterministic: see the [module](super). Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Faults(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    rules: Vec<Set>,
    calls: [u64; CallKind::COUNT],
}

/// What happens to one call.
#[derive(Debug, Default)]
pub(super) struct Fate {
    /// In the order in which they were set.
    pub(super) actions: Vec<Action>,
    /// Rows that fail by themselves.
    pub(super) rows: Vec<(Vec<u8>, Action)>,
}

impl Faults {
    /// No faults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Something is to happen to calls of this kind.
    pub fn on(&self, kind: CallKind) -> Rule<'_> {
        Rule::new(self, Some(kind))
    }

    /// Something is to happen to calls of any kind.
    pub fn on_any(&self) -> Rule<'_> {
        Rule::new(self, None)
    }

    /// Takes all rules back; the calls are counted on.
    pub fn clear(&self) {
        self.state().rules.clear();
    }

    /// How many calls of this kind there were, those that failed among them.
    pub fn calls(&self, kind: CallKind) -> u64 {
        self.state().calls[kind as usize]
    }

    /// A connection to the same backend, whose calls meet these faults, with the limits of `db`.
    pub fn over(&self, db: &Connection) -> Connection {
        Connection::with_limits(self.over_backend(db.backend()), *db.limits())
    }

    /// A backend whose calls meet these faults.
    pub fn over_backend(&self, backend: Arc<dyn Backend>) -> Arc<dyn Backend> {
        Arc::new(Faulty::new(backend, self.clone()))
    }

    pub(super) fn set(&self, rule: Set) {
        self.state().rules.push(rule);
    }

    /// Counts a call on these rows, and says what happens to it.
    pub(super) fn meet(&self, kind: CallKind, rows: &[&[u8]]) -> Fate {
        let mut state = self.state();
        state.calls[kind as usize] += 1;
        let mut fate = Fate::default();
        for rule in &mut state.rules {
            if rule.touches(kind, rows) {
                match &rule.row {
                    Some(row) => fate.rows.push((row.clone(), rule.action.clone())),
                    None => fate.actions.push(rule.action.clone()),
                }
            }
        }
        state.rules.retain(|rule| !rule.is_over());
        fate
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
