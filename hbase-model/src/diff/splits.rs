//! Declared split points, compared with the live ones.
//!
//! Regions split as they grow, so a live table may have more split points than were declared, never
//! fewer.

use std::collections::BTreeSet;

use super::evidence;
use super::layout::ADVICE;
use super::step::{Action, Step};
use super::{Declared, Difference, DifferenceKind, Help, TableDiff};
use crate::descriptor::TableDescriptor;
use crate::printable::Printable;
use crate::splits::SplitError;

pub(super) fn compare(
    declared: Declared<'_>,
    live: &TableDescriptor,
    diff: &mut TableDiff,
) -> Result<(), SplitError> {
    let wanted = declared.table.splits.keys()?;
    let there = live.splits.keys()?;
    if let Some(salt) = declared.key.and_then(|key| key.salt.as_ref())
        && let Some(evidence) = evidence::of_another_layout(salt, &wanted, &there)
    {
        diff.differences.push(another_layout(evidence));
        return Ok(());
    }
    diff.differences
        .extend(missing(declared.table, &wanted, &there)?);
    Ok(())
}

fn missing(
    table: &TableDescriptor,
    wanted: &[Vec<u8>],
    there: &[Vec<u8>],
) -> Result<Option<Difference>, SplitError> {
    let live: BTreeSet<_> = there.iter().collect();
    // The last one first: if only some are made, the table does not look like one with fewer buckets.
    let missing = wanted.iter().rev().filter(|key| !live.contains(key));
    let steps = missing.map(|key| {
        let why = format!("no region starts at \"{}\"", Printable(key));
        Step::new(Action::Split(table.name.clone(), key.clone()), why, None)
    });
    let steps = steps.collect::<Result<Vec<_>, _>>()?;
    if steps.is_empty() {
        return Ok(None);
    }
    let lacking = format!(
        "{} in all, {} of the declared ones missing",
        there.len(),
        steps.len()
    );
    Ok(Some(Difference {
        kind: DifferenceKind::MissingSplits,
        declared: wanted.len().to_string(),
        live: lacking,
        help: Help::Steps(steps),
    }))
}

fn another_layout(evidence: evidence::Evidence) -> Difference {
    Difference {
        kind: DifferenceKind::KeyLayout,
        declared: format!("`{}`", evidence.declared),
        live: evidence.live,
        help: Help::NoStep(ADVICE.to_owned()),
    }
}
