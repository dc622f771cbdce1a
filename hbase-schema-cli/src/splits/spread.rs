//! The evenness of counts.

use serde::Serialize;

use super::tally::Count;

/// The evenness of the rows of regions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Spread {
    /// The mean rows per region.
    pub(super) mean: f64,
    /// The rows of the fullest region, as a multiple of the mean.
    pub(super) hottest: f64,
    /// The rows of the emptiest region, as a multiple of the mean.
    pub(super) coldest: f64,
    /// The multiple of the mean that the fullest region reaches by chance, if every row is equally likely in
    /// every region.
    pub(super) by_chance: f64,
}

impl Spread {
    pub(super) fn of(counts: &[Count]) -> Self {
        let rows = counts.iter().map(|count| count.rows);
        let (sum, most) = (rows.clone().sum::<u64>(), rows.clone().max());
        let regions = float(counts.len() as u64).max(1.0);
        let mean = float(sum) / regions;
        let times = |count: Option<u64>| float(count.unwrap_or(0)) / mean.max(f64::MIN_POSITIVE);
        Self {
            mean,
            hottest: if sum == 0 { 1.0 } else { times(most) },
            coldest: if sum == 0 { 1.0 } else { times(rows.min()) },
            by_chance: by_chance(regions, mean),
        }
    }

    /// The rows of the fullest region.
    pub(super) fn most(&self) -> f64 {
        self.hottest * self.mean
    }

    /// The fullest region as a multiple of its least possible rows: those by chance, or `inseparable` rows
    /// that share a region in any number of regions. At most 1 is as even as possible.
    pub(super) fn excess(&self, inseparable: f64) -> f64 {
        let least = (self.mean * self.by_chance).max(inseparable);
        if least > 0.0 {
            self.most() / least
        } else {
            1.0
        }
    }
}

/// The largest of `regions` Poisson counts lies near `mean + sqrt(2 mean ln regions)`.
fn by_chance(regions: f64, mean: f64) -> f64 {
    if mean <= 0.0 {
        return 1.0;
    }
    1.0 + (2.0 * regions.ln() / mean).sqrt()
}

/// For ratios: digits beyond 2^53 do not matter.
#[allow(clippy::cast_precision_loss, reason = "ratios need no more digits")]
pub(super) const fn float(number: u64) -> f64 {
    number as f64
}
