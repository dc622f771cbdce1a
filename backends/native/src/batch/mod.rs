//! Batches of rows: grouped by server, sent concurrently; only failed rows are retried.
//!
//! Each conditional mutation of a batch has a region action of its own, and a request has at most one of each
//! row. A server that ignores a condition there does not report whether it held, which is an error. Conditional
//! mutations are not retried after a lost response.

mod call;
mod engine;
mod get;
mod group;
mod item;
mod order;
mod part;
mod progress;
mod request;
mod results;
mod retries;

use hbase_backend::{CheckAndMutate, Deadline, Mutation, Result, Row};
use hbase_model::TableName;

use crate::client::Client;
use crate::failure::Operation;
use item::Item;

/// The batch that the caller passed; it does not change while its requests are under way.
struct Plan<'a> {
    client: &'a Client,
    operation: Operation<'a>,
    table: &'a TableName,
    items: Vec<Item<'a>>,
}

/// The effect of an item.
#[derive(Clone, Debug, PartialEq)]
enum Done {
    Read(Option<Row>),
    /// A get whose row or response is too long, because families were read whole.
    TooLong,
    Written,
    /// Whether the condition held.
    Checked(bool),
}

type Outcome = Result<Done>;

impl Client {
    pub(crate) async fn mutate_rows(
        &self,
        table: &TableName,
        mutations: &[Mutation],
        deadline: Deadline,
    ) -> Result<Vec<Result<()>>> {
        let mut items = Vec::with_capacity(mutations.len());
        for mutation in mutations {
            items.push(Item::write(mutation)?);
        }
        let operation = Operation::on("writing rows", table, deadline);
        let outcomes = self.batch(operation, table, items).await;
        let outcomes = outcomes.into_iter();
        Ok(outcomes.map(|outcome| outcome.map(|_| ())).collect())
    }

    /// Conditional mutations, each with a region action of its own; an invalid one fails alone.
    pub(crate) async fn check_rows(
        &self,
        table: &TableName,
        checks: &[CheckAndMutate],
        deadline: Deadline,
    ) -> Vec<Result<bool>> {
        let mut items = Vec::with_capacity(checks.len());
        let mut results = Vec::with_capacity(checks.len());
        for check in checks {
            results.push(Item::check(check).map(|item| items.push(item)));
        }
        let operation = Operation::on("checking and writing rows", table, deadline);
        let outcomes = self.batch(operation, table, items).await;
        let mut outcomes = outcomes.into_iter();
        let mut next = || {
            outcomes
                .next()
                .unwrap_or_else(|| Err(operation.no_result()))
        };
        let mut held = |()| next().map(|done| done == Done::Checked(true));
        let results = results.into_iter();
        results.map(|valid| valid.and_then(&mut held)).collect()
    }

    /// Returns exactly one result per item.
    async fn batch(
        &self,
        operation: Operation<'_>,
        table: &TableName,
        items: Vec<Item<'_>>,
    ) -> Vec<Outcome> {
        let plan = Plan {
            client: self,
            operation,
            table,
            items,
        };
        plan.run().await
    }
}
