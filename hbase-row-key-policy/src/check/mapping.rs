//! Each text part must have a source column, and each source column a part.

use super::at::At;
use super::findings::Findings;
use crate::policy::RowKeyPolicy;

pub(super) fn check(policy: &RowKeyPolicy, findings: &mut Findings) {
    if policy.text_parts().next().is_none() {
        let message = "found no part made from a column, expected at least one";
        let help = "add an element with `columnName` after the mapping";
        findings.error("[0]".to_owned(), message, help);
    }
    for (index, (name, column)) in policy.mapping.iter().enumerate() {
        let path = format!("[0].{name}");
        let earlier = &policy.mapping[..index];
        if earlier.iter().any(|(other, _)| other == name) {
            let message = "found the part twice in the mapping, expected it once";
            findings.error(path, message, "remove one of them");
        } else if name.is_empty() {
            let message = "found a part without a name, expected the `columnName` of a part";
            let help = "remove it: a running number has no source column";
            findings.error(path, message, help);
        } else if column.is_empty() {
            let message = "found an empty name, expected a source column";
            findings.error(path, message, "name the column that the part is made from");
        } else if !policy.text_parts().any(|part| part.column_name == *name) {
            let message = format!("found no part with the `columnName` {name:?}, expected one");
            findings.error(path, message, "add the part, or remove it from the mapping");
        }
    }
}

pub(super) fn check_part(policy: &RowKeyPolicy, at: &At<'_>, findings: &mut Findings) {
    let name = &at.part.column_name;
    let earlier = policy.parts[..at.index].iter();
    let mut earlier = earlier.filter_map(|part| part.as_text());
    let is_repeated = earlier.any(|part| part.column_name == *name);
    match (is_repeated, at.part.is_running_number()) {
        (true, true) => findings.error(
            at.path("columnName"),
            "found a second running number, expected at most one",
            "name a column, or remove the part",
        ),
        (true, false) => findings.error(
            at.path("columnName"),
            format!("found a second part with the `columnName` {name:?}, expected one"),
            "to use a column twice, give the parts names of their own, and map both to the column",
        ),
        (false, false) if policy.source(name).is_none() => findings.error(
            at.path("columnName"),
            format!("found no source column for {name:?} in the mapping, expected one"),
            format!("add it to the first element: {{{name:?}: COLUMN}}"),
        ),
        (false, _) => {}
    }
}
