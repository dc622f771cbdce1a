//! The embedded store with the capabilities of the Thrift gateway, of those that writes need: none.

use std::sync::Arc;

use hbase_model::{
    Append, Backend, BoxFuture, Capabilities, Capability, CheckAndMutate, Deadline, Get, Increment,
    Mutation, Result, Row, Scan, Scanner, TableDescriptor, TableName,
};
use hbase_schema_embedded::Embedded;

#[derive(Debug)]
pub(crate) struct Limited(pub(crate) Arc<Embedded>);

macro_rules! forward {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {$(
        fn $name<'a>(&'a self, $($argument: $type),*) -> BoxFuture<'a, Result<$result>> {
            self.0.$name($($argument),*)
        }
    )*};
}

#[allow(
    clippy::elidable_lifetime_names,
    reason = "some arguments have the lifetime"
)]
impl Backend for Limited {
    fn name(&self) -> &'static str {
        "limited"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::of(&[Capability::Filters, Capability::ReversedScan])
    }

    forward! {
        ping(deadline: Deadline) -> String;
        create_namespace(name: &'a str, deadline: Deadline) -> ();
        drop_namespace(name: &'a str, deadline: Deadline) -> ();
        list_namespaces(deadline: Deadline) -> Vec<String>;
        create_table(table: &'a TableDescriptor, deadline: Deadline) -> ();
        drop_table(table: &'a TableName, deadline: Deadline) -> ();
        truncate_table(table: &'a TableName, preserve_splits: bool, deadline: Deadline) -> ();
        describe_table(table: &'a TableName, deadline: Deadline) -> TableDescriptor;
        list_tables(deadline: Deadline) -> Vec<TableName>;
        flush(table: &'a TableName, deadline: Deadline) -> ();
        major_compact(table: &'a TableName, deadline: Deadline) -> ();
        get(table: &'a TableName, get: &'a Get, deadline: Deadline) -> Option<Row>;
        get_many(table: &'a TableName, gets: &'a [Get], deadline: Deadline) -> Vec<Option<Row>>;
        mutate(table: &'a TableName, mutation: Mutation, deadline: Deadline) -> ();
        mutate_many(table: &'a TableName, mutations: Vec<Mutation>, deadline: Deadline) -> Vec<Result<()>>;
        check_and_mutate(table: &'a TableName, check: CheckAndMutate, deadline: Deadline) -> bool;
        check_and_mutate_many(table: &'a TableName, checks: Vec<CheckAndMutate>, deadline: Deadline) -> Vec<Result<bool>>;
        increment(table: &'a TableName, increment: Increment, deadline: Deadline) -> Row;
        append(table: &'a TableName, append: Append, deadline: Deadline) -> Row;
        scan(table: &'a TableName, scan: Scan, deadline: Deadline) -> Box<dyn Scanner>;
    }
}
