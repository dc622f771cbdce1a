//! Runs operations on two backends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use fastrand::Rng;
use futures_util::StreamExt as _;
use futures_util::stream;
use hbase_backend::{Backend, Capabilities, Error};
use hbase_model::TableName;

use super::answer::{Answer, lines, message};
use super::apply::apply;
use super::generator::operations;
use super::moments::{Moments, now_ms};
use super::operation::Operation;
use super::report::report;
use super::settings::Settings;
use super::shrink::shrink;
use super::source::Source;
use super::tables::Plan;
use super::values::Times;
use crate::cluster::soon;

/// One of the two backends that are compared.
#[derive(Clone, Debug)]
pub struct Side {
    /// The backend that runs the operations.
    pub backend: Arc<dyn Backend>,
    /// The backend that creates, flushes, compacts and drops the tables.
    pub keeper: Arc<dyn Backend>,
}

/// Compares the results of `tested` with those of `expected`, table by table. Operations need at most the
/// capabilities `can`; an operation that `tested` does not support is left out.
///
/// # Panics
/// If results differ; a report of each difference is printed.
pub async fn compare(settings: &Settings, expected: Side, tested: Side, can: Capabilities) {
    let start = Instant::now();
    let pair = Pair {
        expected,
        tested,
        can,
        done: AtomicUsize::new(0),
        unsupported: AtomicUsize::new(0),
        is_over: AtomicBool::new(false),
    };
    let seeds = settings.table_seeds();
    println!("{settings}: {} tables", seeds.len());
    let runs = stream::iter(seeds).map(|seed| pair.run(seed, settings.per_table));
    let mut reports = Vec::new();
    let mut outcomes = runs.buffer_unordered(settings.concurrent_tables);
    while let Some(outcome) = outcomes.next().await {
        if let Some(report) = outcome {
            // Printed at once, because the rest may take a while.
            println!("{report}");
            reports.push(report);
        }
        if reports.len() >= settings.max_differences {
            pair.is_over.store(true, Ordering::Relaxed);
        }
    }
    let done = pair.done.load(Ordering::Relaxed);
    let unsupported = pair.unsupported.load(Ordering::Relaxed);
    let took = start.elapsed();
    println!("{done} operations compared in {took:.1?}, {unsupported} unsupported");
    assert!(done > unsupported, "more was left out than compared");
    assert!(
        reports.is_empty(),
        "{} tables differ: see above",
        reports.len()
    );
}

/// The two backends, and their progress.
#[derive(Debug)]
pub(super) struct Pair {
    pub(super) expected: Side,
    pub(super) tested: Side,
    can: Capabilities,
    done: AtomicUsize,
    unsupported: AtomicUsize,
    is_over: AtomicBool,
}

/// The first results that differ.
#[derive(Debug)]
pub(super) struct Difference {
    /// The operation's index.
    pub(super) at: usize,
    pub(super) expected: Vec<String>,
    pub(super) tested: Vec<String>,
}

impl Difference {
    /// The rows whose lines differ, as texts; empty for a difference without rows.
    pub(super) fn rows(&self) -> Vec<&str> {
        let pairs = [
            (&self.expected, &self.tested),
            (&self.tested, &self.expected),
        ];
        let lines = pairs
            .into_iter()
            .flat_map(|(these, others)| these.iter().filter(move |line| !others.contains(line)));
        lines
            .filter_map(|line| line.split_once(' '))
            .map(|(row, _)| row)
            .collect()
    }
}

impl Pair {
    /// Compares one table; returns a report if the results differ.
    async fn run(&self, seed: u64, count: usize) -> Option<String> {
        if self.is_over.load(Ordering::Relaxed) {
            return None;
        }
        let mut rng = Rng::with_seed(seed);
        let plan = Plan::random(new_name(), &mut rng, self.can);
        let mut source = Source {
            rng: &mut rng,
            plan: &plan,
            times: Times::from(now_ms()),
            can: self.can,
        };
        let mut operations = operations(&mut source, count);
        let mut difference = self.play(&plan, &operations).await?;
        operations.truncate(difference.at + 1);
        shrink(self, &plan, &mut operations, &mut difference).await;
        let (expected, tested) = (self.expected.backend.name(), self.tested.backend.name());
        Some(report(
            seed,
            &plan,
            &operations,
            &difference,
            expected,
            tested,
        ))
    }

    /// Runs operations on a new table, up to the first difference.
    pub(super) async fn play(&self, plan: &Plan, operations: &[Operation]) -> Option<Difference> {
        let mut table = plan.table.clone();
        table.name = new_name();
        for side in [&self.expected, &self.tested] {
            let made = side.keeper.create_table(&table, soon()).await;
            made.unwrap_or_else(|error| panic!("{table:?}: {error}"));
        }
        let difference = self.play_on(&table.name, operations).await;
        for side in [&self.expected, &self.tested] {
            // The table is removed with the cluster anyway.
            if let Err(error) = side.keeper.drop_table(&table.name, soon()).await {
                println!("{} was not dropped: {error}", table.name);
            }
        }
        difference
    }

    async fn play_on(&self, table: &TableName, operations: &[Operation]) -> Option<Difference> {
        let mut moments = Moments::default();
        for (at, operation) in operations.iter().enumerate() {
            let start = moments.start().await;
            let tested = self.tested.apply(table, operation).await;
            if let Err(Error::Unsupported { .. }) = tested {
                // The operation had no effect.
                self.unsupported.fetch_add(1, Ordering::Relaxed);
                continue;
            }
            let expected = self.expected.apply(table, operation).await;
            moments.note(at, start);
            self.done.fetch_add(1, Ordering::Relaxed);
            let expected_lines = lines(&expected, &moments);
            let tested_lines = lines(&tested, &moments);
            if expected_lines != tested_lines
                && !self
                    .agree_at_last(table, operation, &tested_lines, &moments)
                    .await
            {
                return Some(Difference {
                    at,
                    expected: expected_lines
                        .into_iter()
                        .chain(message(&expected))
                        .collect(),
                    tested: tested_lines.into_iter().chain(message(&tested)).collect(),
                });
            }
        }
        None
    }
}

impl Pair {
    /// Whether a repeated read has the result of `tested` on both sides.
    async fn agree_at_last(
        &self,
        table: &TableName,
        operation: &Operation,
        tested: &[String],
        moments: &Moments,
    ) -> bool {
        if !operation.is_read() {
            return false;
        }
        for side in [&self.expected, &self.tested] {
            let repeated = side.apply(table, operation).await;
            if lines(&repeated, moments) != tested {
                return false;
            }
        }
        let name = self.expected.backend.name();
        println!("{name} first returned another result on {table} for {operation}");
        true
    }
}

impl Side {
    /// A backend that does all of it itself.
    pub fn of(backend: Arc<dyn Backend>) -> Self {
        Self {
            keeper: Arc::clone(&backend),
            backend,
        }
    }

    async fn apply(
        &self,
        table: &TableName,
        operation: &Operation,
    ) -> hbase_backend::Result<Answer> {
        let is_upkeep = matches!(operation, Operation::Flush | Operation::Compact);
        let backend = if is_upkeep {
            &self.keeper
        } else {
            &self.backend
        };
        apply(backend.as_ref(), table, operation).await
    }
}

fn new_name() -> TableName {
    static NAMES: AtomicUsize = AtomicUsize::new(0);
    let number = NAMES.fetch_add(1, Ordering::Relaxed);
    let name = format!("differ_{}_{number}", std::process::id());
    TableName::new("default", name).expect("a name of letters, digits and _")
}
