//! The distribution of the same rows over other numbers of regions.

use hbase_model::layout::Marked;
use hbase_model::splits::region_of;
use hbase_model::{KeyLayout, LayoutError, Salt, Splits};
use serde::Serialize;

use super::spread::Spread;
use super::tally::Count;

/// Maximum numbers to try if each needs a division per row.
const MOST: u32 = 120;

/// Maximum numbers to try if each needs a hash or a search per row.
const FEWER: u32 = 16;

/// The largest number of regions to try.
const LARGEST: u32 = 4096;

/// Another number of regions, and the distribution over it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Other {
    pub(super) regions: u32,
    #[serde(flatten)]
    pub(super) spread: Spread,
}

/// Counts the sample for other numbers of regions.
pub(super) struct Others<'a> {
    layout: &'a KeyLayout,
    rule: RegionRule,
    candidates: Vec<Candidate>,
}

/// The rule that determines the region of a row.
enum RegionRule {
    /// A Java hash modulo the number of regions; this salt computes the hash.
    Hash(Salt),
    /// This salt, with as many values as regions.
    Buckets(Salt),
    /// Split keys.
    Keys,
}

struct Candidate {
    regions: u32,
    /// For [`RegionRule::Buckets`].
    salt: Option<Salt>,
    /// For [`RegionRule::Keys`].
    keys: Vec<Vec<u8>>,
    counts: Vec<Count>,
}

impl<'a> Others<'a> {
    /// `None` if the table's number of regions is not a parameter of its salt or splits.
    pub(super) fn of(layout: &'a KeyLayout, splits: &Splits) -> Option<Self> {
        let salt = layout.salt.as_ref().map(|salt| &salt.salt);
        let (rule, regions) = match (salt, splits) {
            // With so many values that the unsigned absolute value of any hash is one of them.
            (Some(Salt::RegionNumber { regions, .. }), _) => {
                let whole = Salt::RegionNumber {
                    regions: u32::MAX,
                    width: 1,
                };
                (RegionRule::Hash(whole), *regions)
            }
            (Some(Salt::JavaHash { buckets, .. }), _) => {
                let whole = Salt::JavaHash {
                    buckets: u32::MAX,
                    width: 1,
                };
                (RegionRule::Hash(whole), *buckets)
            }
            (Some(salt), _) if of_count(salt, 2).is_some() => {
                (RegionRule::Buckets(salt.clone()), salt.values()?)
            }
            (
                _,
                Splits::HexString { regions }
                | Splits::Uniform { regions }
                | Splits::DecimalString { regions },
            ) => (RegionRule::Keys, *regions),
            _ => return None,
        };
        let (most, largest) = match rule {
            RegionRule::Hash(_) => (MOST, LARGEST),
            RegionRule::Buckets(_) => (FEWER, 256),
            RegionRule::Keys => (FEWER, LARGEST),
        };
        let numbers = candidates(regions, most, largest);
        let candidates = numbers.filter_map(|number| Candidate::new(number, &rule, splits));
        Some(Self {
            layout,
            candidates: candidates.collect(),
            rule,
        })
    }

    /// Counts one row.
    ///
    /// # Errors
    /// A key that does not fit the layout.
    pub(super) fn add(&mut self, key: &[u8], bytes: u64) -> Result<(), LayoutError> {
        match &self.rule {
            RegionRule::Keys => {
                for candidate in &mut self.candidates {
                    let region = region_of(&candidate.keys, key);
                    candidate.add(region, bytes);
                }
            }
            RegionRule::Hash(salt) => {
                let hash = number(&salt.of_parts(&marked(self.layout, key)?)?);
                for candidate in &mut self.candidates {
                    candidate.add((hash % candidate.regions) as usize, bytes);
                }
            }
            RegionRule::Buckets(_) => {
                let marked = marked(self.layout, key)?;
                for candidate in &mut self.candidates {
                    let Some(salt) = &candidate.salt else {
                        continue;
                    };
                    let bucket = *salt.of_parts(&marked)?.first().unwrap_or(&0);
                    candidate.add(bucket.into(), bytes);
                }
            }
        }
        Ok(())
    }

    /// The distribution over each number of regions.
    pub(super) fn finish(self) -> Vec<Other> {
        let other = |candidate: Candidate| Other {
            regions: candidate.regions,
            spread: Spread::of(&candidate.counts),
        };
        self.candidates.into_iter().map(other).collect()
    }
}

impl Candidate {
    fn new(regions: u32, rule: &RegionRule, splits: &Splits) -> Option<Self> {
        let (salt, keys) = match rule {
            RegionRule::Hash(_) => (None, Vec::new()),
            RegionRule::Buckets(salt) => {
                let count = u16::try_from(regions).ok()?;
                (Some(of_count(salt, count)?), Vec::new())
            }
            RegionRule::Keys => (None, renumbered(splits, regions)?),
        };
        Some(Self {
            regions,
            salt,
            keys,
            counts: vec![Count::default(); regions as usize],
        })
    }

    fn add(&mut self, region: usize, bytes: u64) {
        if let Some(count) = self.counts.get_mut(region) {
            count.add(bytes);
        }
    }
}

/// The numbers next to `regions`, and evenly spaced ones and powers of two from half of it to twice it.
fn candidates(regions: u32, tries: u32, largest: u32) -> impl Iterator<Item = u32> {
    let (low, high) = ((regions / 2).max(2), regions.saturating_mul(2).min(largest));
    // Half of the tries are nearby: multiples of a step may all share a bad divisor.
    let step = (high.saturating_sub(low) / (tries / 2)).max(1);
    (low..=high).filter(move |n| {
        let near = n.abs_diff(regions) <= tries / 4;
        *n != regions && (near || (n - low).is_multiple_of(step) || n.is_power_of_two())
    })
}

/// The salt with another number of values, each a byte; `None` for salts that have no such number.
fn of_count(salt: &Salt, count: u16) -> Option<Salt> {
    let salt = salt.clone().with_text(false);
    salt.with_count(count)
}

fn renumbered(splits: &Splits, regions: u32) -> Option<Vec<Vec<u8>>> {
    let splits = match splits {
        Splits::HexString { .. } => Splits::HexString { regions },
        Splits::Uniform { .. } => Splits::Uniform { regions },
        Splits::DecimalString { .. } => Splits::DecimalString { regions },
        _ => return None,
    };
    splits.keys().ok()
}

/// The parts that feed the salt, with their bytes.
fn marked<'k>(layout: &'k KeyLayout, key: &'k [u8]) -> Result<Vec<Marked<'k>>, LayoutError> {
    let split = layout.split(key)?;
    let parts = layout.parts.iter().zip(split.parts);
    let fed = parts.filter(|(part, _)| part.salt.is_some());
    Ok(fed
        .map(|(part, range)| Marked {
            part,
            bytes: &key[range],
        })
        .collect())
}

/// The number with these decimal digits.
fn number(digits: &[u8]) -> u32 {
    digits.iter().fold(0, |sum: u32, digit| {
        sum.wrapping_mul(10).wrapping_add(u32::from(digit & 15))
    })
}
