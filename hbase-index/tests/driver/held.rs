//! A store whose calls of one kind stop at a gate.

use std::sync::Arc;

use hbase_backend::{BoxFuture, Deadline, Result};
use hbase_schema_embedded::Embedded;

use crate::bulk::Gate;
use crate::hooked::{Hook, Hooked};

#[derive(Debug)]
pub(crate) struct Held {
    call: &'static str,
    /// Whether the calls stop once they are carried out, and not before.
    is_after: bool,
    pub(crate) gate: Gate,
}

impl Held {
    /// Calls stop before they are sent.
    pub(crate) fn before(store: &Arc<Embedded>, call: &'static str) -> Arc<Hooked<Self>> {
        Self::over(store, call, false)
    }

    /// Responses are held back.
    pub(crate) fn after(store: &Arc<Embedded>, call: &'static str) -> Arc<Hooked<Self>> {
        Self::over(store, call, true)
    }

    fn over(store: &Arc<Embedded>, call: &'static str, is_after: bool) -> Arc<Hooked<Self>> {
        let gate = Gate::default();
        let held = Self {
            call,
            is_after,
            gate,
        };
        Hooked::new(store, held)
    }

    fn stop(&self, call: &'static str, is_after: bool) -> BoxFuture<'_, Result<()>> {
        Box::pin(async move {
            if (call, is_after) == (self.call, self.is_after) {
                self.gate.pass().await;
            }
            Ok(())
        })
    }
}

impl Hook for Held {
    fn before<'a>(
        &'a self,
        _store: &'a Embedded,
        call: &'static str,
        _deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        self.stop(call, false)
    }

    fn after<'a>(&'a self, _store: &'a Embedded, call: &'static str) -> BoxFuture<'a, Result<()>> {
        self.stop(call, true)
    }
}
