//! Server timestamps, unique per row.
//!
//! `HBase` gives two writes to one row within a millisecond the same timestamp, and a delete then hides the put
//! after it. Here, the second write gets the next millisecond. Rows are identified by a hash of 64 bits: two
//! rows with the same hash only advance each other by a millisecond.
//!
//! The clock may be set back, even while the store is closed: a device without a battery starts in 1970. A
//! write with a time before the row's cells would have no effect, so times continue after the newest one that
//! was assigned. It is recorded with a write every [`STEP_MS`], and exactly when the store is closed.
//!
//! A bounded table of rows tracks this, without a read for each put. Timestamps ahead of the clock are recorded in the
//! catalog, so that they hold after a restart.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicI64, Ordering};

use hbase_backend::{Error, LATEST_TIMESTAMP, Result};
use hbase_model::printable::Printable;
use parking_lot::{Mutex, MutexGuard};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::catalog::CATALOG;
use crate::engine::{Batch, Direction, Engine};

/// Number of stripes. Part of the format: marks are stored by stripe.
const STRIPES: u16 = 1024;

/// Rows remembered per stripe. If more are written while the clock does not advance, the oldest are forgotten,
/// and unremembered rows of that stripe continue after them. So memory is bounded by `STRIPES * ROWS` entries
/// whatever the clock does; if the clock stops, rows get ahead of it by a millisecond for every 16,384 to
/// 32,768 other rows.
const ROWS: usize = 32;

/// Minimum milliseconds beyond the clock that a mark allows, so that few marks are written.
const MARK_AHEAD_MS: i64 = 1_000;

/// Milliseconds by which the clock advances before it is recorded again.
const STEP_MS: i64 = 100;

/// Maximum time by which a record of the clock may be older than the assigned times: one step, and another one
/// if the last two records were written in reverse order.
const RECORD_LAG_MS: i64 = 2 * STEP_MS;

/// The stripe number of two other marks: the clock's, and that of the newest time when the store was closed.
/// Earlier versions ignore marks of stripes that do not exist.
const CLOCK: u16 = u16::MAX;
const CLOSED: u16 = u16::MAX - 1;

/// The prefix of the marks' keys in the catalog's keyspace: `m/`, then the stripe, 2 bytes.
const MARKS: &[u8] = b"m/";
const MARKS_END: &[u8] = b"m0";

/// Assigns server timestamps to writes.
pub(crate) struct Stamps {
    stripes: Vec<Mutex<Stripe>>,
    /// Whether the store outlives the process, so that timestamps ahead of the clock must be
    /// recorded.
    is_kept: bool,
    /// The newest record of the clock that was issued, written or not.
    recorded: AtomicI64,
}

#[derive(Debug)]
struct Stripe {
    /// The newest timestamp of each remembered row.
    rows: Vec<(u64, i64)>,
    /// The upper bound of all other rows' timestamps.
    floor: i64,
    newest: i64,
    /// The newest time that was assigned since the store was opened.
    assigned: Option<i64>,
    /// The bound of the written mark.
    marked: i64,
    /// The bound of the last mark that was issued, written or not.
    upto: i64,
}

/// A bound to be written with the changes that need it: times up to `upto` may have been assigned
/// to rows of this stripe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    stripe: u16,
    upto: i64,
}

impl fmt::Debug for Stamps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stamps").finish_non_exhaustive()
    }
}

impl Stamps {
    /// The stamps of a store opened at `now`: they start after all that were assigned before.
    pub(crate) fn load(engine: &dyn Engine, has_tables: bool, now: i64) -> Result<Self> {
        let is_kept = engine.waits();
        let marks = if is_kept {
            read_marks(engine)?
        } else {
            BTreeMap::new()
        };
        let newest = newest_assigned(&marks);
        let floor = if is_kept && has_tables {
            now.max(newest)
        } else {
            i64::MIN
        };
        let stripes = (0..STRIPES).map(|stripe| {
            let upto = marks.get(&stripe).copied().unwrap_or(floor);
            Mutex::new(Stripe::behind(upto.max(floor)))
        });
        Ok(Self {
            stripes: stripes.collect(),
            is_kept,
            recorded: AtomicI64::new(marks.get(&CLOCK).copied().unwrap_or(i64::MIN)),
        })
    }

    /// The mark to write when the store is closed, if a time was assigned since it was opened.
    pub(crate) fn at_close(&self) -> Option<Mark> {
        let newest = (0..STRIPES)
            .filter_map(|stripe| self.stripe(stripe).assigned)
            .max();
        let upto = newest.filter(|_| self.is_kept)?;
        let stripe = CLOSED;
        Some(Mark { stripe, upto })
    }

