//! Runs random calls on a store and on the reference model. If a result differs, it shrinks the run.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use hbase_schema::Connection;
use hbase_schema::testing::{Fixture, ManualClock};
use hbase_schema_random_generator::model::Model;
use hbase_schema_random_generator::ops::{Chooser, Op, Outcome};
use hbase_schema_random_generator::{Table, Value, key};

use hbase_schema_embedded::{Embedded, Options};

use crate::store::Store;
use crate::subject::AnySubject;

/// The store's time at the start of a run.
const START: i64 = 1_772_409_600_000;

/// The time between two calls in milliseconds, so that the store gives each call its own timestamp.
const STEP: i64 = 1003;

/// The number of calls in a run.
const CALLS: usize = 60;

/// A store and the reference model, after the same calls.
struct Run<'t> {
    subject: &'t dyn AnySubject,
    model: Model<'t>,
    store: Store,
}

impl<'t> Run<'t> {
    async fn new(subject: &'t dyn AnySubject, table: &'t Table) -> Self {
        let clock = Arc::new(ManualClock::at(START));
        let db = Fixture::new()
            .clock(Arc::clone(&clock) as _)
            .connect()
            .await
            .expect("the store opens");
        subject.create(&db).await.expect("the table is created");
        Self {
            subject,
            model: Model::new(table, START),
            store: Store::new(&db, Some(clock)),
        }
    }

    /// A run on a store in a directory that contains the results of `done`. If `done` is empty, this creates the table.
    async fn in_directory(
        subject: &'t dyn AnySubject,
        table: &'t Table,
        dir: &Path,
        done: &[Op],
    ) -> Self {
        let mut model = Model::new(table, START);
        for op in done {
            model.now += STEP;
            model.run(op);
        }
        model.restart();
        let clock = Arc::new(ManualClock::at(model.now));
        let options = Options::default().clock(Arc::clone(&clock) as _);
        let store = Embedded::open(dir, options).await.expect("the store opens");
        let db = Connection::with_backend(Arc::new(store));
        if done.is_empty() {
            subject.create(&db).await.expect("the table is created");
        }
        Self {
            subject,
            model,
            store: Store::new(&db, Some(clock)),
        }
    }

    /// Makes a call; returns whether the guide specifies its result, or an error if the result differs.
    async fn step(&mut self, op: &Op) -> Result<bool, String> {
        if let Some(clock) = self.store.clock() {
            let ms = if let Op::Advance(ms) = op { *ms } else { 0 };
            clock.advance(STEP + ms);
            self.model.now += STEP;
        } else {
            // Nothing expires in a model that stands still for most of a run.
            self.model.now += 1;
            // The store's clock counts milliseconds. A put after a delete in the same millisecond would have no effect.
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        let (found, message) = self.subject.run(&self.store, op).await;
        let expected = self.model.run(op);
        if expected.accepts(&found) {
            return Ok(expected != Outcome::Unknown);
        }
        let message = message
            .map(|message| format!("\n  message  {message}"))
            .unwrap_or_default();
        Err(format!(
            "  expected {expected:?}\n  found    {found:?}{message}"
        ))
    }
}

/// Calls whose results differ between the store and the reference model.
#[derive(Debug)]
pub struct Difference {
    /// The calls; the result of the last one differs.
    pub calls: Vec<Op>,
    /// The expected and the found result.
    pub what: String,
}

impl Difference {
    /// The struct and the calls as source that can be pasted into a test, and the difference.
    pub fn report(&self, table: &Table, turn: u64) -> String {
        let (id, case) = (table.id(), table.case(&self.calls));
        format!("turn {turn}: RANDOM_TABLES={id}\n{case}{}", self.what)
    }
}

/// The numbers of calls.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// All calls.
    pub calls: u64,
    /// The calls whose results the guide does not specify.
    pub unspecified: u64,
}

impl Counts {
    fn add(&mut self, is_specified: bool) {
        self.calls += 1;
        self.unspecified += u64::from(!is_specified);
    }
}

/// Makes random calls on a table in memory, and compares keys and results with the reference model.
///
/// # Errors
/// The first difference. The calls are shrunk, unless the salt is random or round-robin.
pub async fn check(
    subject: &dyn AnySubject,
    table: &Table,
    turn: u64,
) -> Result<Counts, Difference> {
    let mut chooser = Chooser::new(table, turn);
    if !chooser.has_keys() {
        return Ok(Counts::default());
    }
    for parts in chooser.some_keys() {
        let keys = key_differs(subject, table, &parts);
        keys.map_err(|what| Difference {
            calls: Vec::new(),
            what,
        })?;
    }
    match random_calls(Run::new(subject, table).await, chooser).await {
        Ok(counts) => Ok(counts),
        Err(difference) => Err(shrink(subject, table, difference).await),
    }
}

