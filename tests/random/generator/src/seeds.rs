//! The seeds of the tables.

use std::env;

use crate::spec::Table;

/// The fixed seeds, one per line. The seeds that cover the most new pairs of feature values come first.
const FIXED: &str = include_str!("fixed_seeds.txt");

/// The number of fixed seeds that are tested by default, and how many of them need no clock, so that the command may import
/// their rows.
const FEW: usize = 8;
const UNCLOCKED: usize = 4;

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

/// The tables that `RANDOM_TABLES` selects, a list with commas: `SEED` for one seed, or the identifier of a shrunk table,
/// `SEED:COUNT` for `COUNT` seeds from `SEED` on, `fixed` for all fixed seeds, `fixed:COUNT` for the first of them,
/// `unclocked:COUNT` for the first of them [that need no clock](Table::needs_no_clock), and `new:COUNT` for `COUNT` seeds
/// from a random one on. By default, it selects a few fixed seeds.
///
/// # Errors
/// A description of the legal values, for anything else.
pub fn selected(named: Option<&str>) -> Result<Selection, String> {
    let Some(named) = named else {
        let mut tables = without_clock(UNCLOCKED);
        let is_new = |table: &Table| tables.iter().all(|other| other.seed != table.seed);
        let others = fixed().into_iter().map(Table::of_seed).filter(is_new);
        let others: Vec<_> = others.take(FEW - UNCLOCKED).collect();
        tables.extend(others);
        return Ok(Selection {
            tables,
            again: None,
        });
    };
    let again = with_seeds(named);
    let lists = again.split(',').map(|part| {
        one(part).ok_or_else(|| {
            format!(
                "RANDOM_TABLES: expected SEED, SEED:COUNT, fixed, fixed:COUNT, unclocked:COUNT or new:COUNT, or several of them with commas, found {part}"
            )
        })
    });
    let lists = lists.collect::<Result<Vec<_>, _>>()?;
    Ok(Selection {
        tables: lists.concat(),
        again: (again != named).then_some(again),
    })
}

/// The selection with a random seed in place of each `new`.
fn with_seeds(named: &str) -> String {
    let parts = named.split(',').map(|part| match part.split_once(':') {
        Some(("new", count)) => format!("{}:{count}", fastrand::u64(..NEW)),
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join(",")
}

/// The tables that one part of a selection names.
fn one(part: &str) -> Option<Vec<Table>> {
    let Some((from, count)) = part.split_once(':') else {
        return match part {
            "fixed" => Some(of_seeds(fixed())),
            _ => Table::of_id(part).map(|table| vec![table]),
        };
    };
    let count = count.parse::<usize>().ok()?;
    Some(match from {
        "fixed" => of_seeds(first(count)),
        "unclocked" => without_clock(count),
        _ => of_seeds((from.parse::<u64>().ok()?..).take(count)),
    })
}

/// The first tables of fixed seeds that need no clock.
fn without_clock(count: usize) -> Vec<Table> {
    let tables = fixed().into_iter().map(Table::of_seed);
    tables.filter(Table::needs_no_clock).take(count).collect()
}

fn of_seeds(seeds: impl IntoIterator<Item = u64>) -> Vec<Table> {
    seeds.into_iter().map(Table::of_seed).collect()
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
