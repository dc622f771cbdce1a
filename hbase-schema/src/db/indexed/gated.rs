//! The connection's backend for the indexes' calls: with deadlines, traces and counts, until the connection is closed.

use std::pin::pin;
use std::sync::Arc;

use hbase_backend::backend::{Call, Layer};
use hbase_backend::{
    Backend, BoxFuture, CheckAndMutate, Deadline, Get, Mutation, Result, Row, Scan, Scanner,
};
use hbase_model::TableName;

use super::gated_reads;
use crate::db::connection::link::Link;
use crate::db::error::CallContext;

/// Passes each call to the backend of a connection.
#[derive(Debug)]
pub(super) struct Gated(pub(super) Arc<Link>);

impl Layer for Gated {
    fn inner(&self) -> Arc<dyn Backend> {
        self.0.gate.backend()
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
            // Writes are not retried: after a lost response, the protocol reads the row.
            let (backend, _pass) = self.0.gate.enter();
            let table = call.table;
            let about = CallContext {
                table,
                ..CallContext::call(call.name.as_str())
            };
            let result = pin!(send(backend, deadline));
            self.0.within(&about, deadline, result).await
        })
    }

    fn mutate_many<'a>(
        &'a self,
        table: &'a TableName,
        mutations: Vec<Mutation>,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Result<()>>>> {
        Box::pin(async move {
            let (backend, _pass) = self.0.gate.enter();
            let about = CallContext::table("mutate_many", table);
            let results = backend.mutate_many(table, mutations, deadline);
            self.0.rows_within(&about, deadline, results).await
        })
    }

    fn check_and_mutate_many<'a>(
        &'a self,
        table: &'a TableName,
        checks: Vec<CheckAndMutate>,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Result<bool>>>> {
        Box::pin(async move {
            let (backend, _pass) = self.0.gate.enter();
            let about = CallContext::table("check_and_mutate_many", table);
            let results = backend.check_and_mutate_many(table, checks, deadline);
            self.0.rows_within(&about, deadline, results).await
        })
    }

    fn get<'a>(
        &'a self,
        table: &'a TableName,
        get: &'a Get,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Option<Row>>> {
        Box::pin(gated_reads::get(&self.0, table, get, deadline))
    }

    fn get_many<'a>(
        &'a self,
        table: &'a TableName,
        gets: &'a [Get],
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Option<Row>>>> {
        Box::pin(gated_reads::get_many(&self.0, table, gets, deadline))
    }

    fn scan<'a>(
        &'a self,
        table: &'a TableName,
        scan: Scan,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Box<dyn Scanner>>> {
        Box::pin(gated_reads::scan(&self.0, table, scan, deadline))
    }
}

#[cfg(test)]
mod tests {
    use hbase_backend::{Capabilities, Upkeep};

    use super::*;
    use crate::Connection;

    /// A backend whose facts are not the defaults.
    #[derive(Debug)]
    struct Facts;

    impl Layer for Facts {
        fn inner(&self) -> Arc<dyn Backend> {
            unreachable!("the test calls facts only")
        }

        fn name(&self) -> &'static str {
            "facts"
        }

        fn capabilities(&self) -> Capabilities {
            Capabilities::NONE
        }

        fn retries(&self) -> u64 {
            7
        }

        fn concurrent_batches(&self) -> usize {
            3
        }

        fn upkeep(&self) -> Upkeep {
            let mut upkeep = Upkeep::default();
            upkeep.compactions = 5;
            upkeep
        }
    }

    #[test]
    fn facts_are_those_of_the_connections_backend() {
        let db = Connection::with_backend(Arc::new(Facts));
        let gated: Arc<dyn Backend> = Arc::new(Gated(Arc::clone(&db.link)));
        assert_eq!(gated.name(), "facts");
        assert_eq!((gated.retries(), gated.concurrent_batches()), (7, 3));
        assert_eq!(gated.upkeep().compactions, 5);
    }
}
