//! What `splits` answers.

use hbase_model::printable::Printable;
use serde::Serialize;

use super::others::Other;
use super::quantiles::EvenKeys;
use super::sample::Unfit;
use super::spread::{Spread, float};
use super::tally::{Count, Tally};
use crate::exit::Status;

/// Rows a region, on average, from which on numbers of regions are compared.
const ENOUGH: f64 = 10.0;

/// A spread is even up to this multiple of what the fullest region would hold at the least.
const EVEN: f64 = 1.1;

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
    /// Keys that would part the sample evenly; for tables without a salt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) even_keys: Option<EvenKeys>,
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

    /// Whether the sample is large enough to compare numbers of regions by it.
    pub(super) fn says_enough(&self) -> bool {
        self.spread.mean >= ENOUGH
    }

    /// The rows that stay together in every number of regions that was tried: at least as many as
    /// share what feeds the salt.
    pub(super) fn together(&self) -> f64 {
        let others = self.other_numbers.iter().map(|other| other.spread.most());
        others.fold(self.spread.most(), f64::min)
    }

    /// Whether the rows that stay together are what makes the fullest region.
    pub(super) fn is_bound_together(&self) -> bool {
        let together = self.together();
        !self.other_numbers.is_empty() && together > self.spread.mean * self.spread.by_chance * 1.3
    }

    /// The numbers of regions that spread better: even ones, the nearest first, or else the most
    /// even ones.
    pub(super) fn better(&self) -> Vec<&Other> {
        let (together, regions) = (self.together(), self.regions.len() as u64);
        let excess = |other: &&Other| other.spread.excess(together);
        let limit = self.spread.excess(together) * 0.9;
        let others = self.other_numbers.iter();
        let mut better: Vec<&Other> = others.filter(|other| excess(other) < limit).collect();
        if better.iter().any(|other| excess(other) <= EVEN) {
            better.retain(|other| excess(other) <= EVEN);
            better.sort_by_key(|other| u64::from(other.regions).abs_diff(regions));
        } else {
            better.sort_by(|a, b| excess(a).total_cmp(&excess(b)));
        }
        better.truncate(5);
        better
    }

    /// The numbers of regions to avoid: those that spread worse than the table's own by far.
    pub(super) fn worse(&self) -> Vec<&Other> {
        let together = self.together();
        let excess = |other: &&Other| other.spread.excess(together);
        let limit = (self.spread.excess(together) * 1.2).max(1.3);
        let others = self.other_numbers.iter();
        let mut worse: Vec<&Other> = others.filter(|other| excess(other) > limit).collect();
        worse.sort_by(|a, b| excess(b).total_cmp(&excess(a)));
        worse.truncate(3);
        worse
    }
}

/// Each region, and whether it is hot: above so many times the mean, in rows or in bytes, and above
/// what chance gives.
pub(super) fn regions(tally: &Tally, spread: &Spread, hot_above: f64) -> Vec<Region> {
    let count = float(tally.counts().len() as u64);
    // Summed as floats: sizes in a column may be anything that is a number.
    let bytes: f64 = tally.counts().iter().map(|count| float(count.bytes)).sum();
    let mean_bytes = bytes / count;
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
