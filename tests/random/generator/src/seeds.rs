//! The seeds of the tables.

use std::env;

use crate::spec::Table;

/// The fixed seeds, one per line. The seeds that cover the most new pairs of feature values come first.
const FIXED: &str = include_str!("fixed_seeds.txt");

/// The number of fixed seeds that are tested by default.
const FEW: usize = 8;

/// All fixed seeds.
pub fn fixed() -> Vec<u64> {
    let numbers = FIXED.lines().map(str::parse);
    numbers.filter_map(Result::ok).collect()
}

/// The bound of new seeds. With it, the name of a table has at most 16 characters.
const NEW: u64 = 1_000_000_000;

/// The tables that a value of `RANDOM_TABLES` selects.
#[derive(Clone, Debug)]
pub struct Selection {
    /// The tables.
    pub tables: Vec<Table>,
    /// For new seeds, the value that selects them again.
    pub again: Option<String>,
}

impl Selection {
    fn of(seeds: impl IntoIterator<Item = u64>) -> Self {
        Self {
            tables: seeds.into_iter().map(Table::of_seed).collect(),
            again: None,
        }
    }
}

/// The tables that `RANDOM_TABLES` selects: `SEED` for one seed, `SEED:COUNT` for `COUNT` seeds from `SEED` on, `fixed`
/// for all fixed seeds, `fixed:COUNT` for the first of them, `unclocked:COUNT` for the first of them
/// [that need no clock](Table::needs_no_clock), `new:COUNT` for `COUNT` seeds from a random one on, and a list with commas for the tables with these
/// identifiers. By default, it selects the first few fixed seeds.
///
/// # Errors
/// A description of the legal values, for anything else.
pub fn selected(named: Option<&str>) -> Result<Selection, String> {
    let Some(named) = named else {
        return Ok(Selection::of(first(FEW)));
    };
    let illegal = || {
        format!(
            "RANDOM_TABLES: expected SEED, SEED:COUNT, fixed, fixed:COUNT, unclocked:COUNT or new:COUNT, found {named}"
        )
    };
    let number = |text: &str| text.parse::<u64>().map_err(|_| illegal());
    match named.split_once(':') {
        Some(("fixed", count)) => Ok(Selection::of(first(count.parse().map_err(|_| illegal())?))),
        Some(("unclocked", count)) => {
            let mut selection = Selection::of(fixed());
            selection.tables.retain(Table::needs_no_clock);
            selection
                .tables
                .truncate(count.parse().map_err(|_| illegal())?);
            Ok(selection)
        }
        Some(("new", count)) => {
            let (seed, count) = (fastrand::u64(..NEW), number(count)?);
            let again = Some(format!("{seed}:{count}"));
            Ok(Selection {
                again,
                ..Selection::of(seed..seed + count)
            })
        }
        Some((seed, count)) => {
            let (seed, count) = (number(seed)?, number(count)?);
            Ok(Selection::of(seed..seed + count))
        }
        None if named == "fixed" => Ok(Selection::of(fixed())),
        None => {
            let tables = named.split(',').map(Table::of_id);
            let tables = tables.collect::<Option<_>>().ok_or_else(illegal)?;
            Ok(Selection {
                tables,
                again: None,
            })
        }
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
