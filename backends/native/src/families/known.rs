//! Remembers for the columns of earlier reads whether it was cheaper to read their families whole.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::clock::{self, Instant};

/// How long columns are read by name before their families are tried again: the other cells may be gone by
/// then.
const NAMED_FOR: Duration = Duration::from_secs(10 * 60);

/// The maximum number of selections of columns that a client remembers.
const MOST_KNOWN: usize = 1024;

/// The cheaper way to read columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// By their names.
    Named,
    /// With all other cells of their families.
    Whole,
}

/// The cheaper way to read each selection of columns, by its hash.
#[derive(Debug, Default)]
pub(crate) struct KnownFamilies(Mutex<HashMap<u64, (Reading, Instant)>>);

impl KnownFamilies {
    pub(crate) fn get(&self, id: u64) -> Option<Reading> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (reading, since) = *known.get(&id)?;
        if reading == Reading::Named && since.elapsed() > NAMED_FOR {
            known.remove(&id);
            return None;
        }
        Some(reading)
    }

    pub(crate) fn note(&self, id: u64, reading: Reading) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST_KNOWN && !known.contains_key(&id) {
            let oldest = known.iter().min_by_key(|(_, (_, since))| *since);
            let oldest = oldest.map(|(id, _)| *id);
            oldest.and_then(|id| known.remove(&id));
        }
        known.insert(id, (reading, clock::now()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bounded_number_of_tables_is_known() {
        let known = KnownFamilies::default();
        for id in 0..2 * MOST_KNOWN as u64 {
            known.note(id, Reading::Whole);
        }
        assert_eq!(known.0.lock().expect("a lock").len(), MOST_KNOWN);
        assert_eq!(known.get(2 * MOST_KNOWN as u64 - 1), Some(Reading::Whole));
    }
}
