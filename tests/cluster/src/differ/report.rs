//! The report of a difference.

use std::fmt::Write as _;

use hbase_model::Ddl;
use hbase_model::printable::Printable;

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
        let _ = writeln!(text, "  #{at} {}", readable(&operation.to_string()));
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

/// As a statement for the shell, with only the declared attributes.
fn table_text(plan: &Plan) -> String {
    match Ddl::of(&plan.table) {
        Ok(ddl) => ddl.to_string(),
        Err(_) => format!("{:?}", plan.table),
    }
}

/// Shows lists of bytes as texts, which `Debug` shows as numbers.
fn readable(text: &str) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('[') {
        let (before, list) = rest.split_at(start);
        shown.push_str(before);
        let end = list.find(']').unwrap_or(0);
        match bytes(&list[1..end.max(1)]) {
            Some(bytes) if !before.ends_with("Timestamps(") => {
                let _ = write!(shown, "\"{}\"", Printable(&bytes));
                rest = &list[end + 1..];
            }
            _ => {
                shown.push('[');
                rest = &list[1..];
            }
        }
    }
    shown + rest
}

/// The bytes of a list like `97, 98`; `None` for an empty list.
fn bytes(list: &str) -> Option<Vec<u8>> {
    list.split(", ").map(|byte| byte.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_texts() {
        let text = "Get { row: [97, 0], columns: [[98], [99]], f: Timestamps([1, 2]), none: [] }";
        let expected =
            r#"Get { row: "a\x00", columns: ["b", "c"], f: Timestamps([1, 2]), none: [] }"#;
        assert_eq!(readable(text), expected);
    }
}
