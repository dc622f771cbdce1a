//! Split keys that would part a sample evenly, for tables without a salt.

use hbase_model::printable::Printable;
use serde::Serialize;

/// How many keys are kept, whatever the sample's size.
const KEPT: usize = 8192;

/// The regions that a table of one region is parted into.
const REGIONS: usize = 8;

/// Keys drawn from a sample, each as likely as any other.
pub(super) struct Drawn {
    keys: Vec<Vec<u8>>,
    seen: u64,
    /// The same draw for the same sample.
    dice: fastrand::Rng,
}

/// Keys that part the sample evenly.
#[derive(Debug, Serialize)]
pub(super) struct EvenKeys {
    pub(super) regions: usize,
    /// As the shell prints them.
    pub(super) keys: Vec<String>,
}

impl Drawn {
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
        let place = usize::try_from(self.dice.u64(..self.seen)).unwrap_or(usize::MAX);
        if let Some(kept) = self.keys.get_mut(place) {
            key.clone_into(kept);
        }
    }

    /// The keys for as many regions as there are; none where the sample has too few keys.
    pub(super) fn finish(mut self, regions: usize) -> Option<EvenKeys> {
        self.keys.sort_unstable();
        let regions = if regions > 1 { regions } else { REGIONS };
        if self.keys.len() < 10 * regions {
            return None;
        }
        let borders = (1..regions).map(|number| number * self.keys.len() / regions);
        let keys = borders.map(|at| shortest_between(&self.keys[at - 1], &self.keys[at]));
        let mut keys: Vec<String> = keys.map(|key| Printable(key).to_string()).collect();
        // A key that many rows share is one border only.
        keys.dedup();
        Some(EvenKeys {
            regions: keys.len() + 1,
            keys,
        })
    }
}

/// The shortest begin of `high` that is above `low`; all of it where the two are the same.
fn shortest_between<'k>(low: &[u8], high: &'k [u8]) -> &'k [u8] {
    let common = low.iter().zip(high).take_while(|(a, b)| a == b).count();
    &high[..high.len().min(common + 1)]
}
