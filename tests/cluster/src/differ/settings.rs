//! The extent of a comparison.

use std::collections::BTreeSet;
use std::fmt;

/// The extent of a comparison.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The seed of each run's first table; each further table has the next one.
    pub seeds: Vec<u64>,
    /// Approximate number of operations per run.
    pub operations: usize,
    /// Number of operations per table.
    pub per_table: usize,
    /// Number of tables compared concurrently.
    pub concurrent_tables: usize,
    /// Number of differences after which it stops.
    pub max_differences: usize,
}

impl Settings {
    /// 20000 operations from seed 0 by default, or as these variables specify:
    ///
    /// - `DIFFERENTIAL_SEEDS`: several runs by seeds, ranges of seeds and a number of random seeds, such as
    ///   `0-20,777,785,424242,random:50`;
    /// - `DIFFERENTIAL_SEED`: one run;
    /// - `DIFFERENTIAL_OPERATIONS`: number of operations per run; with 0, one table per seed;
    /// - `DIFFERENTIAL_DIFFERENCES`: number of differences after which it stops (default 3).
    ///
    /// # Panics
    /// If a variable is invalid.
    pub fn from_env() -> Self {
        let size = |name, default| {
            let text = std::env::var(name).unwrap_or_default();
            if text.is_empty() {
                return default;
            }
            text.parse()
                .unwrap_or_else(|_| panic!("{name}={text}, expected a number"))
        };
        let mut seeds = ["DIFFERENTIAL_SEEDS", "DIFFERENTIAL_SEED"].into_iter();
        let seeds = seeds.find_map(|name| {
            let text = std::env::var(name).ok().filter(|text| !text.is_empty())?;
            let parsed = seeds_of(&text);
            Some(parsed.unwrap_or_else(|part| {
                panic!("{name}={text}, found `{part}`, expected N, N-N or random:N")
            }))
        });
        Self {
            seeds: seeds.unwrap_or_else(|| vec![0]),
            operations: size("DIFFERENTIAL_OPERATIONS", 20_000),
            per_table: 250,
            concurrent_tables: 8,
            max_differences: size("DIFFERENTIAL_DIFFERENCES", 3),
        }
    }

    /// Each table's seed, once: runs of neighbouring seeds share tables.
    pub(super) fn table_seeds(&self) -> Vec<u64> {
        let tables = self.operations.div_ceil(self.per_table).max(1) as u64;
        let of_run = |seed: &u64| {
            let first = *seed;
            (0..tables).map(move |n| first.wrapping_add(n))
        };
        let all: BTreeSet<u64> = self.seeds.iter().flat_map(of_run).collect();
        all.into_iter().collect()
    }
}

/// Random seeds are printed, so that a run can be repeated.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seeds: Vec<_> = self.seeds.iter().map(ToString::to_string).collect();
        let (operations, seeds) = (self.operations, seeds.join(","));
        write!(
            f,
            "DIFFERENTIAL_OPERATIONS={operations} DIFFERENTIAL_SEEDS={seeds}"
        )
    }
}

/// # Errors
/// The invalid part.
fn seeds_of(text: &str) -> Result<Vec<u64>, &str> {
    let mut seeds = Vec::new();
    for part in text.split(',') {
        let part = part.trim();
        if let Some(count) = part.strip_prefix("random:") {
            let count: usize = count.parse().map_err(|_| part)?;
            // Short ones, which are easy to type.
            seeds.extend((0..count).map(|_| fastrand::u64(..1_000_000_000)));
        } else if let Some((first, last)) = part.split_once('-') {
            let first: u64 = first.parse().map_err(|_| part)?;
            let last: u64 = last.parse().map_err(|_| part)?;
            seeds.extend(first..=last);
        } else {
            seeds.push(part.parse().map_err(|_| part)?);
        }
    }
    Ok(seeds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_numbers_ranges_and_random_ones() {
        let seeds = seeds_of("0-3, 777,random:5").expect("seeds");
        assert_eq!((&seeds[..5], seeds.len()), (&[0, 1, 2, 3, 777][..], 10));
        assert_ne!(seeds[5..], seeds_of("random:5").expect("seeds")[..]);
        for wrong in ["", "1-", "x", "random:", "1,,2"] {
            assert!(seeds_of(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_table_that_two_runs_share_is_played_once() {
        let mut settings = Settings {
            seeds: vec![0, 1, 10],
            operations: 1000,
            per_table: 250,
            concurrent_tables: 1,
            max_differences: 1,
        };
        assert_eq!(settings.table_seeds(), [0, 1, 2, 3, 4, 10, 11, 12, 13]);
        settings.operations = 0;
        assert_eq!(settings.table_seeds(), [0, 1, 10]);
    }
}
