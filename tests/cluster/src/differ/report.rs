//! What is said of a difference.

use std::fmt::Write as _;

use hbase_model::Ddl;

use super::operation::Operation;
use super::run::Difference;
use super::tables::Plan;

pub(super) fn report(
    seed: u64,
    plan: &Plan,
    operations: &[Operation],
    difference: &Difference,
    expected: &str,
    tested: &str,
) -> String {
    let mut text = format!(
        "seed {seed}: {tested} does not answer as {expected} does; again by \
         DIFFERENTIAL_SEED={seed} DIFFERENTIAL_OPERATIONS=0\n"
    );
    let _ = writeln!(text, "{}", table_text(plan));
    for (at, operation) in operations.iter().enumerate() {
        let _ = writeln!(text, "  #{at} {operation}");
    }
    for (name, lines) in [
        (expected, &difference.expected),
        (tested, &difference.tested),
    ] {
        let _ = writeln!(text, "{name}:");
        for line in lines {
            let _ = writeln!(text, "  {line}");
        }
    }
    text
}

/// As a statement for the shell, which says what was said and nothing else.
fn table_text(plan: &Plan) -> String {
    match Ddl::of(&plan.table) {
        Ok(ddl) => ddl.to_string(),
        Err(_) => format!("{:?}", plan.table),
    }
}
