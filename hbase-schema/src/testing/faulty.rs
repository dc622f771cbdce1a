//! A backend whose calls meet faults.

use std::future::Future;
use std::sync::Arc;

use hbase_model::{
    Append, Backend, BoxFuture, Capabilities, CheckAndMutate, Deadline, Error, Get, Increment,
    Mutation, Result, Row, Scan, Scanner, TableChange, TableDescriptor, TableName, Upkeep,
};

use super::call_kind::CallKind;
use super::faults::{Fate, Faults};
use super::rule::{Action, lost};

/// A backend that does what another one does, but for its faults.
#[derive(Debug)]
pub(super) struct Faulty {
    inner: Arc<dyn Backend>,
    faults: Faults,
}

impl Faulty {
    pub(super) fn new(inner: Arc<dyn Backend>, faults: Faults) -> Self {
        Self { inner, faults }
    }

    /// Meets the faults of a call on these rows, then makes it.
    async fn meet<T>(
        &self,
        kind: CallKind,
        rows: &[&[u8]],
        call: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        let mut fate = self.faults.meet(kind, rows);
        fate.actions
            .extend(fate.rows.drain(..).map(|(_, action)| action));
        let loses = suffer(&fate.actions).await?;
        let answer = call.await;
        if loses { Err(lost()) } else { answer }
    }
}

/// Waits, fails or hangs; whether the answer is to be lost.
async fn suffer(actions: &[Action]) -> Result<bool> {
    let mut loses = false;
    for action in actions {
        match action {
            Action::Fail(error) => return Err(error.clone()),
            Action::Delay(by) => tokio::time::sleep(*by).await,
            Action::LoseAnswer => loses = true,
            Action::Hang => std::future::pending().await,
        }
    }
    Ok(loses)
}

macro_rules! delegate {
    ($($name:ident($($arg:ident: $type:ty),*) -> $answer:ty, $kind:ident, $rows:expr;)*) => {$(
        #[allow(clippy::elidable_lifetime_names, reason = "some of the calls need it")]
        fn $name<'a>(&'a self, $($arg: $type,)* deadline: Deadline) -> BoxFuture<'a, Result<$answer>> {
            Box::pin(async move {
                let rows: Vec<Vec<u8>> = $rows;
                let rows: Vec<&[u8]> = rows.iter().map(Vec::as_slice).collect();
                let call = self.inner.$name($($arg,)* deadline);
                self.meet(CallKind::$kind, &rows, call).await
            })
        }
    )*};
}

impl Backend for Faulty {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn capabilities(&self) -> Capabilities {
        self.inner.capabilities()
    }

    fn retries(&self) -> u64 {
        self.inner.retries()
    }

    fn upkeep(&self) -> Upkeep {
        self.inner.upkeep()
    }

    delegate! {
        ping() -> String, Ping, Vec::new();
        create_namespace(name: &'a str) -> (), Schema, Vec::new();
        drop_namespace(name: &'a str) -> (), Schema, Vec::new();
        list_namespaces() -> Vec<String>, Describe, Vec::new();
        create_table(table: &'a TableDescriptor) -> (), Schema, Vec::new();
        drop_table(table: &'a TableName) -> (), Schema, Vec::new();
        truncate_table(table: &'a TableName, preserve: bool) -> (), Schema, Vec::new();
        alter_table(table: &'a TableName, changes: &'a [TableChange]) -> (), Schema, Vec::new();
        describe_table(table: &'a TableName) -> TableDescriptor, Describe, Vec::new();
        is_table_enabled(table: &'a TableName) -> bool, Describe, Vec::new();
        list_tables() -> Vec<TableName>, Describe, Vec::new();
        flush(table: &'a TableName) -> (), Maintenance, Vec::new();
        major_compact(table: &'a TableName) -> (), Maintenance, Vec::new();
        get(table: &'a TableName, get: &'a Get) -> Option<Row>, Get, vec![get.row.clone()];
        get_many(table: &'a TableName, gets: &'a [Get]) -> Vec<Option<Row>>, GetMany,
            gets.iter().map(|get| get.row.clone()).collect();
        mutate(table: &'a TableName, mutation: Mutation) -> (), Mutate,
            vec![mutation.row().to_vec()];
        check_and_mutate(table: &'a TableName, check: CheckAndMutate) -> bool, CheckAndMutate,
            vec![check.mutation.row().to_vec()];
        increment(table: &'a TableName, increment: Increment) -> Row, Increment,
            vec![increment.row.clone()];
        append(table: &'a TableName, append: Append) -> Row, Append, vec![append.row.clone()];
    }

    fn mutate_many<'a>(
        &'a self,
        table: &'a TableName,
        mutations: Vec<Mutation>,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Result<()>>>> {
        Box::pin(async move {
            let rows: Vec<&[u8]> = mutations.iter().map(Mutation::row).collect();
            let fate = self.faults.meet(CallKind::MutateMany, &rows);
            let loses = suffer(&fate.actions).await?;
            let answers = self.row_by_row(table, mutations, fate, deadline).await;
            if loses { Err(lost()) } else { answers }
        })
    }

    fn scan<'a>(
        &'a self,
        table: &'a TableName,
        scan: Scan,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Box<dyn Scanner>>> {
        Box::pin(async move {
            let opened = self.inner.scan(table, scan, deadline);
            let scanner = self.meet(CallKind::Scan, &[], opened).await?;
            let faults = self.faults.clone();
            Ok(Box::new(FaultyScanner { scanner, faults }) as Box<dyn Scanner>)
        })
    }
}

impl Faulty {
    /// Writes the rows that no fault is set for, in one call; the others fail, each by itself.
    async fn row_by_row(
        &self,
        table: &TableName,
        mutations: Vec<Mutation>,
        fate: Fate,
        deadline: Deadline,
    ) -> Result<Vec<Result<()>>> {
        let mut errors = Vec::with_capacity(mutations.len());
        let mut sent = Vec::with_capacity(mutations.len());
        for mutation in mutations {
            let of_row = fate.rows.iter().filter(|(row, _)| row == mutation.row());
            let actions: Vec<Action> = of_row.map(|(_, action)| action.clone()).collect();
            let error = match suffer(&actions).await {
                Ok(loses) => loses.then(lost),
                Err(error) => Some(error),
            };
            let fails = actions
                .iter()
                .any(|action| matches!(action, Action::Fail(_)));
            if !fails {
                sent.push(mutation);
            }
            errors.push((fails, error));
        }
        let answers = self.inner.mutate_many(table, sent, deadline).await?;
        let mut answers = answers.into_iter();
        let answer = |(fails, error): (bool, Option<Error>)| {
            let answer = if fails { None } else { answers.next() };
            error.map_or_else(|| answer.unwrap_or(Ok(())), Err)
        };
        Ok(errors.into_iter().map(answer).collect())
    }
}

/// A scanner whose batches meet faults.
#[derive(Debug)]
struct FaultyScanner {
    scanner: Box<dyn Scanner>,
    faults: Faults,
}

impl Scanner for FaultyScanner {
    fn next_batch(&mut self, deadline: Deadline) -> BoxFuture<'_, Result<Vec<Row>>> {
        Box::pin(async move {
            let fate = self.faults.meet(CallKind::NextBatch, &[]);
            let loses = suffer(&fate.actions).await?;
            let rows = self.scanner.next_batch(deadline).await;
            if loses { Err(lost()) } else { rows }
        })
    }
}
