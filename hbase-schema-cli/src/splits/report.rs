//! The result of `splits`.

use std::io::{self, Write};

use hbase_model::printable::Printable;
use serde::Serialize;

use super::chart;
use super::others::Other;
use super::quantiles::EvenKeys;
use super::sample::InvalidRow;
use super::spread::{Spread, float};
use super::tally::{Count, Tally};
use crate::exit::Status;
use crate::output::CommandResult;

/// From this mean number of rows per region on, numbers of regions can be compared.
const ENOUGH: f64 = 10.0;

/// A distribution counts as even if the fullest region has at most this multiple of its least possible rows.
const EVEN: f64 = 1.1;

/// The distribution of a sample over a table's regions.
#[derive(Serialize)]
pub(super) struct Report {
    pub(super) table: String,
    /// The source of the split points.
    pub(super) split_at: String,
    /// The salt, as in the attribute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) salt: Option<String>,
    /// The source of the bytes: the keys, or a column.
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
    /// Split points that divide the sample evenly, for tables without a salt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) even_keys: Option<EvenKeys>,
    #[serde(rename = "unfit")]
    pub(super) invalid: u64,
    /// The first invalid rows.
    #[serde(rename = "unfit_rows")]
    pub(super) invalid_rows: Vec<InvalidRow>,
    pub(super) notes: Vec<String>,
    /// Maximum regions to list one by one.
    #[serde(skip)]
    pub(super) shown: usize,
}

/// One region.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Region {
    pub(super) number: usize,
    /// Its start key as `HBase`'s shell prints it; empty for the first region.
    pub(super) start: String,
    #[serde(flatten)]
    pub(super) count: Count,
    /// Its rows as a multiple of the mean.
    pub(super) times: f64,
    /// Its bytes as a multiple of the mean.
    pub(super) times_bytes: f64,
    pub(super) hot: bool,
}

impl CommandResult for Report {
    fn status(&self) -> Status {
        Status::of(self.hot == 0 && self.invalid == 0)
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        chart::write(self, out)
    }
}

impl Report {
    /// Whether the sample is large enough to compare numbers of regions.
    pub(super) fn is_large_enough(&self) -> bool {
        self.spread.mean >= ENOUGH
    }

    /// The rows of the fullest region with the best number of regions: they share the values that determine the
    /// region.
    pub(super) fn inseparable(&self) -> f64 {
        let others = self.other_numbers.iter().map(|other| other.spread.most());
        others.fold(self.spread.most(), f64::min)
    }

    /// Whether inseparable rows make the fullest region.
    pub(super) fn is_dominated_by_inseparable(&self) -> bool {
        let inseparable = self.inseparable();
        !self.other_numbers.is_empty()
            && inseparable > self.spread.mean * self.spread.by_chance * 1.3
    }

    /// Numbers of regions with a better distribution: even ones, the nearest first, otherwise the most even
    /// ones.
    pub(super) fn better(&self) -> Vec<&Other> {
        let (inseparable, regions) = (self.inseparable(), self.regions.len() as u64);
        let excess = |other: &&Other| other.spread.excess(inseparable);
        let limit = self.spread.excess(inseparable) * 0.9;
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

    /// Numbers of regions to avoid: those with a much worse distribution than the table's own.
    pub(super) fn worse(&self) -> Vec<&Other> {
        let inseparable = self.inseparable();
        let excess = |other: &&Other| other.spread.excess(inseparable);
        let limit = (self.spread.excess(inseparable) * 1.2).max(1.3);
        let others = self.other_numbers.iter();
        let mut worse: Vec<&Other> = others.filter(|other| excess(other) > limit).collect();
        worse.sort_by(|a, b| excess(b).total_cmp(&excess(a)));
        worse.truncate(3);
        worse
    }
}

/// The regions. One is hot if its rows or bytes exceed the mean `hot_above` times, and chance does not explain
/// it.
pub(super) fn regions(tally: &Tally, spread: &Spread, hot_above: f64) -> Vec<Region> {
    let count = float(tally.counts().len() as u64);
    // Summed as floats: the sum of sizes in a column may exceed u64.
    let bytes: f64 = tally.counts().iter().map(|count| float(count.bytes)).sum();
    let mean_bytes = bytes / count;
    let limit = hot_above.max(spread.by_chance);
    let region = |(number, (start, count)): (usize, (&[u8], Count))| {
        let times = ratio(float(count.rows), spread.mean);
        let times_bytes = ratio(float(count.bytes), mean_bytes);
        let hot = times > limit || times_bytes > limit;
        Region {
            number,
            start: Printable(start).to_string(),
            count,
            times,
            times_bytes,
            hot,
        }
    };
    tally.regions().enumerate().map(region).collect()
}

fn ratio(value: f64, mean: f64) -> f64 {
    if mean > 0.0 { value / mean } else { 0.0 }
}
