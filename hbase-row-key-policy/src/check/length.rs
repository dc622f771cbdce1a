//! Lengths that no value, or no key, can have.

use super::at::At;
use super::findings::Findings;
use crate::members::MOST_LENGTH;
use crate::policy::{PolicyPart, RowKeyPolicy, TextPart};

pub(super) fn check(at: &At<'_>, findings: &mut Findings) {
    let part = at.part;
    if part.length == 0 || part.length > MOST_LENGTH {
        let message = format!(
            "found the length {}, expected 1 to {MOST_LENGTH}",
            part.length
        );
        let help = "set the maximum number of characters that values have";
        findings.error(at.path("length"), message, help);
        return;
    }
    if part.cut_length == Some(0) {
        let message = "found 0, expected at least 1";
        findings.error(
            at.path("cutLength"),
            message,
            "leave it out to keep the rest",
        );
    }
    if let Some(start) = part.cut_start.filter(|start| *start > MOST_LENGTH) {
        let message = format!("found {start}, expected at most {MOST_LENGTH}");
        findings.error(
            at.path("cutStart"),
            message,
            "use `regex` for longer values",
        );
    }
    for (member, number) in [
        ("prefixNumber", part.prefix_number),
        ("suffixNumber", part.suffix_number),
    ] {
        if number > MOST_LENGTH {
            let message = format!("found {number}, expected at most {MOST_LENGTH}");
            findings.error(at.path(member), message, "keys have no more bytes");
            return;
        }
    }
    check_fixed(at, findings);
}

/// The text put in front and after must leave room for the value.
fn check_fixed(at: &At<'_>, findings: &mut Findings) {
    let part = at.part;
    let fixed = fixed(part);
    if fixed >= part.length {
        let message = format!(
            "found the length {}, of which the prefix and the suffix take {fixed}: no value fits",
            part.length
        );
        let help = "use a greater length, or a smaller `prefixNumber` or `suffixNumber`";
        findings.error(at.path("length"), message, help);
        return;
    }
    let room = part.length - fixed;
    if let Some(cut) = part.cut_length.filter(|cut| *cut > room) {
        let message =
            format!("found {cut}, expected at most the {room} that `length` leaves for it");
        let help = "a value of that many characters would be an error: use a greater `length`";
        findings.error(at.path("cutLength"), message, help);
    }
}

/// The characters of the prefix and the suffix.
pub(super) fn fixed(part: &TextPart) -> u64 {
    let count = |text: &str, number: u64| {
        let characters = u64::try_from(text.chars().count()).unwrap_or(u64::MAX);
        characters.saturating_mul(number)
    };
    let prefix = count(&part.prefix_char, part.prefix_number);
    prefix.saturating_add(count(&part.suffix_char, part.suffix_number))
}

/// The shortest key must fit into `HBase`'s limit.
pub(super) fn check_key(policy: &RowKeyPolicy, findings: &mut Findings) {
    let least = policy.parts.iter().map(least).fold(0, u64::saturating_add);
    if least > MOST_LENGTH {
        let message =
            format!("found keys of at least {least} bytes, expected at most {MOST_LENGTH}");
        let help = "use smaller lengths";
        findings.error("[0]".to_owned(), message, help);
    }
}

/// The minimum bytes of a part with its separator.
fn least(part: &PolicyPart) -> u64 {
    let separator = u64::try_from(part.separator().len()).unwrap_or(u64::MAX);
    separator.saturating_add(match part {
        PolicyPart::Text(part) if part.pad().is_some() => part.length,
        PolicyPart::Text(part) => fixed(part),
        PolicyPart::Salt(part) => part.salt.width().map_or(1, |width| width as u64),
    })
}
