//! The oracle: a real `HBase`, used through its Java client, as a [`Backend`].

mod bytes;
mod error;
mod filter;
mod process;
mod read;
mod scanner;
mod table;
mod write;

use std::sync::{Arc, OnceLock};

use hbase_backend::{
    Append, Backend, BoxFuture, Capabilities, Capability, CheckAndMutate, Deadline, Error, Get,
    Increment, Mutation, Result, Row, Scan, Scanner,
};
use hbase_model::{TableChange, TableDescriptor, TableName};
use serde_json::{Value, json};

use self::bytes::{list, odd};
use self::error::{Subject, translate};
use self::process::{Answer, Call, Process};
use self::scanner::OracleScanner;
use crate::cluster::{Cluster, ClusterError};

/// The `HBase` of this run, used through its Java client in a child process. Its results are correct by
/// definition.
///
/// Cheap to clone; clones share the process, which ends with the last of them.
#[derive(Clone, Debug)]
pub struct Oracle {
    process: Arc<Process>,
}

impl Oracle {
    /// Starts a process on the `HBase` of this run.
    ///
    /// # Errors
    /// If no `HBase` is running, or the process cannot be started.
    pub fn start() -> Result<Self, ClusterError> {
        let process = Arc::new(Process::start(&Cluster::from_env()?)?);
        Ok(Self { process })
    }

    /// The oracle that all tests of this program share, because it takes a second to start.
    ///
    /// # Panics
    /// If it cannot be started.
    pub fn shared() -> Arc<dyn Backend> {
        static SHARED: OnceLock<Oracle> = OnceLock::new();
        let start = || Self::start().unwrap_or_else(|error| panic!("no oracle: {error}"));
        Arc::new(SHARED.get_or_init(start).clone())
    }

    async fn ask(&self, subject: Subject<'_>, call: Call, request: Value) -> Result<Value> {
        match self.process.ask(call, request).await? {
            Answer::Done(answer) => Ok(answer),
            Answer::Failed { class, message } => Err(translate(subject, &class, &message)),
        }
    }

    /// A request on a table; its result is ignored.
    fn run<'a>(
        &'a self,
        table: &'a TableName,
        call: Call,
        request: Result<Value>,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move { self.of(table, call, request?).await.map(drop) })
    }

    /// A request on a namespace.
    fn on_namespace<'a>(&'a self, name: &'a str, call: Call) -> BoxFuture<'a, Result<()>> {
        let done = self.ask(Subject::Namespace(name), call, json!({"name": name}));
        Box::pin(async move { done.await.map(drop) })
    }

    /// A request on a table.
    async fn of(&self, table: &TableName, call: Call, mut request: Value) -> Result<Value> {
        request["table"] = json!(table::table_name(table));
        self.ask(Subject::Table(table), call, request).await
    }
}

fn call(op: &'static str, doing: &'static str, deadline: Deadline) -> Call {
    Call {
        op,
        doing,
        deadline,
    }
}

fn texts(answer: &Value) -> Result<Vec<&str>> {
    let texts = list(answer)?.iter();
    texts
        .map(|value| value.as_str().ok_or_else(|| odd("a name", value)))
        .collect()
}

/// The row of a get.
fn found(get: &Get, answer: &Value) -> Result<Option<Row>> {
    if answer == &Value::Bool(true) {
        return bytes::row_without_value(&get.row).map(Some);
    }
    bytes::row(answer)
}

/// The row that an increment or an append returns.
fn updated(answer: &Value) -> Result<Row> {
    bytes::row(answer)?.ok_or_else(|| odd("a row", answer))
}

