//! Unites several declarations of one table: structs that declare different families of it.
//!
//! Compared with one struct alone, the other structs' families are extra. United, no family is dropped.

use super::{
    Contradiction, Difference, DifferenceKind, Help, TableDiff, merge, missing, missing_family,
};
use crate::descriptor::TableDescriptor;
use crate::splits::SplitError;

/// One diff for each table, in the order of first occurrence.
pub(super) fn unite(diffs: &[TableDiff]) -> Result<Vec<TableDiff>, SplitError> {
    let mut united: Vec<TableDiff> = Vec::new();
    for diff in diffs {
        match united.iter_mut().find(|known| known.table == diff.table) {
            Some(known) => add(known, diff)?,
            None => united.push(diff.clone()),
        }
    }
    Ok(united)
}

fn add(known: &mut TableDiff, other: &TableDiff) -> Result<(), SplitError> {
    let found = merge(&mut known.declared, &other.declared)?;
    let blocking = found.iter().map(contradiction);
    known.differences.extend(other.differences.iter().cloned());
    let differences = std::mem::take(&mut known.differences);
    for difference in differences.into_iter().chain(blocking) {
        let Some(difference) = together(&known.declared, difference)? else {
            continue;
        };
        if !known
            .differences
            .iter()
            .any(|there| is_same(there, &difference))
        {
            known.differences.push(difference);
        }
    }
    for kind in &other.not_checked {
        if !known.not_checked.contains(kind) {
            known.not_checked.push(kind.clone());
        }
    }
    Ok(())
}

/// A difference of one declaration, as all declarations together see it; `None` if they do not differ.
fn together(
    declared: &TableDescriptor,
    difference: Difference,
) -> Result<Option<Difference>, SplitError> {
    let family = |name: &str| declared.family(name.as_bytes());
    Ok(match &difference.kind {
        DifferenceKind::MissingTable => Some(missing(declared)?),
        DifferenceKind::ExtraFamily(name) if family(name).is_some() => None,
        DifferenceKind::MissingFamily(name) => match family(name) {
            Some(family) => Some(missing_family(&declared.name, family)?),
            None => Some(difference),
        },
        _ => Some(difference),
    })
}

/// Contradictions coexist with differences of the same kind.
fn is_same(one: &Difference, other: &Difference) -> bool {
    match (&one.help, &other.help) {
        (Help::Steps(_), Help::Steps(_)) => one.kind == other.kind,
        _ => one == other,
    }
}

fn contradiction(found: &Contradiction) -> Difference {
    let (first, second) = &found.declared;
    Difference {
        kind: found.kind.clone(),
        declared: format!("{first} and {second}"),
        live: "one table".to_owned(),
        help: Help::NoStep(
            "structs of one table contradict each other: declare it once, or the same in each"
                .to_owned(),
        ),
    }
}
