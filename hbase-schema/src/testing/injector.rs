//! A backend with fault injection.

use std::future::Future;
use std::sync::Arc;

use hbase_backend::backend::{Call, Layer};
use hbase_backend::{
    Append, Backend, BoxFuture, CheckAndMutate, Deadline, Get, Increment, Mutation, Result, Row,
    Scan, ScanStep, Scanner,
};
use hbase_model::TableName;

use super::call_kind::CallKind;
use super::faults::{CallFaults, Faults};
use super::rule::{FaultAction, connection_lost};

/// A backend that calls another one, with faults.
#[derive(Debug)]
pub(super) struct FaultInjector {
    inner: Arc<dyn Backend>,
    faults: Faults,
}

impl FaultInjector {
    pub(super) fn new(inner: Arc<dyn Backend>, faults: Faults) -> Self {
        Self { inner, faults }
    }

    /// Makes a call on these rows, with its faults.
    async fn call<T>(
        &self,
        kind: CallKind,
        rows: &[&[u8]],
        call: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        let CallFaults { mut actions, rows } = self.faults.next_call(kind, rows);
        actions.extend(rows.into_iter().map(|(_, action)| action));
        let loses = inject(&actions).await?;
        let answer = call.await;
        if loses {
            Err(connection_lost())
        } else {
            answer
        }
    }
}

/// Delays, fails or hangs; returns whether the response is to be lost.
async fn inject(actions: &[FaultAction]) -> Result<bool> {
    let mut loses = false;
    for action in actions {
        match action {
            FaultAction::Fail(error) => return Err(error.clone()),
            FaultAction::Delay(by) => tokio::time::sleep(*by).await,
            FaultAction::LoseAnswer => loses = true,
            FaultAction::Hang => std::future::pending().await,
        }
    }
    Ok(loses)
}

/// Calls on rows, to which rules for rows apply.
macro_rules! calls_on_rows {
    ($($name:ident($arg:ident: $type:ty) -> $result:ty, $kind:ident, $rows:expr;)*) => {$(
        fn $name<'a>(
            &'a self,
            table: &'a TableName,
            $arg: $type,
            deadline: Deadline,
        ) -> BoxFuture<'a, Result<$result>> {
            Box::pin(async move {
                let rows: Vec<Vec<u8>> = $rows;
                let rows: Vec<&[u8]> = rows.iter().map(Vec::as_slice).collect();
                let call = self.inner.$name(table, $arg, deadline);
                self.call(CallKind::$kind, &rows, call).await
            })
        }
    )*};
}

impl Layer for FaultInjector {
    fn inner(&self) -> Arc<dyn Backend> {
        Arc::clone(&self.inner)
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
            let result = send(self.inner(), deadline);
            self.call(CallKind::of(call.name), &[], result).await
        })
    }

    calls_on_rows! {
        get(get: &'a Get) -> Option<Row>, Get, vec![get.row.clone()];
        get_many(gets: &'a [Get]) -> Vec<Option<Row>>, GetMany,
            gets.iter().map(|get| get.row.clone()).collect();
        mutate(mutation: Mutation) -> (), Mutate, vec![mutation.row().to_vec()];
        check_and_mutate(check: CheckAndMutate) -> bool, CheckAndMutate,
            vec![check.mutation.row().to_vec()];
        increment(increment: Increment) -> Row, Increment, vec![increment.row.clone()];
        append(append: Append) -> Row, Append, vec![append.row.clone()];
    }

    fn mutate_many<'a>(
        &'a self,
        table: &'a TableName,
        mutations: Vec<Mutation>,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Result<()>>>> {
        Box::pin(async move {
            let rows: Vec<&[u8]> = mutations.iter().map(Mutation::row).collect();
            let faults = self.faults.next_call(CallKind::MutateMany, &rows);
            let send = |sent| self.inner.mutate_many(table, sent, deadline);
            row_by_row(mutations, Mutation::row, faults, send).await
        })
    }

    fn check_and_mutate_many<'a>(
        &'a self,
        table: &'a TableName,
        checks: Vec<CheckAndMutate>,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Result<bool>>>> {
        Box::pin(async move {
            let rows: Vec<&[u8]> = checks.iter().map(|check| check.mutation.row()).collect();
            let faults = self.faults.next_call(CallKind::CheckAndMutateMany, &rows);
            let send = |sent| self.inner.check_and_mutate_many(table, sent, deadline);
            row_by_row(checks, row_of, faults, send).await
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
            let scanner = self.call(CallKind::Scan, &[], opened).await?;
            let faults = self.faults.clone();
            Ok(Box::new(FaultScanner { scanner, faults }) as Box<dyn Scanner>)
        })
    }
}

fn row_of(check: &CheckAndMutate) -> &[u8] {
    check.mutation.row()
}

/// Sends the rows that do not fail, in one call; returns a result for each row.
async fn row_by_row<I, T, F>(
    items: Vec<I>,
    row: fn(&I) -> &[u8],
    faults: CallFaults,
    send: impl FnOnce(Vec<I>) -> F,
) -> Result<Vec<Result<T>>>
where
    F: Future<Output = Result<Vec<Result<T>>>>,
{
    let loses_all = inject(&faults.actions).await?;
    let mut outcomes = Vec::with_capacity(items.len());
    let mut passed = Vec::with_capacity(items.len());
    for item in items {
        let of_row = faults.rows.iter().filter(|(key, _)| key == row(&item));
        let actions: Vec<FaultAction> = of_row.map(|(_, action)| action.clone()).collect();
        let outcome = inject(&actions).await;
        if outcome.is_ok() {
            passed.push(item);
        }
        outcomes.push(outcome);
    }
    let answers = send(passed).await;
    if loses_all {
        return Err(connection_lost());
    }
    let mut answers = answers?.into_iter();
    let answer = |outcome: Result<bool>| {
        if outcome? {
            answers.next();
            return Err(connection_lost());
        }
        answers.next().unwrap_or_else(|| Err(connection_lost()))
    };
    Ok(outcomes.into_iter().map(answer).collect())
}

/// A scanner with fault injection.
#[derive(Debug)]
struct FaultScanner {
    scanner: Box<dyn Scanner>,
    faults: Faults,
}

impl Scanner for FaultScanner {
    fn next_step(&mut self, deadline: Deadline) -> BoxFuture<'_, Result<ScanStep>> {
        Box::pin(async move {
            let faults = self.faults.next_call(CallKind::NextBatch, &[]);
            let loses = inject(&faults.actions).await?;
            let step = self.scanner.next_step(deadline).await;
            if loses { Err(connection_lost()) } else { step }
        })
    }
}
