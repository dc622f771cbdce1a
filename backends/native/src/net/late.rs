//! Calls that nobody waits for any longer, but whose responses are still handled.

use std::collections::HashMap;
use std::fmt;

use hbase_rpc::Body;

/// Called with the response to a call that nobody waits for any longer.
pub(crate) type OnLate = Box<dyn FnOnce(Body) + Send>;

/// Maximum calls of a connection whose late responses are awaited.
const MOST: usize = 10_000;

/// The handlers of late responses, by the ids of their calls.
#[derive(Default)]
pub(super) struct Late(HashMap<u32, OnLate>);

impl Late {
    pub(super) fn add(&mut self, id: u32, handler: OnLate) {
        if self.0.len() < MOST {
            self.0.insert(id, handler);
        }
    }

    pub(super) fn take(&mut self, id: u32) -> Option<OnLate> {
        self.0.remove(&id)
    }

    pub(super) fn has(&self, id: u32) -> bool {
        self.0.contains_key(&id)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for Late {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}
