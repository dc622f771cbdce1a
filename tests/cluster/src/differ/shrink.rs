//! Reduces operations that show a difference.

use std::time::{Duration, Instant};

use super::operation::Operation;
use super::run::{Difference, Pair};
use super::tables::Plan;

/// Maximum time of the reduction; each try takes a new table.
const PATIENCE: Duration = Duration::from_mins(1);

/// Removes operations that the difference does not need: first all other reads and rows, then smaller and
/// smaller groups of operations.
pub(super) async fn shrink(
    pair: &Pair,
    plan: &Plan,
    operations: &mut Vec<Operation>,
    difference: &mut Difference,
) {
    let end = Instant::now() + PATIENCE;
    let kept = essential(operations, difference);
    try_with(pair, plan, kept, operations, difference).await;
    let mut piece = operations.len() / 2;
    while piece > 0 {
        let mut from = 0;
        while from < operations.len() && Instant::now() < end {
            let to = (from + piece).min(operations.len());
            let fewer = [&operations[..from], &operations[to..]].concat();
            if !try_with(pair, plan, fewer, operations, difference).await {
                from = to;
            }
        }
        piece /= 2;
    }
}

/// The operations on which the last one most likely depends: writes to the rows whose lines differ.
fn essential(operations: &[Operation], difference: &Difference) -> Vec<Operation> {
    let last = operations.len().saturating_sub(1);
    let rows = difference.rows();
    let is_kept = |(at, operation): &(usize, &Operation)| {
        *at == last || (!operation.is_read() && operation.concerns(&rows))
    };
    let kept = operations.iter().enumerate().filter(is_kept);
    kept.map(|(_, operation)| operation.clone()).collect()
}

/// Runs `fewer`; they replace `operations` if their results differ too.
async fn try_with(
    pair: &Pair,
    plan: &Plan,
    mut fewer: Vec<Operation>,
    operations: &mut Vec<Operation>,
    difference: &mut Difference,
) -> bool {
    if fewer.is_empty() || fewer.len() >= operations.len() {
        return false;
    }
    let Some(found) = pair.play(plan, &fewer).await else {
        return false;
    };
    fewer.truncate(found.at + 1);
    *operations = fewer;
    *difference = found;
    true
}
