//! A client that writes: updates one after the other, deletions of old entries at any time.

use hbase_index::protocol::{Cleanup, Input, Outcome, Request, Response, Write};

use crate::case::{Case, Start};
use crate::domain::{NOTHING, Small};
use crate::world::{Violation, World, stray_bit, writer_bit};

/// Identifiers of a writer; those of the third one end below the sweeper's.
const MAX_IDS: u8 = 32;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is one independent part of the state"
)]
pub(crate) struct Writer {
    pub(crate) updates: u8,
    pub(crate) losses: u8,
    pub(crate) write: Option<Write<Small>>,
    /// Whether it has seen the table with the rows.
    pub(crate) has_seen: bool,
    /// Whether it puts entries.
    is_indexed: bool,
    /// Whether a row's write of the current update was accepted.
    applied: bool,
    /// Whether the states at the write's start have become invalid: only the request that was sent can still
    /// take effect.
    is_late: bool,
    /// Whether it renews the row after a late write.
    is_repeating: bool,
    /// Whether a late write could not be renewed: the next one has to.
    is_unsettled: bool,
    /// A request whose sender no longer waits for it: carried out at any time, or never.
    pub(crate) stray: Option<Stray>,
    pub(crate) cleanups: [Option<Cleanup<Small>>; 2],
    ids: u8,
    /// When the current update has started.
    started: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Stray {
    pub(crate) request: Request<Small>,
    /// From when on it counts whether it takes too long.
    since: u8,
    /// Whether it belongs to the update that still runs.
    pub(crate) is_current: bool,
}

impl Writer {
    pub(crate) fn new(updates: u8, losses: u8) -> Self {
        Self {
            updates,
            losses,
            write: None,
            has_seen: false,
            is_indexed: true,
            applied: false,
            is_late: false,
            is_repeating: false,
            is_unsettled: false,
            stray: None,
            cleanups: [None, None],
            ids: 0,
            started: 0,
        }
    }

    /// Ends an update, and drops a request, that have taken longer than `limit`.
    pub(crate) fn pass_time(&mut self, now: u8, limit: u8, sleeps: bool) {
        let is_over = |since: u8| now - since > limit;
        self.stray = self.stray.take().filter(|stray| !is_over(stray.since));
        if self.write.is_some() && is_over(self.started) {
            if sleeps {
                self.oversleep();
            } else {
                self.kill();
            }
        }
    }

    /// Since when a request that is under way has to arrive: late ones were sent at `now`.
    fn sent(&self, now: u8) -> u8 {
        if self.is_late { now } else { self.started }
    }

    /// Whether the row may lack an entry, until it is renewed.
    pub(crate) fn owes_entries(&self) -> bool {
        self.is_late || self.is_repeating || self.is_unsettled
    }

    /// Whether it renews the row, and may fail.
    pub(crate) fn is_repeating(&self) -> bool {
        self.is_repeating
    }

    fn end(&mut self) {
        self.write = None;
        self.applied = false;
        self.is_late = false;
        self.is_repeating = false;
        if let Some(stray) = &mut self.stray {
            stray.is_current = false;
        }
    }

    /// The client and its requests are gone: the wait for writers has passed.
    pub(crate) fn kill(&mut self) {
        if self.stray.as_ref().is_some_and(|stray| stray.is_current) {
            self.stray = None;
        }
        self.end();
    }

    /// The wait for writers has passed while the machine slept: its request takes effect later than allowed.
    pub(crate) fn oversleep(&mut self) {
        let request = self.write.as_ref().and_then(Write::request);
        if request.is_some_and(|request| request != Request::ReadRow) {
            self.is_late = true;
        } else {
            let is_unsettled = self.owes_entries();
            self.kill();
            self.is_unsettled = is_unsettled;
        }
    }