    /// The mark of the clock, if one is due.
    fn record(&self, now: i64) -> Option<Mark> {
        let recorded = self.recorded.load(Ordering::Relaxed);
        if !self.is_kept || now < recorded.saturating_add(STEP_MS) {
            return None;
        }
        self.recorded.fetch_max(now, Ordering::Relaxed);
        let (stripe, upto) = (CLOCK, now);
        Some(Mark { stripe, upto })
    }

    /// The timestamp of a write to a row, and the mark to write with it, if any.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] if the clock is at its maximum.
    pub(crate) fn give(&self, table: u64, row: &[u8], now: i64) -> Result<(i64, Option<Mark>)> {
        let stripe = u16::try_from(xxh3_64(row) % u64::from(STRIPES)).unwrap_or(0);
        let hash = xxh3_64_with_seed(row, table);
        let mut rows = self.stripe(stripe);
        let time = rows.next(hash, now);
        if time == LATEST_TIMESTAMP {
            return Err(Error::invalid(format!(
                "row {}: the server's clock stands at {now}, expected a time before \
                 {LATEST_TIMESTAMP}: give the cells timestamps of their own",
                Printable(row)
            )));
        }
        rows.remember(hash, time, now);
        // The record of the clock covers all times that the clock has reached.
        let needs_mark = self.is_kept && time > now && time > rows.marked;
        let mark = needs_mark.then(|| Mark {
            stripe,
            upto: rows.mark(time, now),
        });
        drop(rows);
        Ok((time, mark.or_else(|| self.record(now))))
    }

    /// Records that marks were written.
    pub(crate) fn written(&self, marks: &[Mark]) {
        for mark in marks.iter().filter(|mark| mark.stripe < STRIPES) {
            let mut stripe = self.stripe(mark.stripe);
            stripe.marked = stripe.marked.max(mark.upto);
        }
    }

    fn stripe(&self, stripe: u16) -> MutexGuard<'_, Stripe> {
        let stripe = &self.stripes[usize::from(stripe)];
        stripe.lock()
    }
}

impl Stripe {
    fn behind(floor: i64) -> Self {
        Self {
            rows: Vec::new(),
            floor,
            newest: floor,
            assigned: None,
            marked: floor,
            upto: floor,
        }
    }

    /// The bound to be written with a write at `time`. Concurrent writes share a bound: otherwise the lower of
    /// two might be committed last and replace the other.
    fn mark(&mut self, time: i64, now: i64) -> i64 {
        if time > self.upto {
            self.upto = time.saturating_add(MARK_AHEAD_MS.max(time.saturating_sub(now)));
        }
        self.upto
    }

    fn next(&self, hash: u64, now: i64) -> i64 {
        if now > self.newest {
            return now.max(0);
        }
        let known = self.rows.iter().find(|(known, _)| *known == hash);
        let last = known.map_or(self.floor, |(_, time)| *time);
        now.max(last.saturating_add(1)).max(0)
    }

    fn remember(&mut self, hash: u64, time: i64, now: i64) {
        if now > self.newest {
            self.rows.clear();
            // The times of all rows so far, in case the clock is set back.
            self.floor = self.floor.max(self.newest);
        }
        self.newest = self.newest.max(time);
        self.assigned = self.assigned.max(Some(time));
        if let Some(known) = self.rows.iter_mut().find(|(known, _)| *known == hash) {
            known.1 = time;
            return;
        }
        if self.rows.len() >= ROWS {
            self.forget(now);
        }
        self.rows.push((hash, time));
    }

    /// Makes room: forgets first the rows whose times are past, then those with the oldest times.
    fn forget(&mut self, now: i64) {
        self.rows.retain(|(_, time)| *time >= now);
        if self.rows.len() < ROWS {
            return;
        }
        self.rows.sort_unstable_by_key(|(_, time)| *time);
        for (_, time) in self.rows.drain(..ROWS / 2) {
            self.floor = self.floor.max(time);
        }
    }
}

impl Mark {
    /// Adds the mark to the changes that need it.
    pub(crate) fn put(&self, batch: &mut Batch) {
        let key = [MARKS, &self.stripe.to_be_bytes()].concat();
        batch.put(CATALOG, &key, &self.upto.to_be_bytes());
    }
}

fn read_marks(engine: &dyn Engine) -> Result<BTreeMap<u16, i64>> {
    let snapshot = engine.snapshot();
    let entries = snapshot.range(CATALOG, MARKS, Some(MARKS_END), Direction::Forward)?;
    entries
        .map(|entry| entry.and_then(|(key, value)| read_mark(&key, &value)))
        .collect()
}

