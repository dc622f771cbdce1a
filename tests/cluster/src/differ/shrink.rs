//! Fewer operations that still show a difference.

use super::operation::Operation;
use super::run::{Difference, Pair};
use super::tables::Plan;

/// How many times the operations are played again at most: each takes a new table.
const PLAYS: usize = 60;

/// Leaves out what the difference does not need: first every other read and every other row, then
/// pieces that get smaller and smaller.
pub(super) async fn shrink(
    pair: &Pair,
    plan: &Plan,
    operations: &mut Vec<Operation>,
    difference: &mut Difference,
) {
    let mut plays = 0;
    let kept: Vec<_> = essential(operations).cloned().collect();
    try_with(pair, plan, kept, operations, difference, &mut plays).await;
    let mut piece = operations.len() / 2;
    while piece > 0 {
        let mut from = 0;
        while from < operations.len() && plays < PLAYS {
            let to = (from + piece).min(operations.len());
            let fewer = [&operations[..from], &operations[to..]].concat();
            if !try_with(pair, plan, fewer, operations, difference, &mut plays).await {
                from = to;
            }
        }
        piece /= 2;
    }
}

fn essential(operations: &[Operation]) -> impl Iterator<Item = &Operation> {
    let last = operations.len().saturating_sub(1);
    let rows = operations.last().map(Operation::rows).unwrap_or_default();
    let numbered = operations.iter().enumerate();
    let kept = numbered.filter(move |(at, operation)| {
        *at == last || (!operation.is_read() && operation.concerns(&rows))
    });
    kept.map(|(_, operation)| operation)
}

/// Plays `fewer`; where they differ too, they take the place of `operations`.
async fn try_with(
    pair: &Pair,
    plan: &Plan,
    mut fewer: Vec<Operation>,
    operations: &mut Vec<Operation>,
    difference: &mut Difference,
    plays: &mut usize,
) -> bool {
    if fewer.is_empty() || fewer.len() >= operations.len() {
        return false;
    }
    *plays += 1;
    let Some(found) = pair.play(plan, &fewer).await else {
        return false;
    };
    fewer.truncate(found.at + 1);
    *operations = fewer;
    *difference = found;
    true
}