    fn free_slot(&mut self) -> Option<&mut Option<Cleanup<Small>>> {
        self.cleanups.iter_mut().find(|slot| slot.is_none())
    }
}

/// Looks for the table with the rows; an update of a missing table fails.
pub(crate) fn see(world: &mut World, w: usize) {
    let writer = &mut world.writers[w];
    writer.has_seen = world.store.has_rows;
    writer.updates -= u8::from(!writer.has_seen);
}

/// Starts an update, and carries out its first request: of two, the entries or the read.
pub(crate) fn start(
    world: &mut World,
    case: &Case,
    w: usize,
    intent: u8,
    first: First,
) -> Result<(), Violation> {
    let knows = case.writers[w].knows;
    let is_indexed = knows && world.state.is_written();
    let is_rejected = !knows && world.listing.is_visible();
    let writer = &mut world.writers[w];
    writer.updates -= 1;
    writer.has_seen = false;
    writer.started = world.time;
    if is_rejected {
        return Ok(());
    }
    writer.is_indexed = is_indexed;
    let domain = case.domain(is_indexed);
    let input = world.input(case, w);
    if case.start != Start::Read {
        // It takes an identifier before it reads.
        world.writers[w].ids += 1;
    }
    let write = match case.start {
        Start::Read => Write::new(intent, case.retries),
        Start::Ahead => Write::ahead(intent, case.retries, &domain, &input),
        Start::OfNewRow => Write::of_new_row(intent, case.retries, &domain, &input),
    };
    let renews = world.writers[w].is_unsettled && case.rules.renew_unchanged;
    world.writers[w].write = Some(if renews { write.renewing() } else { write });
    if case.has_jobs() {
        return Ok(());
    }
    // No other process can distinguish the start from the first request.
    step(world, case, w, first)
}

/// Which one of two requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum First {
    Entries,
    Row,
}

/// Carries out a current request, and gives its response to the writer.
pub(crate) fn step(
    world: &mut World,
    case: &Case,
    w: usize,
    first: First,
) -> Result<(), Violation> {
    let write = world.writers[w].write.as_ref();
    let request = write.and_then(|write| match first {
        First::Entries => write.request(),
        First::Row => write.concurrent_request().or_else(|| write.request()),
    });
    let Some(request) = request else {
        return Ok(());
    };
    let response = execute(world, case, w, &request)?;
    if matches!(&request, Request::WriteRow { .. }) && response == Response::Checked(true) {
        world.writers[w].applied = true;
    }
    respond(world, case, w, &request, response)
}

/// The current row's write is still under way when its sender gives up waiting.
pub(crate) fn lose(world: &mut World, case: &Case, w: usize) -> Result<(), Violation> {
    let write = world.writers[w].write.as_ref();
    let Some(request) = write.and_then(Write::request) else {
        return Ok(());
    };
    world.writers[w].losses -= 1;
    world.writers[w].stray = Some(Stray {
        request: request.clone(),
        since: world.writers[w].sent(world.time),
        is_current: true,
    });
    respond(world, case, w, &request, Response::Lost)
}

/// The client dies and is restarted; the request that it has sent is still under way.
pub(crate) fn abandon(world: &mut World, w: usize) {
    let writer = &mut world.writers[w];
    let request = writer.write.take().and_then(|write| write.request());
    let sent = request.filter(|request| !matches!(request, Request::ReadRow));
    if let Some(request) = sent {
        writer.stray = Some(Stray {
            request,
            since: writer.sent(world.time),
            is_current: true,
        });
    }
    end(world, w);
}

/// The renewal of a row fails. The next write of the row renews it.
pub(crate) fn give_up(world: &mut World, w: usize) {
    abandon(world, w);
    world.writers[w].is_unsettled = true;
}

/// The update has ended. A wait for it has to outlast its request that is still under way.
fn end(world: &mut World, w: usize) {
    let writer = &mut world.writers[w];
    let is_under_way = writer.stray.as_ref().is_some_and(|stray| stray.is_current);
    writer.end();
    if is_under_way {
        world.replace_bit(writer_bit(w), stray_bit(w));
    }
    world.forget(writer_bit(w));
}

pub(crate) fn carry_out_stray(world: &mut World, case: &Case, w: usize) -> Result<(), Violation> {
    let Some(stray) = world.writers[w].stray.take() else {
        return Ok(());
    };
    if !stray.is_current {
        world.forget(stray_bit(w));
    }
    let response = execute(world, case, w, &stray.request)?;
    world.writers[w].applied |= stray.is_current && response == Response::Checked(true);
    Ok(())
}

