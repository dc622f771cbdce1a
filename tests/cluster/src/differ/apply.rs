//! Runs an operation on a backend.

use hbase_backend::{Backend, Get, Result, Row, Scan};
use hbase_model::TableName;

use super::answer::Answer;
use super::operation::Operation;
use crate::cluster::soon;

pub(super) async fn apply(
    backend: &dyn Backend,
    table: &TableName,
    operation: &Operation,
) -> Result<Answer> {
    match operation {
        Operation::Get(_) | Operation::GetMany(_) | Operation::Scan(_) => {
            read(backend, table, operation).await
        }
        Operation::Flush => {
            backend.flush(table, soon()).await?;
            Ok(Answer::Done)
        }
        Operation::Compact => {
            backend.flush(table, soon()).await?;
            backend.major_compact(table, soon()).await?;
            Ok(Answer::Done)
        }
        _ => write(backend, table, operation).await,
    }
}

async fn write(backend: &dyn Backend, table: &TableName, operation: &Operation) -> Result<Answer> {
    match operation {
        Operation::Mutate(mutation) => {
            backend.mutate(table, mutation.clone(), soon()).await?;
        }
        Operation::MutateMany(mutations) => {
            let outcomes = backend
                .mutate_many(table, mutations.clone(), soon())
                .await?;
            let each = outcomes
                .into_iter()
                .map(|outcome| outcome.map(|()| Answer::Done));
            return Ok(Answer::Each(each.collect()));
        }
        Operation::Check(check) => {
            let made = backend
                .check_and_mutate(table, check.clone(), soon())
                .await?;
            return Ok(Answer::Bool(made));
        }
        Operation::Increment(increment) => {
            let row = backend.increment(table, increment.clone(), soon()).await?;
            return Ok(Answer::Counters(row));
        }
        Operation::Append(append) => {
            let row = backend.append(table, append.clone(), soon()).await?;
            return Ok(Answer::Rows(vec![row]));
        }
        _ => {}
    }
    Ok(Answer::Done)
}

async fn read(backend: &dyn Backend, table: &TableName, operation: &Operation) -> Result<Answer> {
    match operation {
        Operation::Get(get) => {
            let found = backend.get(table, get, soon()).await?;
            Ok(row_answer(get, found))
        }
        Operation::GetMany(gets) => {
            let rows = backend.get_many(table, gets, soon()).await?;
            let each = gets.iter().zip(rows);
            Ok(Answer::Each(
                each.map(|(get, row)| Ok(row_answer(get, row))).collect(),
            ))
        }
        Operation::Scan(scan) => Ok(Answer::Rows(scan_all(backend, table, scan).await?)),
        _ => Ok(Answer::Done),
    }
}

fn row_answer(get: &Get, row: Option<Row>) -> Answer {
    if get.existence_only {
        return Answer::Bool(row.is_some());
    }
    Answer::Rows(row.into_iter().collect())
}

async fn scan_all(backend: &dyn Backend, table: &TableName, scan: &Scan) -> Result<Vec<Row>> {
    let mut scanner = backend.scan(table, scan.clone(), soon()).await?;
    let mut rows = Vec::new();
    loop {
        let batch = scanner.next_batch(soon()).await?;
        if batch.is_empty() {
            return Ok(rows);
        }
        rows.extend(batch);
    }
}
