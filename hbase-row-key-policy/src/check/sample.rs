//! Samples, which should make a key.

use super::{Findings, path};
use crate::maker::{Input, Scratch, TextMaker};
use crate::policy::{PolicyPart, RowKeyPolicy};

/// Applies each part to its own sample.
pub(super) fn check(policy: &RowKeyPolicy, findings: &mut Findings) {
    for (index, part) in policy.parts.iter().enumerate() {
        let PolicyPart::Text(part) = part else {
            continue;
        };
        if part.is_running_number() || part.value.is_empty() {
            continue;
        }
        let is_last = index + 1 == policy.parts.len();
        let maker = TextMaker::new(part, Some((0, &part.column_name)), is_last);
        let sample = Input::Value(Some(&part.value));
        if let Err(error) = maker.run(sample, &mut Scratch::default(), |_, _| {}) {
            let message = format!(
                "the sample makes no key: rule `{}`: {}",
                error.rule, error.message
            );
            let help = "correct the sample, or the part";
            findings.advise(path(index, "value"), message, help);
        }
    }
}
