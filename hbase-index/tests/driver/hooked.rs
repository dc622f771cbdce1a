//! A store with a hook before and after each call.

use std::fmt::Debug;
use std::ops::Deref;
use std::sync::Arc;

use hbase_backend::backend::{Call, Layer};
use hbase_backend::{Backend, BoxFuture, Deadline, Result};
use hbase_schema_embedded::Embedded;

/// What happens around the calls of a store. Calls have the names of `Backend`'s methods.
pub(crate) trait Hook: Debug + Send + Sync + 'static {
    /// Runs before a call. An error is the call's response; the call is then not sent.
    fn before<'a>(
        &'a self,
        _store: &'a Embedded,
        _call: &'static str,
        _deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(async { Ok(()) })
    }

    /// Runs after a call that has succeeded. An error replaces its response.
    fn after<'a>(&'a self, _store: &'a Embedded, _call: &'static str) -> BoxFuture<'a, Result<()>> {
        Box::pin(async { Ok(()) })
    }
}

/// A store with a hook, to which it dereferences.
#[derive(Debug)]
pub(crate) struct Hooked<H> {
    store: Arc<Embedded>,
    hook: H,
}

impl<H> Hooked<H> {
    pub(crate) fn new(store: &Arc<Embedded>, hook: H) -> Arc<Self> {
        let store = Arc::clone(store);
        Arc::new(Self { store, hook })
    }
}

impl<H> Deref for Hooked<H> {
    type Target = H;

    fn deref(&self) -> &H {
        &self.hook
    }
}

impl<H: Hook> Layer for Hooked<H> {
    fn inner(&self) -> Arc<dyn Backend> {
        Arc::<Embedded>::clone(&self.store)
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
            let call = call.name.as_str();
            self.hook.before(&self.store, call, deadline).await?;
            let response = send(self.inner(), deadline).await?;
            self.hook.after(&self.store, call).await?;
            Ok(response)
        })
    }
}
