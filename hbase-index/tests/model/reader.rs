//! A query, and the observations of the row while it runs.

use hbase_index::protocol::{Phase, Query, QueryRequest, QueryResponse};

use crate::case::Case;
use crate::domain::{LATE, Small, Values};
use crate::store::VALUES;
use crate::world::{Violation, World, reader_bit};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Reader {
    pub(crate) phase: ReaderPhase,
    query: Option<Query<Small>>,
    /// The entries of the current page so far, and the last value that it passed.
    page: Vec<u8>,
    passed: u8,
    /// Whether a wait has outlasted the query.
    pub(crate) is_late: bool,
    /// Whether the row has matched since the query started.
    throughout: bool,
    returned: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ReaderPhase {
    Waiting,
    Running,
    Ended,
}

impl Reader {
    pub(crate) fn new(phase: ReaderPhase) -> Self {
        Self {
            phase,
            query: None,
            page: Vec::new(),
            passed: 0,
            is_late: false,
            throughout: false,
            returned: 0,
        }
    }

    /// Whether a wait that starts now has to outlast the query.
    pub(crate) fn is_outlasted(&self) -> bool {
        let query = self.query.as_ref();
        !self.is_late && query.is_some_and(|query| query.is_running() && query.is_of_several())
    }

    /// Notes whether the row still matches.
    pub(crate) fn observe(&mut self, wanted: Values, current: u8) {
        self.throughout &= wanted.has(current);
    }

    /// Restarts the observation, because the query's results need not be complete before its first scan.
    fn start_observing(&mut self, wanted: Values, current: u8) {
        self.throughout = wanted.has(current);
    }
}

/// One step of a query; the first one starts it.
pub(crate) fn step(world: &mut World, case: &Case, r: usize) -> Result<(), Violation> {
    let wanted = case.readers[r].wanted;
    if world.readers[r].phase == ReaderPhase::Waiting {
        let several = wanted.0.count_ones() > 1;
        world.readers[r].phase = ReaderPhase::Running;
        world.readers[r].query = Some(Query::new(wanted, several));
        read_state(world, case, r);
        let current = world.store.current();
        world.readers[r].start_observing(wanted, current);
        if case.has_jobs() {
            end_if_failed(world, r);
            return Ok(());
        }
    }
    match world.readers[r].query.as_ref().and_then(Query::request) {
        Some(QueryRequest::Scan { after }) => visit(world, case, r, after),
        Some(QueryRequest::ComputeEntries { after }) => compute(world, case, r, after),
        Some(QueryRequest::GetRows { entries }) => get(world, case, r, &entries),
        Some(QueryRequest::ReadState) => read_state(world, case, r),
        None => {}
    }
    let confirms = world.readers[r].query.as_ref().and_then(Query::request);
    if !case.has_jobs() && confirms == Some(QueryRequest::ReadState) {
        read_state(world, case, r);
    }
    take(world, case, r)?;
    end_if_failed(world, r);
    Ok(())
}

fn read_state(world: &mut World, case: &Case, r: usize) {
    let query = world.readers[r].query.as_ref();
    let is_first = !query.is_some_and(Query::is_running);
    let is_unfinished = matches!(world.state.phase, Phase::WriteOnly | Phase::Backfilling);
    let response = if is_first && is_unfinished && case.reads_rows {
        QueryResponse::Unfinished(world.state)
    } else {
        QueryResponse::Current(world.state)
    };
    respond(world, case, r, response);
}

/// Reads the row, and computes its entry.
fn compute(world: &mut World, case: &Case, r: usize, after: Option<u8>) {
    let (current, wanted) = (world.store.current(), case.readers[r].wanted);
    let found = wanted.has(current) && after.is_none_or(|after| current > after);
    let response = QueryResponse::Page {
        entries: Vec::from_iter(found.then_some(current)),
        next: None,
    };
    respond(world, case, r, response);
}

/// Visits one value's entry; the page is complete once it is full, or at the last value.
fn visit(world: &mut World, case: &Case, r: usize, after: Option<u8>) {
    let value = world.readers[r].passed.max(after.unwrap_or(0)) + 1;
    let wanted = case.readers[r].wanted;
    let found = world.store.has_index && wanted.has(value) && world.store.entry(value) != 0;
    let reader = &mut world.readers[r];
    reader.passed = value;
    if found {
        reader.page.push(value);
    }
    let is_last = value == VALUES;
    if is_last || reader.page.len() >= usize::from(case.readers[r].page) {
        let response = QueryResponse::Page {
            entries: std::mem::take(&mut reader.page),
            next: (!is_last).then_some(value),
        };
        reader.passed = 0;
        respond(world, case, r, response);
    }
}

fn get(world: &mut World, case: &Case, r: usize, entries: &[u8]) {
    let current = world.store.current();
    let rows = entries.iter().filter(|_| current != 0);
    let rows = rows.map(|entry| (*entry, current)).collect();
    respond(world, case, r, QueryResponse::Rows(rows));
}

fn respond(world: &mut World, case: &Case, r: usize, response: QueryResponse<Small>) {
    let reader = &mut world.readers[r];
    let now = if reader.is_late { LATE } else { 0 };
    let domain = case.domain(true);
    let query = reader.query.take();
    reader.query = query.map(|query| query.respond(&domain, response, now));
}

/// Takes a batch, and compares the returned row with the expected result.
fn take(world: &mut World, case: &Case, r: usize) -> Result<(), Violation> {
    let reader = &mut world.readers[r];
    let batch = reader.query.as_mut().and_then(Query::take_batch);
    let Some(batch) = batch else {
        return Ok(());
    };
    for ((), content) in batch.found {
        if !case.readers[r].wanted.has(content) {
            return Err(Violation::NotMatching { reader: r });
        }
        reader.returned += 1;
    }
    if reader.returned > 1 {
        return Err(Violation::Twice { reader: r });
    }
    if batch.is_last {
        if reader.throughout && reader.returned == 0 {
            return Err(Violation::Missed { reader: r });
        }
        end(world, r);
    }
    Ok(())
}

fn end_if_failed(world: &mut World, r: usize) {
    let query = world.readers[r].query.as_ref();
    if query.is_some_and(|query| query.failure().is_some()) {
        end(world, r);
    }
}

fn end(world: &mut World, r: usize) {
    world.readers[r] = Reader::new(ReaderPhase::Ended);
    world.forget(reader_bit(r));
}