impl Backend for Oracle {
    fn name(&self) -> &'static str {
        "oracle"
    }

    fn capabilities(&self) -> Capabilities {
        // HBase itself supports everything.
        Capabilities::of(Capability::EACH)
    }

    fn ping(&self, deadline: Deadline) -> BoxFuture<'_, Result<String>> {
        Box::pin(async move {
            let call = call("ping", "asking for the version", deadline);
            let answer = self.ask(Subject::Cluster, call, json!({})).await?;
            let line = answer.as_str().ok_or_else(|| odd("a text", &answer))?;
            Ok(line.to_owned())
        })
    }

    fn create_namespace<'a>(
        &'a self,
        name: &'a str,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        self.on_namespace(
            name,
            call("create_namespace", "creating a namespace", deadline),
        )
    }

    fn drop_namespace<'a>(
        &'a self,
        name: &'a str,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        self.on_namespace(
            name,
            call("drop_namespace", "dropping a namespace", deadline),
        )
    }

    fn list_namespaces(&self, deadline: Deadline) -> BoxFuture<'_, Result<Vec<String>>> {
        Box::pin(async move {
            let call = call("list_namespaces", "listing namespaces", deadline);
            let answer = self.ask(Subject::Cluster, call, json!({})).await?;
            Ok(texts(&answer)?.into_iter().map(str::to_owned).collect())
        })
    }

    fn create_table<'a>(
        &'a self,
        table: &'a TableDescriptor,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        let call = call("create_table", "creating a table", deadline);
        self.run(&table.name, call, table::table(table))
    }

    fn drop_table<'a>(
        &'a self,
        table: &'a TableName,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        let call = call("drop_table", "dropping a table", deadline);
        self.run(table, call, Ok(json!({})))
    }

    fn truncate_table<'a>(
        &'a self,
        table: &'a TableName,
        preserve_splits: bool,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        let call = call("truncate_table", "truncating a table", deadline);
        self.run(table, call, Ok(json!({"preserve_splits": preserve_splits})))
    }

    fn alter_table<'a>(
        &'a self,
        table: &'a TableName,
        changes: &'a [TableChange],
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        let call = call("alter_table", "changing a table", deadline);
        let request = table::changes(changes).map(|changes| json!({"changes": changes}));
        self.run(table, call, request)
    }

    fn describe_table<'a>(
        &'a self,
        table: &'a TableName,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<TableDescriptor>> {
        Box::pin(async move {
            let call = call("describe_table", "describing a table", deadline);
            table::described(&self.of(table, call, json!({})).await?)
        })
    }

    fn is_table_enabled<'a>(
        &'a self,
        table: &'a TableName,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<bool>> {
        Box::pin(async move {
            let call = call(
                "is_table_enabled",
                "checking whether a table is enabled",
                deadline,
            );
            let answer = self.of(table, call, json!({})).await?;
            bytes::boolean(&answer)
        })
    }

    fn list_tables(&self, deadline: Deadline) -> BoxFuture<'_, Result<Vec<TableName>>> {
        Box::pin(async move {
            let call = call("list_tables", "listing tables", deadline);
            let answer = self.ask(Subject::Cluster, call, json!({})).await?;
            let parse = |name| TableName::parse(name).map_err(|e| Error::invalid(e.to_string()));
            let tables: Result<Vec<_>> = texts(&answer)?.into_iter().map(parse).collect();
            let mut tables = tables?;
            tables.sort();
            Ok(tables)
        })
    }

    fn flush<'a>(&'a self, table: &'a TableName, deadline: Deadline) -> BoxFuture<'a, Result<()>> {
        let call = call("flush", "flushing a table", deadline);
        self.run(table, call, Ok(json!({})))
    }

    fn major_compact<'a>(
        &'a self,
        table: &'a TableName,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        let call = call("major_compact", "compacting a table", deadline);
        self.run(table, call, Ok(json!({})))
    }

    fn get<'a>(
        &'a self,
        table: &'a TableName,
        get: &'a Get,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Option<Row>>> {
        Box::pin(async move {
            let call = call("get", "reading a row", deadline);
            let request = json!({"get": read::get(get)?});
            found(get, &self.of(table, call, request).await?)
        })
    }

    fn get_many<'a>(
        &'a self,
        table: &'a TableName,
        gets: &'a [Get],
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Option<Row>>>> {
        Box::pin(async move {
            let call = call("get_many", "reading rows", deadline);
            let gets_json: Result<Vec<_>> = gets.iter().map(read::get).collect();
            let answer = self.of(table, call, json!({"gets": gets_json?})).await?;
            let answers = list(&answer)?.iter().zip(gets);
            answers.map(|(answer, get)| found(get, answer)).collect()
        })
    }

    fn mutate<'a>(
        &'a self,
        table: &'a TableName,
        mutation: Mutation,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        let call = call("mutate", "writing a row", deadline);
        self.run(
            table,
            call,
            Ok(json!({"mutation": write::mutation(&mutation)})),
        )
    }

    fn mutate_many<'a>(
        &'a self,
        table: &'a TableName,
        mutations: Vec<Mutation>,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Result<()>>>> {
        Box::pin(async move {
            let call = call("mutate_many", "writing rows", deadline);
            let request: Vec<_> = mutations.iter().map(write::mutation).collect();
            let answer = self.of(table, call, json!({"mutations": request})).await?;
            let outcome = |answer: &Value| match answer["class"].as_str() {
                None => Ok(()),
                Some(class) => {
                    let message = answer["message"].as_str().unwrap_or_default();
                    Err(translate(Subject::Table(table), class, message))
                }
            };
            Ok(list(&answer)?.iter().map(outcome).collect())
        })
    }

    fn check_and_mutate<'a>(
        &'a self,
        table: &'a TableName,
        check: CheckAndMutate,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<bool>> {
        Box::pin(async move {
            let call = call("check_and_mutate", "checking and writing a row", deadline);
            let answer = self
                .of(table, call, write::check_and_mutate(&check)?)
                .await?;
            bytes::boolean(&answer)
        })
    }

    fn increment<'a>(
        &'a self,
        table: &'a TableName,
        increment: Increment,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Row>> {
        Box::pin(async move {
            let call = call("increment", "incrementing", deadline);
            updated(&self.of(table, call, write::increment(&increment)).await?)
        })
    }

    fn append<'a>(
        &'a self,
        table: &'a TableName,
        append: Append,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Row>> {
        Box::pin(async move {
            let call = call("append", "appending", deadline);
            updated(&self.of(table, call, write::append(&append)).await?)
        })
    }

    fn scan<'a>(
        &'a self,
        table: &'a TableName,
        scan: Scan,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Box<dyn Scanner>>> {
        Box::pin(async move {
            let call = call("scan_open", "opening a scan", deadline);
            let request = json!({"scan": read::scan(&scan)?});
            let answer = self.of(table, call, request).await?;
            let number = answer.as_u64().ok_or_else(|| odd("a number", &answer))?;
            let scanner = OracleScanner::new(self.clone(), table.clone(), number);
            Ok(Box::new(scanner) as Box<dyn Scanner>)
        })
    }
}
