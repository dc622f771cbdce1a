//! Measures how quickly new files arrive.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::strategy::Pace;
use crate::engine::KeyspaceId;

/// Time after a new file in which another one is expected. With the default memtable of 4 MiB, a
/// keyspace that gets 8 MiB a second gets a file in this time.
const EXPECTED: Duration = Duration::from_millis(500);

/// The newest files of all keyspaces.
#[derive(Default)]
pub(super) struct Arrivals(HashMap<KeyspaceId, Arrival>);

struct Arrival {
    /// The number of the newest file in the first level.
    file: Option<u64>,
    /// When it was first seen; `None` if it is older than the process.
    seen: Option<Instant>,
}

impl Arrivals {
    /// Notes the newest file in the first level of a keyspace.
    pub(super) fn note(&mut self, id: KeyspaceId, file: Option<u64>, now: Instant) {
        let known = self.0.entry(id).or_insert(Arrival { file, seen: None });
        // A merge takes files away, and adds none to this level.
        if file > known.file {
            let seen = Some(now);
            *known = Arrival { file, seen };
        }
    }

    /// Forgets keyspaces that are dropped.
    pub(super) fn retain(&mut self, exists: impl Fn(KeyspaceId) -> bool) {
        self.0.retain(|id, _| exists(*id));
    }

    /// How quickly files of a keyspace arrive.
    pub(super) fn pace(&self, id: KeyspaceId, now: Instant) -> Pace {
        let known = self.0.get(&id);
        let left = known.and_then(|known| known.left(now));
        left.map_or(Pace::Slow, |_| Pace::Fast)
    }

    /// The time until the first fast keyspace becomes slow.
    pub(super) fn until_slow(&self, now: Instant) -> Option<Duration> {
        self.0.values().filter_map(|known| known.left(now)).min()
    }
}

impl Arrival {
    /// The time for which another file is expected.
    fn left(&self, now: Instant) -> Option<Duration> {
        let age = now.saturating_duration_since(self.seen?);
        let left = EXPECTED.checked_sub(age)?;
        (!left.is_zero()).then_some(left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: KeyspaceId = 1;
    const B: KeyspaceId = 2;

    #[test]
    fn a_keyspace_is_fast_for_a_while_after_a_new_file() {
        let start = Instant::now();
        let mut arrivals = Arrivals::default();
        arrivals.note(A, Some(7), start);
        arrivals.note(B, None, start);
        assert_eq!(
            arrivals.pace(A, start),
            Pace::Slow,
            "older than the process"
        );
        assert_eq!(arrivals.until_slow(start), None);

        let later = start + EXPECTED;
        arrivals.note(A, Some(8), later);
        arrivals.note(B, Some(1), later + EXPECTED / 2);
        assert_eq!(arrivals.pace(A, later), Pace::Fast);
        assert_eq!(
            arrivals.until_slow(later + EXPECTED / 2),
            Some(EXPECTED / 2)
        );
        assert_eq!(arrivals.pace(A, later + EXPECTED), Pace::Slow);
        assert_eq!(arrivals.pace(B, later + EXPECTED), Pace::Fast);
    }

    #[test]
    fn a_merge_is_no_new_file() {
        let start = Instant::now();
        let mut arrivals = Arrivals::default();
        arrivals.note(A, Some(7), start);
        arrivals.note(A, None, start);
        assert_eq!(arrivals.pace(A, start), Pace::Slow);
        arrivals.note(A, Some(8), start);
        arrivals.note(A, None, start + EXPECTED / 2);
        assert_eq!(
            arrivals.until_slow(start + EXPECTED / 2),
            Some(EXPECTED / 2)
        );
    }

    #[test]
    fn dropped_keyspaces_are_forgotten() {
        let start = Instant::now();
        let mut arrivals = Arrivals::default();
        arrivals.note(A, None, start);
        arrivals.note(A, Some(1), start);
        arrivals.retain(|id| id != A);
        assert_eq!(arrivals.until_slow(start), None);
        assert_eq!(arrivals.pace(A, start), Pace::Slow);
    }
}
