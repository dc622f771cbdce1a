//! Running numbers: no two may make the same text.

use super::at::At;
use super::findings::Findings;
use super::length::fixed;
use crate::policy::RowKeyPolicy;

pub(super) fn check(policy: &RowKeyPolicy, at: &At<'_>, findings: &mut Findings) {
    let part = at.part;
    if part.number_step == 0 {
        let message = "found 0, expected at least 1, because each key needs another number";
        findings.error(at.path("numberStep"), message, "use 1");
    }
    check_digits(at, findings);
    check_changes(at, findings);
    check_padding(at, findings);
    if part.pad().is_none() && part.split_char.is_empty() && !at.is_last(policy) {
        let message =
            "found neither padding nor a separator after a running number: its end is lost";
        let help = "set `prefixChar` to \"0\", which pads in front, or `splitChar`";
        findings.error(at.path("splitChar"), message, help);
    }
    if at.index == 0 && !part.reverse {
        let message = "a running number is the key's start: all writes go to one region";
        let help =
            "put a salt computed from it in front, `reverse` it, or put another part in front";
        findings.advise(at.path("columnName"), message, help);
    }
}

fn check_digits(at: &At<'_>, findings: &mut Findings) {
    let part = at.part;
    let digits = u64::from(part.start_number.checked_ilog10().unwrap_or(0)) + 1;
    let room = part.length.saturating_sub(fixed(part));
    if digits > room && room > 0 {
        let message = format!("found {digits} digits, expected at most {room} by `length`");
        findings.error(at.path("startNumber"), message, "use a greater `length`");
    }
}

/// Operations that can make the same text from two numbers.
fn check_changes(at: &At<'_>, findings: &mut Findings) {
    let part = at.part;
    let has_digit = part
        .replace_source_char
        .contains(|c: char| c.is_ascii_digit());
    let cut = part.cut_start.map_or("cutLength", |_| "cutStart");
    let changes = [
        ("replaceSourceChar", has_digit),
        ("regex", part.regex.is_some()),
        (cut, part.cut_start.is_some() || part.cut_length.is_some()),
    ];
    for (member, is_set) in changes {
        if is_set {
            let message = "changes the digits of a running number: two numbers can become the same";
            findings.error(at.path(member), message, "remove it");
        }
    }
}

/// A padding zero after 1 makes 10, which is another number.
fn check_padding(at: &At<'_>, findings: &mut Findings) {
    let part = at.part;
    let Some((pad, behind)) = part.pad() else {
        return;
    };
    // Numbers have no zero in front; reversed ones have none at the end.
    let is_free = pad == "0" && behind == part.reverse;
    let is_digit = pad.starts_with(|c: char| c.is_ascii_digit());
    if is_digit && !is_free {
        let (member, help) = if behind {
            let help =
                "leave `suffixChar` empty, and set `prefixChar` to \"0\", which pads in front";
            ("suffixChar", help)
        } else {
            (
                "prefixChar",
                "use \"0\" without `reverse`, or another character",
            )
        };
        let message = format!("pads running numbers with {pad:?}: two numbers can become the same");
        findings.error(at.path(member), message, help);
    }
}