/// Makes random calls on a table of a store whose clock the test does not control, and compares the results with the
/// reference model. The table exists, and is empty. No call advances the time.
///
/// # Errors
/// The first difference.
pub async fn check_on(
    subject: &dyn AnySubject,
    table: &Table,
    db: &Connection,
    turn: u64,
) -> Result<Counts, Difference> {
    let chooser = Chooser::new(table, turn);
    if !chooser.has_keys() {
        return Ok(Counts::default());
    }
    let run = Run {
        subject,
        model: Model::new(table, START),
        store: Store::new(db, None),
    };
    random_calls(run, chooser).await
}

async fn random_calls(mut run: Run<'_>, mut chooser: Chooser<'_>) -> Result<Counts, Difference> {
    let mut counts = Counts::default();
    let mut calls = Vec::new();
    for _ in 0..CALLS {
        let op = chooser.next(&run.model);
        if run.store.clock().is_none() && matches!(op, Op::Advance(_)) {
            continue;
        }
        let step = run.step(&op).await;
        calls.push(op);
        match step {
            Ok(is_specified) => counts.add(is_specified),
            Err(what) => return Err(Difference { calls, what }),
        }
    }
    Ok(counts)
}

/// Compares the bytes of a key with the reference model, and the key parts that are decoded from them.
fn key_differs(subject: &dyn AnySubject, table: &Table, parts: &[Value]) -> Result<(), String> {
    let expected = key::encode(&table.key, parts, 0).map_err(|error| error.0);
    let found = subject.encode(parts);
    let is_same = match (&expected, &found) {
        (Ok(expected), Ok(found)) => expected == found || !table.key.salt.is_computed(),
        (Err(_), Err(_)) => true,
        _ => false,
    };
    if !is_same {
        return Err(format!(
            "key of {parts:?}\n  expected {expected:x?}\n  found    {found:x?}"
        ));
    }
    let Ok(bytes) = found else { return Ok(()) };
    // The key's bytes do not contain the date of a table by date.
    if table.unit().is_some() {
        return Ok(());
    }
    let stored: Vec<Value> = table
        .key
        .parts
        .iter()
        .zip(parts)
        .map(|(part, value)| key::stored(part, value))
        .collect();
    let back = subject.decode(&bytes);
    if back.as_ref() != Ok(&stored) {
        return Err(format!(
            "key {bytes:x?}\n  expected {stored:?}\n  found    {back:?}"
        ));
    }
    Ok(())
}

/// The calls of a run in two processes, chosen from the state of the reference model alone.
pub fn calls_of(table: &Table, turn: u64) -> Vec<Op> {
    let mut chooser = Chooser::new(table, turn).for_processes();
    if !chooser.has_keys() {
        return Vec::new();
    }
    let mut model = Model::new(table, START);
    let mut calls = Vec::new();
    for _ in 0..CALLS {
        let op = chooser.next(&model);
        model.now += STEP;
        model.run(&op);
        calls.push(op);
    }
    calls
}

/// Makes calls on a store in a directory, after another process made the calls `done` there.
///
/// # Errors
/// The first call whose result differs.
pub async fn continue_in(
    subject: &dyn AnySubject,
    table: &Table,
    dir: &Path,
    done: &[Op],
    calls: &[Op],
) -> Result<(), Difference> {
    let mut run = Run::in_directory(subject, table, dir, done).await;
    for (at, op) in calls.iter().enumerate() {
        if let Err(what) = run.step(op).await {
            return Err(Difference {
                calls: [done, &calls[..=at]].concat(),
                what,
            });
        }
    }
    Ok(())
}

/// Makes these calls on a new store, and returns the first difference.
async fn replay(subject: &dyn AnySubject, table: &Table, calls: &[Op]) -> Option<Difference> {
    let mut run = Run::new(subject, table).await;
    for (at, op) in calls.iter().enumerate() {
        if let Err(what) = run.step(op).await {
            return Some(Difference {
                calls: calls[..=at].to_vec(),
                what,
            });
        }
    }
    None
}

/// Removes and simplifies calls as long as a result still differs.
async fn shrink(subject: &dyn AnySubject, table: &Table, mut found: Difference) -> Difference {
    // Shrinking may remove deletes and puts. With a random or round-robin salt, later puts would then store other copies.
    if !table.key.salt.is_computed() {
        return found;
    }
    loop {
        let mut smaller = None;
        for calls in candidates(&found.calls) {
            smaller = replay(subject, table, &calls).await;
            if smaller.is_some() {
                break;
            }
        }
        match smaller {
            Some(difference) => found = difference,
            None => return found,
        }
    }
}

fn candidates(calls: &[Op]) -> Vec<Vec<Op>> {
    let mut candidates = Vec::new();
    let mut size = calls.len() / 2;
    while size > 0 {
        for from in (0..calls.len() - size).step_by(size) {
            candidates.push([&calls[..from], &calls[from + size..]].concat());
        }
        size /= 2;
    }
    for (at, op) in calls.iter().enumerate() {
        for simpler in op.simpler() {
            candidates.push([&calls[..at], &[simpler], &calls[at + 1..]].concat());
        }
    }
    candidates
}
