//! The changes of a table since a former source, by the rules of locks.

use hbase_model::diff::{Difference, DifferenceKind, TableDiff, compare_facts};
use hbase_model::lock::{self, Class, Fact, TableFacts};
use hbase_schema_build::DeclaredTable;

use super::args::CompareArgs;
use crate::declared;
use crate::error::CliError;

/// The changes of a table since the former source.
#[derive(Default)]
pub(super) struct Changes {
    /// Those that existing rows do not survive.
    pub(super) differences: Vec<Difference>,
    /// The others, each as a line. Those of keys and families are not among them: the live table shows them.
    pub(super) survived: Vec<String>,
}

/// Compares the columns and indexes of a table with those of the former source.
pub(super) fn changes(
    args: &CompareArgs,
    table: &DeclaredTable,
    found: &TableDiff,
) -> Result<Changes, CliError> {
    let mut differences = found.differences.iter();
    let is_missing = differences.any(|found| found.kind == DifferenceKind::MissingTable);
    let Some(before) = args.before.as_deref().filter(|_| !is_missing) else {
        return Ok(Changes::default());
    };
    let find = |all: Vec<TableFacts>| all.into_iter().find(|facts| facts.table == *table.name());
    let before = find(declared::facts(before, args.dates)?);
    let now = find(declared::facts(&args.path, args.dates)?);
    Ok(match (now, before) {
        (Some(now), Some(before)) => {
            let (now, _) = now.known_from(&before.lines);
            Changes {
                differences: compare_facts(&now, &before),
                survived: survived(&now, &before),
            }
        }
        _ => Changes::default(),
    })
}

fn survived(now: &TableFacts, before: &TableFacts) -> Vec<String> {
    let table = now.table.to_string();
    let found = lock::Comparison::new(&before.lines, &now.lines, &table).differences();
    let survived = found
        .iter()
        .filter(|found| found.class < Class::Read && !is_of_family(found.fact));
    let line = |found: &lock::Difference<'_>| format!("{} {}", found.about(), found.predicate());
    survived.map(line).collect()
}

const fn is_of_family(fact: Fact) -> bool {
    matches!(
        fact,
        Fact::Family
            | Fact::Versions
            | Fact::MinVersions
            | Fact::Ttl
            | Fact::KeepDeletedCells
            | Fact::VersionOrder
    )
}
