//! Runs of random calls, in a store and in the reference model, and the smallest run that still differs.

use std::path::Path;
use std::sync::Arc;

use hbase_schema::Connection;
use hbase_schema::testing::{Fixture, ManualClock};
use hbase_schema_random_generator::model::Model;
use hbase_schema_random_generator::ops::{Chooser, Op};
use hbase_schema_random_generator::{Table, Value, key};

use hbase_schema_embedded::{Embedded, Options};

use crate::subject::AnySubject;

/// The store's time at first.
const START: i64 = 1_772_409_600_000;

/// The time between two calls, so that no two cells have one timestamp.
const STEP: i64 = 1003;

/// The number of calls of a run.
const CALLS: usize = 60;

/// A store and the reference, after the same calls.
struct Run<'t> {
    subject: &'t dyn AnySubject,
    model: Model<'t>,
    db: Connection,
    clock: Arc<ManualClock>,
}

impl<'t> Run<'t> {
    async fn new(subject: &'t dyn AnySubject, table: &'t Table) -> Self {
        let clock = Arc::new(ManualClock::at(START));
        let db = Fixture::new()
            .clock(Arc::clone(&clock) as _)
            .connect()
            .await
            .expect("a store");
        subject.create(&db).await.expect("a table");
        Self {
            subject,
            model: Model::new(table, START),
            db,
            clock,
        }
    }

    /// The same with a store in a directory, after `done`; the table is created before the first call.
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
        let clock = Arc::new(ManualClock::at(model.now));
        let options = Options::default().clock(Arc::clone(&clock) as _);
        let store = Embedded::open(dir, options).await.expect("a store");
        let db = Connection::with_backend(Arc::new(store));
        if done.is_empty() {
            subject.create(&db).await.expect("a table");
        }
        Self {
            subject,
            model,
            db,
            clock,
        }
    }

    /// Carries out a call; a difference is the error.
    async fn step(&mut self, op: &Op) -> Result<(), String> {
        let ms = if let Op::Advance(ms) = op { *ms } else { 0 };
        self.clock.advance(STEP + ms);
        self.model.now += STEP;
        let (found, message) = self.subject.run(&self.db, op).await;
        let expected = self.model.run(op);
        if expected.accepts(&found) {
            return Ok(());
        }
        let message = message
            .map(|message| format!("\n  message  {message}"))
            .unwrap_or_default();
        Err(format!(
            "  expected {expected:?}\n  found    {found:?}{message}"
        ))
    }
}

/// Calls after which store and reference differ.
#[derive(Debug)]
pub struct Difference {
    /// The calls; the last one differs.
    pub calls: Vec<Op>,
    /// What differs.
    pub what: String,
}

impl Difference {
    /// The struct and the calls, as they can be pasted into a test, and what differs.
    pub fn report(&self, table: &Table, turn: u64) -> String {
        let (seed, case) = (table.seed, table.case(&self.calls));
        format!(
            "seed {seed}, turn {turn}: RANDOM_TABLES={seed}\n{case}{}",
            self.what
        )
    }
}

/// Makes random calls on a table.
///
/// # Errors
/// The smallest calls that differ.
pub async fn check(subject: &dyn AnySubject, table: &Table, turn: u64) -> Result<(), Difference> {
    let mut chooser = Chooser::new(table, turn);
    if !chooser.has_keys() {
        return Ok(());
    }
    for parts in chooser.some_keys() {
        let keys = key_differs(subject, table, &parts);
        keys.map_err(|what| Difference {
            calls: Vec::new(),
            what,
        })?;
    }
    let mut run = Run::new(subject, table).await;
    let mut calls = Vec::new();
    for _ in 0..CALLS {
        let op = chooser.next(&run.model);
        let step = run.step(&op).await;
        calls.push(op);
        if let Err(what) = step {
            let found = Difference { calls, what };
            // Without its deletes, a run with drawn salts would put copies.
            if !table.key.salt.is_computed() {
                return Err(found);
            }
            return Err(shrink(subject, table, found).await);
        }
    }
    Ok(())
}

/// Compares the bytes of a key, and the parts that are read back from them.
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

/// The calls of a run, as the reference alone chooses them.
pub fn calls_of(table: &Table, turn: u64) -> Vec<Op> {
    let mut chooser = Chooser::new(table, turn);
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

/// Makes the calls in a store in a directory, in which `done` were made before.
///
/// # Errors
/// The first call that differs.
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

/// The first difference of these calls.
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

/// Removes and simplifies calls as long as something differs.
async fn shrink(subject: &dyn AnySubject, table: &Table, mut found: Difference) -> Difference {
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
