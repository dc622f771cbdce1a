//! The seeds of the tables.

use std::env;
use std::num::ParseIntError;

/// The fixed seeds, one per line. The seeds that cover the most new pairs of feature values come first.
const FIXED: &str = include_str!("fixed_seeds.txt");

/// The number of fixed seeds that are tested by default.
const FEW: usize = 8;

/// All fixed seeds.
pub fn fixed() -> Vec<u64> {
    let numbers = FIXED.lines().map(str::parse);
    numbers.filter_map(Result::ok).collect()
}

/// The seeds that `RANDOM_TABLES` selects: `SEED` for one seed, `SEED:COUNT` for `COUNT` seeds from `SEED` on, `fixed`
/// for all fixed seeds, `fixed:COUNT` for the first of them. By default, it selects the first few fixed seeds.
///
/// # Errors
/// [`ParseIntError`] for anything else.
pub fn chosen(named: Option<&str>) -> Result<Vec<u64>, ParseIntError> {
    let Some(named) = named else {
        return Ok(first(FEW));
    };
    match named.split_once(':') {
        Some(("fixed", count)) => Ok(first(count.parse()?)),
        None if named == "fixed" => Ok(fixed()),
        Some((seed, count)) => {
            let (seed, count): (u64, u64) = (seed.parse()?, count.parse()?);
            Ok((seed..seed + count).collect())
        }
        None => Ok(vec![named.parse()?]),
    }
}

/// The number of repetitions in a test: `few` by default, `many` if `RANDOM_TABLES` is set.
pub fn times(few: u64, many: u64) -> u64 {
    if env::var_os("RANDOM_TABLES").is_some() {
        many
    } else {
        few
    }
}

fn first(count: usize) -> Vec<u64> {
    let mut seeds = fixed();
    seeds.truncate(count);
    seeds
}
