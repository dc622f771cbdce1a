//! Separators, which may occur only after their part.

use super::at::At;
use super::findings::Findings;
use crate::policy::{RowKeyPolicy, TextPart};

/// Texts that the policy itself puts into the part.
pub(super) fn check(at: &At<'_>, findings: &mut Findings) {
    let part = at.part;
    let separator = part.split_char.as_str();
    if separator.is_empty() {
        return;
    }
    for (member, text) in inserted(part) {
        if text.contains(separator) {
            let message = format!("puts the separator {separator:?} into the part");
            let help =
                "keys could not be split: use another `splitChar`, or another character here";
            findings.error(at.path(member), message, help);
        }
    }
    let is_digit = |c: char| c.is_ascii_digit();
    if part.is_running_number() && separator.contains(is_digit) {
        let message = format!("found {separator:?}, expected no digit after a running number");
        findings.error(
            at.path("splitChar"),
            message,
            "use another separator, such as `_`",
        );
    }
}

/// Each text with its member, as often as it can be repeated.
fn inserted(part: &TextPart) -> Vec<(&'static str, String)> {
    let repeated = |text: &str, count: u64| {
        // As many as a separator has room for are enough.
        let most = part.split_char.len().saturating_add(1);
        text.repeat(usize::try_from(count).map_or(most, |count| count.min(most)))
    };
    let mut texts = vec![
        (
            "prefixChar",
            repeated(&part.prefix_char, part.prefix_number),
        ),
        (
            "suffixChar",
            repeated(&part.suffix_char, part.suffix_number),
        ),
    ];
    if let Some((pad, behind)) = part.pad() {
        let member = if behind { "suffixChar" } else { "prefixChar" };
        texts.retain(|(other, _)| *other != member);
        texts.push((member, repeated(pad, u64::MAX)));
    }
    if !part.replace_source_char.is_empty() {
        texts.push(("replaceChar", part.replace_char.clone()));
    }
    texts
}

/// Separators that values may contain, and parts whose end only their length determines.
pub(super) fn advise(policy: &RowKeyPolicy, at: &At<'_>, findings: &mut Findings) {
    let part = at.part;
    let separator = &part.split_char;
    if separator.is_empty() {
        if part.pad().is_none() && !at.is_last(policy) {
            let message = format!(
                "found neither a separator nor a character that pads: a value without exactly \
                 {} characters is an error",
                part.length
            );
            let help = "set `splitChar`, or a `suffixChar` or `prefixChar` that pads";
            findings.advise(at.path("length"), message, help);
        }
        return;
    }
    let is_removed = separator
        .chars()
        .any(|c| part.replace_source_char.contains(c));
    if !is_removed && part.regex.is_none() {
        let message = format!("a value that contains the separator {separator:?} is an error");
        let help = "if values may contain it, add it to `replaceSourceChar`";
        findings.advise(at.path("splitChar"), message, help);
    }
}
