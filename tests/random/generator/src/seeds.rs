//! The seeds of the tables.

use std::env;
use std::num::ParseIntError;

/// The fixed seeds, one on each line: those that cover most pairs of feature values come first.
const FIXED: &str = include_str!("fixed_seeds.txt");

/// The number of fixed tables that are tested by default.
const FEW: usize = 8;

/// The seeds that are always tested.
pub fn fixed() -> Vec<u64> {
    let numbers = FIXED.lines().map(str::parse);
    numbers.filter_map(Result::ok).collect()
}

/// The seeds that `RANDOM_TABLES` names: `SEED:COUNT` for as many from `SEED` on, `fixed` or `fixed:COUNT` for the fixed
/// ones; without it, a few of these.
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

/// How often a test repeats something: `few` times by default, `many` times if `RANDOM_TABLES` is set.
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
