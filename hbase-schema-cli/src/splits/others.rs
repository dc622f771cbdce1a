//! The same rows in other numbers of regions.

use hbase_model::layout::Marked;
use hbase_model::splits::region_of;
use hbase_model::{KeyLayout, LayoutError, Salt, Splits};
use serde::Serialize;

use super::spread::Spread;
use super::tally::Count;

/// At most so many other numbers are tried where trying one is a division.
const MOST: u32 = 120;

/// At most so many are tried where each needs a hash or a search of its own.
const FEWER: u32 = 16;

/// The largest number of regions that is tried.
const LARGEST: u32 = 4096;

/// Another number of regions, and how the sample would spread over it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Other {
    pub(super) regions: u32,
    #[serde(flatten)]
    pub(super) spread: Spread,
}

/// Counts the sample for other numbers of regions.
pub(super) struct Others<'a> {
    layout: &'a KeyLayout,
    kind: Kind,
    tried: Vec<Tried>,
}

/// What decides the region.
enum Kind {
    /// A Java hash modulo the number: its absolute value comes out of this salt.
    Hash(Salt),
    /// A salt with that many values.
    Buckets,
    /// Split keys.
    Keys,
}

struct Tried {
    regions: u32,
    /// For `Kind::Buckets`.
    salt: Option<Salt>,
    /// For `Kind::Keys`.
    keys: Vec<Vec<u8>>,
    counts: Vec<Count>,
}

impl<'a> Others<'a> {
    /// None where the number of regions is not the table's to choose: no salt that takes another
    /// number, no splits by an algorithm.
    pub(super) fn of(layout: &'a KeyLayout, splits: &Splits) -> Option<Self> {
        let salt = layout.salt.as_ref().map(|salt| &salt.salt);
        let (kind, regions) = match (salt, splits) {
            (Some(Salt::RegionNumber { regions, .. }), _) => (Kind::Hash(whole_region()), *regions),
            (Some(Salt::JavaHash { buckets, .. }), _) => (Kind::Hash(whole_hash()), *buckets),
            (Some(Salt::Buckets { count, .. }), _) => (Kind::Buckets, u32::from(*count)),
            (
                _,
                Splits::HexString { regions }
                | Splits::Uniform { regions }
                | Splits::DecimalString { regions },
            ) => (Kind::Keys, *regions),
            _ => return None,
        };
        let (most, largest) = match kind {
            Kind::Hash(_) => (MOST, LARGEST),
            Kind::Buckets => (FEWER, 256),
            Kind::Keys => (FEWER, LARGEST),
        };
        let numbers = candidates(regions, most, largest);
        let tried = numbers.filter_map(|number| Tried::new(number, &kind, salt, splits));
        Some(Self {
            layout,
            tried: tried.collect(),
            kind,
        })
    }

    /// Counts one row.
    ///
    /// # Errors
    /// Where the key is none of the layout's.
    pub(super) fn add(&mut self, key: &[u8], bytes: u64) -> Result<(), LayoutError> {
        match &self.kind {
            Kind::Keys => {
                for tried in &mut self.tried {
                    let region = region_of(&tried.keys, key);
                    tried.add(region, bytes);
                }
            }
            Kind::Hash(salt) => {
                let hash = number(&salt.of_parts(&marked(self.layout, key)?)?);
                for tried in &mut self.tried {
                    tried.add((hash % tried.regions) as usize, bytes);
                }
            }
            Kind::Buckets => {
                let marked = marked(self.layout, key)?;
                for tried in &mut self.tried {
                    let Some(salt) = &tried.salt else { continue };
                    let bucket = *salt.of_parts(&marked)?.first().unwrap_or(&0);
                    tried.add(bucket.into(), bytes);
                }
            }
        }
        Ok(())
    }

    /// How the rows spread over each number.
    pub(super) fn finish(self) -> Vec<Other> {
        let other = |tried: Tried| Other {
            regions: tried.regions,
            spread: Spread::of(&tried.counts),
        };
        self.tried.into_iter().map(other).collect()
    }
}

impl Tried {
    fn new(regions: u32, kind: &Kind, salt: Option<&Salt>, splits: &Splits) -> Option<Self> {
        let (salt, keys) = match kind {
            Kind::Hash(_) => (None, Vec::new()),
            Kind::Buckets => (Some(buckets(salt?, regions)?), Vec::new()),
            Kind::Keys => (None, renumbered(splits, regions)?),
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

/// The numbers next to it, and from half of it to twice it those that are evenly apart, powers of
/// two among them.
fn candidates(regions: u32, tries: u32, largest: u32) -> impl Iterator<Item = u32> {
    let (low, high) = ((regions / 2).max(2), regions.saturating_mul(2).min(largest));
    // Half of the tries are spent nearby: multiples of a step may all share what spreads badly.
    let step = (high.saturating_sub(low) / (tries / 2)).max(1);
    (low..=high).filter(move |n| {
        let near = n.abs_diff(regions) <= tries / 4;
        *n != regions && (near || (n - low).is_multiple_of(step) || n.is_power_of_two())
    })
}

/// Of so many values that the unsigned absolute value of any hash is one of them.
const fn whole_region() -> Salt {
    Salt::RegionNumber {
        regions: u32::MAX,
        width: 1,
    }
}

const fn whole_hash() -> Salt {
    Salt::JavaHash {
        buckets: u32::MAX,
        width: 1,
    }
}

/// Its value is one byte, whatever the key's salt is.
fn buckets(salt: &Salt, count: u32) -> Option<Salt> {
    match salt {
        Salt::Buckets { .. } => Some(Salt::Buckets {
            count: u16::try_from(count).ok()?,
            text: false,
        }),
        _ => None,
    }
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

/// The parts that feed the salt, and their bytes.
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

/// The number that decimal digits are.
fn number(digits: &[u8]) -> u32 {
    digits.iter().fold(0, |sum: u32, digit| {
        sum.wrapping_mul(10).wrapping_add(u32::from(digit & 15))
    })
}
