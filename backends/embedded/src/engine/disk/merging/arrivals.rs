//! How quickly new files arrive.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use fjall::{AbstractTree, Keyspace};

use super::strategy::Pace;
use crate::engine::KeyspaceId;

/// Time after a new file for which another one is expected. With the default memtable of 4 MiB, a
/// keyspace that gets 8 MiB a second gets a file in this time.
const EXPECTED: Duration = Duration::from_millis(500);

/// The newest files of all keyspaces.
#[derive(Default)]
pub(super) struct Arrivals(HashMap<KeyspaceId, Arrival>);

struct Arrival {
    /// The number of the newest file.
    file: Option<u64>,
    /// When it was first seen; `None` for one that was there when the keyspace was.
    seen: Option<Instant>,
}

impl Arrivals {
    /// Looks at the files of a keyspace.
    pub(super) fn look(&mut self, id: KeyspaceId, keyspace: &Keyspace) {
        let file = newest(keyspace);
        let known = self.0.entry(id).or_insert(Arrival { file, seen: None });
        // A merge leaves no files, or only newer ones.
        if file > known.file {
            *known = Arrival {
                file,
                seen: Some(Instant::now()),
            };
        }
    }

    /// Forgets keyspaces that are dropped.
    pub(super) fn retain(&mut self, exists: impl Fn(KeyspaceId) -> bool) {
        self.0.retain(|id, _| exists(*id));
    }

    /// How quickly files of a keyspace arrive now.
    pub(super) fn pace(&self, id: KeyspaceId) -> Pace {
        self.left(id).map_or(Pace::Slow, |_| Pace::Fast)
    }

    /// The time until the first keyspace becomes slow, if any is fast.
    pub(super) fn until_slow(&self) -> Option<Duration> {
        self.0.keys().filter_map(|id| self.left(*id)).min()
    }

    fn left(&self, id: KeyspaceId) -> Option<Duration> {
        let seen = self.0.get(&id)?.seen?;
        EXPECTED
            .checked_sub(seen.elapsed())
            .filter(|left| !left.is_zero())
    }
}

fn newest(keyspace: &Keyspace) -> Option<u64> {
    let version = keyspace.tree.current_version();
    version.l0().list_ids().into_iter().max()
}
