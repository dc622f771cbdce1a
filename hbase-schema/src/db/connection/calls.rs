//! Calls and operations with the timeouts of a connection.

use std::future::Future;
use std::sync::Arc;

use hbase_backend::{Backend, Deadline};
use hbase_model::TableName;

use super::Connection;
use super::link::{TableCall, operation};
use crate::db::error::{CallContext, Error};

impl Connection {
    /// Makes one call, like [`Link::call`](super::link::Link::call).
    pub(in crate::db) fn call<T, F>(
        &self,
        about: CallContext<'_>,
        call: impl FnOnce(Arc<dyn Backend>, Deadline) -> F,
    ) -> impl Future<Output = Result<T, Error>>
    where
        F: Future<Output = hbase_backend::Result<T>>,
    {
        self.link.call(about, self.options.timeout, call)
    }

    /// Makes a read, like [`Link::read`](super::link::Link::read).
    pub(in crate::db) fn read<T, F>(
        &self,
        about: CallContext<'_>,
        call: impl Fn(Arc<dyn Backend>, Deadline) -> F,
    ) -> impl Future<Output = Result<T, Error>>
    where
        F: Future<Output = hbase_backend::Result<T>>,
    {
        self.link.read(about, self.options.timeout, call)
    }

    /// Makes a call that changes a table itself.
    pub(in crate::db) async fn on_table(
        &self,
        call: &'static str,
        table: &TableName,
        run: TableCall,
    ) -> Result<(), Error> {
        let about = CallContext::table(call, table);
        let done = self.call(about, |backend, deadline| async move {
            run(&*backend, table, deadline).await
        });
        let done = done.await;
        self.link.layouts.forget(table);
        done
    }

    /// Waits for all calls of an operation, like [`operation`]. The timeout starts when this is called.
    pub(in crate::db) fn operation<T>(
        &self,
        about: CallContext<'_>,
        work: impl Future<Output = Result<T, Error>>,
    ) -> impl Future<Output = Result<T, Error>> {
        operation(about, self.options.operation_timeout, work)
    }
}
