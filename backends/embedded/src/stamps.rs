//! Server timestamps, unique per row.
//!
//! `HBase` assigns two writes to one row within a millisecond the same timestamp, and a delete then
//! hides the put after it. Here the second one gets the next millisecond. Rows are identified by a
//! hash of 64 bits: two rows with the same hash only advance each other by a millisecond.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use hbase_model::{Error, LATEST_TIMESTAMP, Result, printable::Printable};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::catalog::CATALOG;
use crate::engine::{Batch, Direction, Engine};

/// Number of stripes. Part of the format: marks are stored by stripe.
const STRIPES: u16 = 1024;

/// Rows remembered per stripe. If more are written while the clock does not advance, the oldest are
/// forgotten, and unremembered rows of that stripe continue after them. This bounds the memory by
/// `STRIPES * ROWS` entries whatever the clock does, and the rows advance ahead of a stopped clock
/// by a millisecond for every 16,384 to 32,768 other rows.
const ROWS: usize = 32;

/// Minimum milliseconds beyond the clock that a mark allows, so that few marks are written.
const MARK_AHEAD_MS: i64 = 1_000;

/// The prefix of the marks' keys in the catalog's keyspace: `m/`, then the stripe, 2 bytes.
const MARKS: &[u8] = b"m/";
const MARKS_END: &[u8] = b"m0";

/// Assigns server timestamps to writes.
pub(crate) struct Stamps {
    stripes: Vec<Mutex<Stripe>>,
    /// Whether the store outlives the process, so that timestamps ahead of the clock must be
    /// recorded.
    is_kept: bool,
}

#[derive(Debug)]
struct Stripe {
    /// The newest timestamp of each remembered row.
    rows: Vec<(u64, i64)>,
    /// The upper bound of all other rows' timestamps.
    floor: i64,
    newest: i64,
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
    /// For a store opened at `now`: timestamps start after all that were assigned before.
    pub(crate) fn load(engine: &dyn Engine, has_tables: bool, now: i64) -> Result<Self> {
        let is_kept = engine.waits();
        let floor = if is_kept && has_tables { now } else { i64::MIN };
        let mut stripes: Vec<_> = (0..STRIPES).map(|_| Stripe::behind(floor)).collect();
        if is_kept {
            let snapshot = engine.snapshot();
            for entry in snapshot.range(CATALOG, MARKS, Some(MARKS_END), Direction::Forward)? {
                let (key, value) = entry?;
                let (stripe, upto) = read_mark(&key, &value)?;
                if upto > floor
                    && let Some(stripe) = stripes.get_mut(usize::from(stripe))
                {
                    *stripe = Stripe::behind(upto);
                }
            }
        }
        Ok(Self {
            stripes: stripes.into_iter().map(Mutex::new).collect(),
            is_kept,
        })
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
        let needs_mark = self.is_kept && time > now && time > rows.marked;
        let mark = needs_mark.then(|| Mark {
            stripe,
            upto: rows.mark(time, now),
        });
        Ok((time, mark))
    }

    /// Records that marks were written.
    pub(crate) fn written(&self, marks: &[Mark]) {
        for mark in marks {
            let mut stripe = self.stripe(mark.stripe);
            stripe.marked = stripe.marked.max(mark.upto);
        }
    }

    fn stripe(&self, stripe: u16) -> MutexGuard<'_, Stripe> {
        let stripe = &self.stripes[usize::from(stripe)];
        stripe.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Stripe {
    fn behind(floor: i64) -> Self {
        Self {
            rows: Vec::new(),
            floor,
            newest: floor,
            marked: floor,
            upto: floor,
        }
    }

    /// The bound to be written with a write at `time`. Concurrent writes share one: otherwise the
    /// lower of two might be committed last, and revert the other.
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
        }
        self.newest = self.newest.max(time);
        if let Some(known) = self.rows.iter_mut().find(|(known, _)| *known == hash) {
            known.1 = time;
            return;
        }
        if self.rows.len() >= ROWS {
            self.forget(now);
        }
        self.rows.push((hash, time));
    }

    /// Makes room: first by rows whose times are past, then by those with the oldest times.
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
        let rows = stamps.stripes.iter().map(|s| s.lock().unwrap().rows.len());
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
            .collect();
        // Whichever of the writes is committed last, the mark is the same.
        assert_eq!(marks.len(), 99);
        assert!(marks.windows(2).all(|two| two[0] == two[1]), "{marks:?}");
        stamps.written(&marks);
        assert_eq!(stamps.give(1, b"a", 5).unwrap(), (105, None));
    }
}
