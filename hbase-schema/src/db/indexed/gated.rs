//! The connection's backend as the indexes' calls have it: with deadlines, traces and counts, until the
//! connection is closed.

use std::sync::Arc;

use hbase_model::{
    Append, Backend, BoxFuture, Capabilities, CheckAndMutate, Deadline, Get, Increment, Mutation,
    Result, Row, Scan, Scanner, TableChange, TableDescriptor, TableName,
};

use super::gated_reads;
use crate::db::connection::link::Link;
use crate::db::error::CallContext;

/// Passes each call to the backend of a connection.
#[derive(Debug)]
pub(super) struct Gated(pub(super) Arc<Link>);

/// The first argument, if it is the name of a table.
macro_rules! named {
    (table = $table:ident $(, $($rest:tt)*)?) => {
        Some($table)
    };
    ($($rest:tt)*) => {
        None
    };
}

macro_rules! each_passed {
    ($within:ident: $($name:ident($($arg:ident: $type:ty),*) -> $answer:ty;)*) => {$(
        #[allow(clippy::elidable_lifetime_names, reason = "some of the calls need it")]
        fn $name<'a>(
            &'a self,
            $($arg: $type,)*
            deadline: Deadline,
        ) -> BoxFuture<'a, Result<$answer>> {
            Box::pin(async move {
                let (backend, _pass) = self.0.gate.enter();
                let table = named!($($arg = $arg),*);
                let about = CallContext { table, ..CallContext::call(stringify!($name)) };
                let answer = backend.$name($($arg,)* deadline);
                self.0.$within(&about, deadline, answer).await
            })
        }
    )*};
}

impl Backend for Gated {
    fn name(&self) -> &'static str {
        self.0.gate.name()
    }

    fn capabilities(&self) -> Capabilities {
        self.0.gate.backend().capabilities()
    }

    fn concurrent_batches(&self) -> usize {
        self.0.gate.backend().concurrent_batches()
    }

    each_passed! { within:
        ping() -> String;
        create_namespace(name: &'a str) -> ();
        drop_namespace(name: &'a str) -> ();
        list_namespaces() -> Vec<String>;
        create_table(descriptor: &'a TableDescriptor) -> ();
        drop_table(table: &'a TableName) -> ();
        truncate_table(table: &'a TableName, keep: bool) -> ();
        alter_table(table: &'a TableName, changes: &'a [TableChange]) -> ();
        describe_table(table: &'a TableName) -> TableDescriptor;
        split_points(table: &'a TableName) -> Vec<Vec<u8>>;
        is_table_enabled(table: &'a TableName) -> bool;
        list_tables() -> Vec<TableName>;
        flush(table: &'a TableName) -> ();
        major_compact(table: &'a TableName) -> ();
        mutate(table: &'a TableName, mutation: Mutation) -> ();
        check_and_mutate(table: &'a TableName, check: CheckAndMutate) -> bool;
        increment(table: &'a TableName, increment: Increment) -> Row;
        append(table: &'a TableName, append: Append) -> Row;
    }

    each_passed! { rows_within:
        mutate_many(table: &'a TableName, mutations: Vec<Mutation>) -> Vec<Result<()>>;
        check_and_mutate_many(table: &'a TableName, checks: Vec<CheckAndMutate>) -> Vec<Result<bool>>;
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
