//! Split points that divide a sample evenly, for tables without a salt.

use hbase_model::printable::Printable;
use serde::Serialize;

/// The number of keys to keep from a sample of any size.
const KEPT: usize = 8192;

/// The regions suggested for a table of one region.
const REGIONS: usize = 8;

/// A uniform random sample of the keys.
pub(super) struct KeySample {
    keys: Vec<Vec<u8>>,
    seen: u64,
    /// Seeded, so that results are reproducible.
    dice: fastrand::Rng,
}

/// Split points that divide the sample evenly.
#[derive(Debug, Serialize)]
pub(super) struct EvenKeys {
    pub(super) regions: usize,
    /// As `HBase`'s shell prints them.
    pub(super) keys: Vec<String>,
}

impl KeySample {
    pub(super) fn new() -> Self {
        Self {
            keys: Vec::new(),
            seen: 0,
            dice: fastrand::Rng::with_seed(0),
        }
    }

    pub(super) fn add(&mut self, key: &[u8]) {
        self.seen += 1;
        if self.keys.len() < KEPT {
            self.keys.push(key.to_vec());
            return;
        }
        let index = usize::try_from(self.dice.u64(..self.seen)).unwrap_or(usize::MAX);
        if let Some(kept) = self.keys.get_mut(index) {
            key.clone_into(kept);
        }
    }

    /// The split points for a number of regions; `None` if the sample has too few keys.
    pub(super) fn finish(mut self, regions: usize) -> Option<EvenKeys> {
        self.keys.sort_unstable();
        let regions = if regions > 1 { regions } else { REGIONS };
        if self.keys.len() < 10 * regions {
            return None;
        }
        let indexes = (1..regions).map(|number| number * self.keys.len() / regions);
        let keys = indexes.map(|at| shortest_between(&self.keys[at - 1], &self.keys[at]));
        let mut keys: Vec<String> = keys.map(|key| Printable(key).to_string()).collect();
        // A key that many rows share is only one split point.
        keys.dedup();
        Some(EvenKeys {
            regions: keys.len() + 1,
            keys,
        })
    }
}

/// The shortest prefix of `high` that is above `low`; all of `high` if they are equal.
fn shortest_between<'k>(low: &[u8], high: &'k [u8]) -> &'k [u8] {
    let common = low.iter().zip(high).take_while(|(a, b)| a == b).count();
    &high[..high.len().min(common + 1)]
}
