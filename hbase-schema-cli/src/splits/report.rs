//! What `splits` answers.

use hbase_model::printable::Printable;
use serde::Serialize;

use super::others::Other;
use super::sample::Unfit;
use super::spread::{Spread, float};
use super::tally::{Count, Tally};
use crate::exit::Status;

/// How a sample spreads over a table's regions.
#[derive(Serialize)]
pub(super) struct Report {
    pub(super) table: String,
    /// Where the regions come from.
    pub(super) split_at: String,
    /// The salt, as the attribute is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) salt: Option<String>,
    /// What the bytes are those of: the keys, or a column.
    pub(super) bytes_of: String,
    #[serde(skip)]
    pub(super) bytes_by_column: bool,
    pub(super) rows: u64,
    pub(super) bytes: u64,
    pub(super) spread: Spread,
    /// A region is hot above this multiple of the mean.
    pub(super) hot_above: f64,
    pub(super) hot: usize,
    pub(super) regions: Vec<Region>,
    pub(super) other_numbers: Vec<Other>,
    pub(super) unfit: u64,
    /// The first ones of them.
    pub(super) unfit_rows: Vec<Unfit>,
    pub(super) notes: Vec<String>,
    /// How many regions are shown one by one.
    #[serde(skip)]
    pub(super) shown: usize,
}

/// One region.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Region {
    pub(super) number: usize,
    /// Its first key as the shell prints it; empty for the first region.
    pub(super) start: String,
    #[serde(flatten)]
    pub(super) count: Count,
    /// Its rows as a multiple of the mean.
    pub(super) times: f64,
    pub(super) hot: bool,
}

impl Report {
    pub(super) fn status(&self) -> Status {
        Status::of(self.hot == 0 && self.unfit == 0)
    }

    /// The numbers of regions to say something about: even ones, the nearest first, or else the
    /// most even ones.
    pub(super) fn better(&self) -> Vec<&Other> {
        let (now, regions) = (self.spread.excess(), self.regions.len() as u64);
        let better = self.other_numbers.iter();
        let mut better: Vec<&Other> = better.filter(|o| o.spread.excess() < now * 0.9).collect();
        if better.iter().any(|other| other.spread.is_even()) {
            better.retain(|other| other.spread.is_even());
            better.sort_by_key(|other| u64::from(other.regions).abs_diff(regions));
        } else {
            better.sort_by(|a, b| a.spread.excess().total_cmp(&b.spread.excess()));
        }
        better.truncate(5);
        better
    }

    /// The numbers of regions to avoid: those that spread worse than the table's own by far.
    pub(super) fn worse(&self) -> Vec<&Other> {
        let limit = (self.spread.excess() * 1.2).max(1.3);
        let worse = self.other_numbers.iter();
        let mut worse: Vec<&Other> = worse.filter(|o| o.spread.excess() > limit).collect();
        worse.sort_by(|a, b| b.spread.excess().total_cmp(&a.spread.excess()));
        worse.truncate(3);
        worse
    }
}

/// Each region, and whether it is hot: above so many times the mean, in rows or in bytes, and above
/// what chance gives.
pub(super) fn regions(tally: &Tally, spread: &Spread, hot_above: f64) -> Vec<Region> {
    let count = float(tally.counts().len() as u64);
    let bytes: u64 = tally.counts().iter().map(|count| count.bytes).sum();
    let mean_bytes = float(bytes) / count;
    let limit = hot_above.max(spread.by_chance);
    let region = |(number, (start, count)): (usize, (&[u8], Count))| {
        let times = ratio(float(count.rows), spread.mean);
        let hot = times > limit || ratio(float(count.bytes), mean_bytes) > limit;
        Region {
            number,
            start: Printable(start).to_string(),
            count,
            times,
            hot,
        }
    };
    tally.regions().enumerate().map(region).collect()
}

fn ratio(value: f64, mean: f64) -> f64 {
    if mean > 0.0 { value / mean } else { 0.0 }
}
