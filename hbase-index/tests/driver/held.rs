//! A store whose calls of one kind stop at a gate.

use std::sync::Arc;

use hbase_backend::backend::{Call, Layer};
use hbase_backend::{Backend, BoxFuture, Deadline, Result};
use hbase_schema_embedded::Embedded;

use crate::bulk::Gate;

#[derive(Debug)]
pub(crate) struct Held {
    inner: Arc<Embedded>,
    call: &'static str,
    /// Whether the calls stop once they are carried out, and not before.
    is_after: bool,
    pub(crate) gate: Gate,
}

impl Held {
    /// Calls stop before they are sent.
    pub(crate) fn before(store: &Arc<Embedded>, call: &'static str) -> Arc<Self> {
        Self::new(store, call, false)
    }

    /// Responses are held back.
    pub(crate) fn after(store: &Arc<Embedded>, call: &'static str) -> Arc<Self> {
        Self::new(store, call, true)
    }

    fn new(store: &Arc<Embedded>, call: &'static str, is_after: bool) -> Arc<Self> {
        Arc::new(Self {
            inner: Arc::clone(store),
            call,
            is_after,
            gate: Gate::default(),
        })
    }

    async fn stop(&self) {
        self.gate.arrived.notify_one();
        self.gate.open.notified().await;
    }
}

impl Layer for Held {
    fn inner(&self) -> Arc<dyn Backend> {
        Arc::<Embedded>::clone(&self.inner)
    }

    fn name(&self) -> &'static str {
        "held"
    }

    fn around<'a, T, F>(
        &'a self,
        call: Call<'a>,
        deadline: Deadline,
        send: impl FnOnce(Arc<dyn Backend>, Deadline) -> F + Send + 'a,
    ) -> BoxFuture<'a, Result<T>>
    where
        T: Send + 'a,
        F: Future<Output = Result<T>> + Send + 'a,
    {
        Box::pin(async move {
            let is_held = call.name.as_str() == self.call;
            if is_held && !self.is_after {
                self.stop().await;
            }
            let response = send(self.inner(), deadline).await;
            if is_held && self.is_after {
                self.stop().await;
            }
            response
        })
    }
}
