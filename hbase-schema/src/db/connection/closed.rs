//! The backend of a closed connection.

use hbase_model::{
    Append, Backend, BoxFuture, Capabilities, CheckAndMutate, Deadline, Error, Get, Increment,
    Mutation, Result, Row, Scan, Scanner, TableChange, TableDescriptor, TableName,
};

/// The error of every call after `close`.
pub(in crate::db) fn closed() -> Error {
    Error::Closed {
        why: "`close` was called on this connection: open a new connection".to_owned(),
    }
}

/// A backend whose calls all fail. It keeps the name, the number of retries for metrics, and the
/// capabilities, so that a call returns `Closed` rather than `Unsupported`.
#[derive(Debug)]
pub(in crate::db) struct Closed {
    name: &'static str,
    capabilities: Capabilities,
    repeated: u64,
}

impl Closed {
    pub(in crate::db) fn of(backend: &dyn Backend) -> Self {
        Self {
            name: backend.name(),
            capabilities: backend.capabilities(),
            repeated: backend.retries(),
        }
    }
}

macro_rules! all_closed {
    ($($name:ident($($type:ty),*) -> $answer:ty;)*) => {$(
        #[allow(clippy::elidable_lifetime_names, reason = "some of the calls need it")]
        fn $name<'a>(&'a self, $(_: $type,)* _: Deadline) -> BoxFuture<'a, Result<$answer>> {
            Box::pin(std::future::ready(Err(closed())))
        }
    )*};
}

impl Backend for Closed {
    fn name(&self) -> &'static str {
        self.name
    }

    fn capabilities(&self) -> Capabilities {
        self.capabilities
    }

    fn retries(&self) -> u64 {
        self.repeated
    }

    all_closed! {
        ping() -> String;
        create_namespace(&'a str) -> ();
        drop_namespace(&'a str) -> ();
        list_namespaces() -> Vec<String>;
        create_table(&'a TableDescriptor) -> ();
        drop_table(&'a TableName) -> ();
        truncate_table(&'a TableName, bool) -> ();
        alter_table(&'a TableName, &'a [TableChange]) -> ();
        describe_table(&'a TableName) -> TableDescriptor;
        split_points(&'a TableName) -> Vec<Vec<u8>>;
        is_table_enabled(&'a TableName) -> bool;
        list_tables() -> Vec<TableName>;
        flush(&'a TableName) -> ();
        major_compact(&'a TableName) -> ();
        get(&'a TableName, &'a Get) -> Option<Row>;
        get_many(&'a TableName, &'a [Get]) -> Vec<Option<Row>>;
        mutate(&'a TableName, Mutation) -> ();
        mutate_many(&'a TableName, Vec<Mutation>) -> Vec<Result<()>>;
        check_and_mutate(&'a TableName, CheckAndMutate) -> bool;
        check_and_mutate_many(&'a TableName, Vec<CheckAndMutate>) -> Vec<Result<bool>>;
        increment(&'a TableName, Increment) -> Row;
        append(&'a TableName, Append) -> Row;
        scan(&'a TableName, Scan) -> Box<dyn Scanner>;
    }
}