/// Waits as long as the deletion has to, and deletes.
pub(crate) fn clean_up(world: &mut World, case: &Case, w: usize, slot: usize) {
    while let Some(cleanup) = world.writers[w].cleanups[slot].take() {
        let Some(request) = cleanup.request() else {
            return;
        };
        if let Request::Wait { since, .. } = request {
            world.outlast_queries(since);
        }
        let response = world.store.execute(case.setup, &request);
        world.writers[w].cleanups[slot] = Some(cleanup.respond(&response));
    }
}

fn execute(
    world: &mut World,
    case: &Case,
    w: usize,
    request: &Request<Small>,
) -> Result<Response<Small>, Violation> {
    let response = world.store.execute(case.setup, request);
    // The renewal of a late write shows whether its row can be read.
    let is_late = world.writers[w].owes_entries();
    if let Request::WriteRow { change, .. } = request
        && response == Response::Checked(true)
        && world.store.current() != *change
        && !(is_late && case.removals.count > 0)
    {
        return Err(Violation::Hidden { writer: w });
    }
    Ok(response)
}

fn respond(
    world: &mut World,
    case: &Case,
    w: usize,
    request: &Request<Small>,
    response: Response<Small>,
) -> Result<(), Violation> {
    let input = world.input(case, w);
    let writer = &mut world.writers[w];
    let Some(write) = writer.write.take() else {
        return Ok(());
    };
    writer.ids += u8::from(*request == Request::ReadRow);
    let domain = case.domain(writer.is_indexed);
    let write = write.respond(&domain, response, &input);
    let is_late = writer.is_late;
    if let Some(outcome) = write.outcome()
        && outcome.needs_renewal(case.rules, is_late)
    {
        repeat(world, case, w, write);
        return Ok(());
    }
    let writer = &mut world.writers[w];
    if is_late && write.request().is_some_and(|next| next != Request::ReadRow) {
        // Its next request comes too late.
        writer.end();
        return Ok(());
    }
    match (write.outcome(), writer.applied) {
        (Some(Outcome::Written | Outcome::Renewed { .. }), false) => {
            return Err(Violation::FalseSuccess { writer: w });
        }
        (Some(Outcome::Conflict | Outcome::NotWritten), true) => {
            return Err(Violation::FalseFailure { writer: w });
        }
        (Some(Outcome::Conflict), _) if case.expects_success => {
            return Err(Violation::Conflict { writer: w });
        }
        (Some(_), _) => finish(world, w, write),
        (None, _) => writer.write = Some(write),
    }
    Ok(())
}

/// Renews the row, under the current states.
fn repeat(world: &mut World, case: &Case, w: usize, write: Write<Small>) {
    finish(world, w, write);
    let is_indexed = case.writers[w].knows && world.state.is_written();
    let writer = &mut world.writers[w];
    writer.is_indexed = is_indexed;
    writer.is_repeating = true;
    writer.started = world.time;
    writer.write = Some(Write::new(NOTHING, case.retries).renewing());
}

impl World {
    fn input(&self, case: &Case, w: usize) -> Input<Small> {
        let ids = self.writers[w].ids;
        assert!(ids < MAX_IDS, "the identifiers of the next writer");
        Input {
            now: case.writers[w].clock + i64::from(self.time),
            moment: self.moment(case),
            id: MAX_IDS * u8::try_from(w).expect("few writers") + ids,
        }
    }
}

fn finish(world: &mut World, w: usize, write: Write<Small>) {
    let writer = &mut world.writers[w];
    let is_settled = matches!(
        write.outcome(),
        Some(Outcome::Written | Outcome::Renewed { .. } | Outcome::Unchanged)
    );
    // A renewal that failed is left to the next write.
    writer.is_unsettled = !is_settled && (writer.is_unsettled || writer.is_repeating);
    if let Some(cleanup) = write.into_cleanup()
        && let Some(slot) = writer.free_slot()
    {
        *slot = Some(cleanup);
    }
    end(world, w);
}