/// The upper bound of the times that were assigned before the store was opened, except those ahead of their
/// clock, which are in their stripes' marks. After a kill, it may be [`RECORD_LAG_MS`] too high.
fn newest_assigned(marks: &BTreeMap<u16, i64>) -> i64 {
    let of = |stripe| marks.get(&stripe).copied().unwrap_or(i64::MIN);
    let (clock, closed) = (of(CLOCK), of(CLOSED));
    if closed >= clock {
        closed
    } else {
        clock.saturating_add(RECORD_LAG_MS)
    }
}

fn read_mark(key: &[u8], value: &[u8]) -> Result<(u16, i64)> {
    let stripe = key
        .strip_prefix(MARKS)
        .and_then(|key| <[u8; 2]>::try_from(key).ok());
    let upto = <[u8; 8]>::try_from(value).ok();
    match (stripe, upto) {
        (Some(stripe), Some(upto)) => Ok((u16::from_be_bytes(stripe), i64::from_be_bytes(upto))),
        _ => Err(Error::Corrupt {
            what: format!("the catalog's mark {} cannot be read", Printable(key)),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Memory;

    fn stamps() -> Stamps {
        let engine = Memory::default();
        engine.create_keyspace(CATALOG).unwrap();
        Stamps::load(&engine, false, 0).unwrap()
    }

    fn give(stamps: &Stamps, row: &[u8], now: i64) -> i64 {
        stamps.give(1, row, now).unwrap().0
    }

    #[test]
    fn a_row_never_gets_a_time_twice() {
        let stamps = stamps();
        assert_eq!([5, 5, 5].map(|now| give(&stamps, b"a", now)), [5, 6, 7]);
        assert_eq!(give(&stamps, b"b", 5), 5);
        assert_eq!(give(&stamps, b"a", 6), 8);
        assert_eq!(give(&stamps, b"a", 100), 100);
    }

    #[test]
    fn a_clock_that_stands_still_costs_bounded_memory() {
        let stamps = stamps();
        let mut last = std::collections::HashMap::new();
        for round in 0..3 {
            for row in 0..200_000_u32 {
                let time = give(&stamps, &row.to_be_bytes(), 1_000);
                let before = last.insert(row, time);
                assert!(before.is_none_or(|before| before < time), "{round} {row}");
            }
        }
        let rows = stamps.stripes.iter().map(|s| s.lock().rows.len());
        assert!(rows.max() <= Some(ROWS));
        let newest = last.values().max().copied().unwrap_or_default();
        assert!(newest < 1_000 + 600_000 / 8_192, "{newest}");
    }

    #[test]
    fn rows_do_not_follow_one_that_is_far_ahead() {
        let stamps = stamps();
        let hot = (0..5_000).map(|_| give(&stamps, b"hot", 1_000)).max();
        assert_eq!(hot, Some(5_999));
        for row in 0..20_000_u32 {
            assert!(give(&stamps, &row.to_be_bytes(), 1_000) < 1_100);
        }
        assert!(give(&stamps, b"hot", 1_001) >= 6_000);
    }

    #[test]
    fn times_go_on_after_the_newest_one_when_the_clock_is_set_back() {
        let stamps = stamps();
        let rows: Vec<_> = (0..5_000_u32).map(u32::to_be_bytes).collect();
        let first: Vec<_> = rows
            .iter()
            .zip(1_000_000..)
            .map(|(row, now)| give(&stamps, row, now))
            .collect();
        for now in [5, 6, 999_999] {
            for (row, first) in rows.iter().zip(&first) {
                assert!(give(&stamps, row, now) > *first, "{row:?}");
            }
        }
    }

    #[test]
    fn the_end_of_time_is_an_error() {
        let stamps = stamps();
        assert_eq!(give(&stamps, b"a", i64::MAX - 1), i64::MAX - 1);
        assert!(stamps.give(1, b"a", i64::MAX - 1).is_err());
        assert!(stamps.give(1, b"b", i64::MAX).is_err());
        assert_eq!(give(&stamps, b"c", i64::MIN), 0);
    }

    #[test]
    fn marks_under_way_are_one_so_that_none_is_taken_back() {
        let mut stamps = stamps();
        stamps.is_kept = true;
        let marks: Vec<_> = (0..100)
            .filter_map(|_| stamps.give(1, b"a", 5).unwrap().1)
            .filter(|mark| mark.stripe < STRIPES)
            .collect();
        // Whichever of the writes is committed last, the mark is the same.
        assert_eq!(marks.len(), 99);
        assert!(marks.windows(2).all(|two| two[0] == two[1]), "{marks:?}");
        stamps.written(&marks);
        assert_eq!(stamps.give(1, b"a", 5).unwrap(), (105, None));
    }
}
