//! Values that belong to a tokio runtime.
//!
//! A client may outlive runtimes: tests that have a runtime each may share a `static` client. Tasks end with
//! their runtime, and do nothing while nobody drives it, such as between two `block_on` calls of a runtime with
//! one thread. So no call depends on a task of another runtime: connections, and the work that several calls
//! wait for, exist once for each runtime.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::runtime::{Handle, Id};

/// A runtime; `None` outside of one.
pub(crate) type RuntimeId = Option<Id>;

/// The runtime in which this is called.
pub(crate) fn current() -> RuntimeId {
    Handle::try_current().ok().map(|runtime| runtime.id())
}

/// A value for each runtime.
#[derive(Debug)]
pub(crate) struct PerRuntime<T> {
    values: Mutex<HashMap<RuntimeId, Arc<T>>>,
}

impl<T> Default for PerRuntime<T> {
    fn default() -> Self {
        Self {
            values: Mutex::default(),
        }
    }
}

impl<T: Default> PerRuntime<T> {
    /// The value of the current runtime. A new value replaces those that nobody uses, because their runtimes
    /// may have ended.
    pub(crate) fn get(&self) -> Arc<T> {
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        let runtime = current();
        if !values.contains_key(&runtime) {
            values.retain(|_, value| Arc::strong_count(value) > 1);
        }
        Arc::clone(values.entry(runtime).or_default())
    }

    /// Whether a value is in use.
    pub(crate) fn is_used(&self) -> bool {
        let values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        values.values().any(|value| Arc::strong_count(value) > 1)
    }
}
