//! Pairs of tables: a random table, and the same with one change, whose effect on rows is known.

mod columns;
mod edit;
mod expected;
mod families;
mod keys;

use fastrand::Rng;

use crate::draw::Draw;
use crate::pool;
use crate::spec::{FieldRole, Table};
use crate::value::Value;

pub use edit::Edit;
pub use expected::{Expected, expected, new_key};

/// Rows of a pair, whose keys differ.
const ROWS: usize = 12;

/// The fewest rows, so that a change of all keys does not spare each of them by chance.
const FEWEST: usize = 6;

/// Tables that are tried for one change. One of 2,500 tables can have the rarest change, the removal of a key part: 10,000 tables
/// were not enough for one seed in 60.
const ATTEMPTS: u64 = 200_000;

/// A table before and after a change.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The number from which the pair is made.
    pub seed: u64,
    /// The change.
    pub edit: Edit,
    /// The table whose rows exist.
    pub old: Table,
    /// The table that reads them.
    pub new: Table,
}

impl Pair {
    /// All changes.
    pub fn edits() -> Vec<Edit> {
        [keys::EDITS, columns::EDITS, families::EDITS].concat()
    }

    /// The pair of a seed. The seeds from `n` on, as many as there are changes, make each change once.
    ///
    /// # Panics
    /// If none of many tables can have the change.
    pub fn of_seed(seed: u64) -> Self {
        let edits = Self::edits();
        let index = usize::try_from(seed % edits.len() as u64).unwrap_or_default();
        let edit = edits[index];
        let Some(pair) = Self::with(seed, edit) else {
            panic!("no table can have the change `{}`", edit.name);
        };
        pair
    }

    /// The first of the random tables of a seed that can have a change.
    fn with(seed: u64, edit: Edit) -> Option<Self> {
        let mut rng = Draw::new(seed).rng;
        (0..ATTEMPTS).find_map(|_| {
            let old = plain(Table::of_seed(rng.u64(..1_000_000_000)))?;
            let mut new = old.clone();
            (edit.apply)(&mut new, &mut rng)?;
            let pair = Self {
                seed,
                edit,
                old,
                new,
            };
            (pair.rows().len() >= FEWEST).then_some(pair)
        })
    }

    /// Rows of the old table, which are written in this order.
    pub fn rows(&self) -> Vec<Vec<Value>> {
        let mut rng = Draw::new(self.seed).rng;
        let key = &self.old.key;
        let pools = (0..key.parts.len()).map(|at| pool::of_part(&mut rng, key, at));
        let pools: Vec<Vec<Value>> = pools.collect();
        let (mut rows, mut keys) = (Vec::new(), Vec::new());
        for _ in 0..20 * ROWS {
            let parts = pools
                .iter()
                .map(|pool| pool[rng.usize(..pool.len())].clone());
            let parts: Vec<Value> = parts.collect();
            // Different values can have one key, such as times of which only the hour is encoded.
            let encoded = crate::key::encode(key, &parts, 0).ok();
            let encoded = encoded.filter(|encoded| !keys.contains(encoded));
            if let Some(encoded) = encoded.filter(|_| rows.len() < ROWS) {
                keys.push(encoded);
                let values = self.old.fields.iter();
                let values = values.map(|field| value(&mut rng, &field.role));
                let values: Vec<Value> = values.collect();
                rows.push([parts, values].concat());
            }
        }
        rows
    }

    /// The modules of both tables.
    pub fn module(&self) -> String {
        let tables = [("old", &self.old), ("new", &self.new)];
        let tables = tables.map(|(name, table)| {
            format!(
                "    pub mod {name} {{\n        use crate::prelude::*;\n\n{}{}    }}\n",
                table.items(),
                table.conversions("Rows")
            )
        });
        format!("pub mod {} {{\n{}}}\n", self.module_name(), tables.concat())
    }

    /// The name of the pair's module.
    pub fn module_name(&self) -> String {
        format!("p{}", self.seed)
    }
}

/// A table without what changes rows after they were written: a clock, several versions as rows, other calls than a put.
fn plain(mut table: Table) -> Option<Table> {
    let is_plain = |role: &FieldRole| {
        matches!(
            role,
            FieldRole::Column(_) | FieldRole::Group(_) | FieldRole::Counter | FieldRole::Skip
        )
    };
    if !table.needs_no_clock() || !table.fields.iter().all(|field| is_plain(&field.role)) {
        return None;
    }
    // Split points belong to the keys, and no lock has them.
    table.options.retain(|option| !option.starts_with("splits"));
    let expires = |family: &crate::spec::Family| family.ttl_ms.is_some();
    (!table.families.iter().any(expires)).then_some(table)
}

fn value(rng: &mut Rng, role: &FieldRole) -> Value {
    match role {
        FieldRole::Column(column) => pool::of_column(rng, column),
        FieldRole::Group(group) if group.optional && rng.u8(..3) == 0 => Value::None,
        FieldRole::Group(group) => {
            let columns = group.columns.iter();
            let values = columns.map(|(_, column)| pool::of_column(rng, column));
            Value::Group(values.collect())
        }
        FieldRole::Counter => Value::Int(0),
        _ => Value::None,
    }
}

/// The pairs that a value of `LOCK_PAIRS` selects.
#[derive(Clone, Debug)]
pub struct Selection {
    /// Their seeds.
    pub seeds: std::ops::Range<u64>,
    /// For new seeds, the value that selects them again.
    pub again: Option<String>,
}

/// The pairs that `LOCK_PAIRS` selects: `SEED`, `SEED:COUNT` for `COUNT` seeds from `SEED` on, or `new:COUNT` for `COUNT` seeds
/// from a random one on. By default, the seeds from 0 on.
///
/// # Errors
/// A description of the legal values, for anything else.
pub fn selected(named: Option<&str>) -> Result<Selection, String> {
    let named = named.unwrap_or(DEFAULT);
    let (from, count) = named.split_once(':').unwrap_or((named, "1"));
    let is_new = from == "new";
    let from = if is_new {
        Ok(fastrand::u64(..1_000_000_000))
    } else {
        from.parse()
    };
    let (Ok(from), Ok(count)) = (from, count.parse::<u64>()) else {
        return Err(format!(
            "LOCK_PAIRS: expected SEED, SEED:COUNT or new:COUNT, found {named}"
        ));
    };
    Ok(Selection {
        seeds: from..from.saturating_add(count),
        again: is_new.then(|| format!("{from}:{count}")),
    })
}

/// Each change more than twice.
const DEFAULT: &str = "0:100";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_change_is_possible() {
        for (seed, edit) in (0..).zip(Pair::edits()) {
            let pair = Pair::of_seed(seed);
            assert_eq!(pair.edit.name, edit.name);
            assert_ne!(pair.old.items(), pair.new.items(), "{}", edit.name);
        }
    }

    #[test]
    fn the_rarest_change_is_found_among_more_than_10_000_tables() {
        let mut edits = Pair::edits().into_iter();
        let rarest = edits.find(|edit| edit.name == "a key part is removed");
        assert!(rarest.is_some_and(|edit| Pair::with(1_676, edit).is_some()));
    }
}
