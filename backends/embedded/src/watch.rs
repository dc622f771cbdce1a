//! Records written rows, for compactions.

use std::collections::{HashMap, HashSet};

use parking_lot::Mutex;

use crate::key;

/// Maximum rows that a watch records one by one.
const WATCHED_ROWS: usize = 4096;

/// Maximum rows of a sample.
const SAMPLE: usize = 64;

/// Rows written during a watch.
#[derive(Debug, Default)]
pub(crate) struct Watched(Mutex<Watches>);

#[derive(Debug, Default)]
struct Watches {
    next: u64,
    rows: HashMap<u64, Rows>,
}

#[derive(Debug, Default)]
struct Rows {
    rows: HashSet<Vec<u8>>,
    /// Set if the rows are too many to record; all then count as written.
    all: bool,
}

/// Records written rows until it is dropped.
#[derive(Debug)]
pub(crate) struct Watch<'a> {
    watched: &'a Watched,
    number: u64,
}

impl Watched {
    pub(crate) fn start(&self) -> Watch<'_> {
        let mut watches = self.0.lock();
        watches.next += 1;
        let number = watches.next;
        watches.rows.insert(number, Rows::default());
        Watch {
            watched: self,
            number,
        }
    }

    /// Records written rows, whose locks are still held.
    pub(crate) fn note(&self, rows: &[&[u8]]) {
        for watch in self.0.lock().rows.values_mut() {
            if watch.rows.len() + rows.len() > WATCHED_ROWS {
                watch.rows = HashSet::new();
                watch.all = true;
            }
            if !watch.all {
                watch.rows.extend(rows.iter().map(|row| row.to_vec()));
            }
        }
    }
}

impl Watch<'_> {
    /// Whether the row was written since the watch started. The caller holds the row's lock.
    pub(crate) fn was_written(&self, row: &[u8]) -> bool {
        let watches = self.watched.0.lock();
        let watch = watches.rows.get(&self.number);
        watch.is_none_or(|watch| watch.all || watch.rows.contains(row))
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        self.watched.0.lock().rows.remove(&self.number);
    }
}

/// A sample of the written rows: at first each row, later every second, and so on.
#[derive(Debug)]
pub(crate) struct Sample {
    rows: Vec<Vec<u8>>,
    seen: u64,
    stride: u64,
}

impl Default for Sample {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            seen: 0,
            stride: 1,
        }
    }
}

impl Sample {
    pub(crate) fn note(&mut self, rows: &[&[u8]]) {
        for row in rows {
            self.seen += 1;
            if self.seen.is_multiple_of(self.stride) {
                self.rows.push(row.to_vec());
            }
            if self.rows.len() > SAMPLE {
                let mut index = 0;
                self.rows.retain(|_| {
                    index += 1;
                    index % 2 == 0
                });
                self.stride *= 2;
            }
        }
    }

    /// The prefixes of the rows' storage keys.
    pub(crate) fn into_prefixes(self) -> Vec<Vec<u8>> {
        self.rows.iter().map(|row| key::row_prefix(row)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_spread_over_all_rows() {
        let mut sample = Sample::default();
        for number in 0..10_000_u32 {
            sample.note(&[&number.to_be_bytes()]);
        }
        let rows = sample.rows;
        assert!((20..=SAMPLE).contains(&rows.len()), "{}", rows.len());
        let late = rows
            .iter()
            .filter(|row| row.as_slice() > 5_000_u32.to_be_bytes().as_slice());
        assert!(late.count() * 3 > rows.len());
    }

    #[test]
    fn a_watch_sees_what_is_written_while_it_is_there() {
        let watched = Watched::default();
        watched.note(&[b"before"]);
        let watch = watched.start();
        watched.note(&[b"a", b"b"]);
        assert!(watch.was_written(b"a") && !watch.was_written(b"before"));
        for number in 0..WATCHED_ROWS {
            watched.note(&[&number.to_be_bytes()]);
        }
        assert!(watch.was_written(b"before"), "too many to tell");
        drop(watch);
        assert!(watched.0.lock().rows.is_empty());
    }
}
