//! Samples, which should make a key.

use super::at::path;
use super::findings::Findings;
use crate::maker::{Input, Operation, Scratch, TextMaker};
use crate::policy::{PolicyPart, RowKeyPolicy, TextPart};

/// Applies each part to its own sample.
pub(super) fn check(policy: &RowKeyPolicy, findings: &mut Findings) {
    for (index, part) in policy.parts.iter().enumerate() {
        let PolicyPart::Text(part) = part else {
            continue;
        };
        if part.is_running_number() {
            continue;
        }
        let is_last = index + 1 == policy.parts.len();
        let maker = TextMaker::new(part, Some((0, &part.column_name)), is_last);
        // Without a sample, values may be shorter than the part.
        let mut is_padded = part.value.is_empty();
        if !part.value.is_empty() {
            let sample = Input::Value(Some(&part.value));
            let observe = |operation, _: &str| is_padded |= operation == Operation::Pad;
            if let Err(error) = maker.run(sample, &mut Scratch::default(), observe) {
                let message = format!(
                    "the sample makes no key: rule `{}`: {}",
                    error.rule, error.message
                );
                let help = "correct the sample, or the part";
                findings.advise(path(index, "value"), message, help);
            }
        }
        if is_padded {
            check_padding(index, part, findings);
        }
    }
}

/// Values that end with the character that pads them at the end: `D1` and `D10` are both `D100`.
fn check_padding(index: usize, part: &TextPart, findings: &mut Findings) {
    let Some((pad, true)) = part.pad() else {
        return;
    };
    if !pad.chars().all(char::is_alphanumeric) {
        return;
    }
    let message = format!(
        "pads shorter values with {pad:?}; if values may also end with {pad:?}, two different values could have the same key"
    );
    let help = "pad with a character that no value contains, such as \"~\"; pad numbers at the start, with `prefixChar`";
    findings.advise(path(index, "suffixChar"), message, help);
}
