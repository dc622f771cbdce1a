//! Salts: inputs that exist, numbers in the macro's bounds.

use std::ops::RangeInclusive;

use hbase_model::{Salt, SaltText};

use super::at::path;
use super::findings::Findings;
use crate::policy::{RowKeyPolicy, SaltInput, SaltPart};
use crate::salt_kinds::SaltKind;

pub(super) fn check(policy: &RowKeyPolicy, index: usize, part: &SaltPart, findings: &mut Findings) {
    let at = |member| path(index, member);
    if SaltKind::of(&part.salt).is_none() {
        let (expected, help) = if let Salt::With { .. } = part.salt {
            let help = "a policy cannot call a function of a program: use `buckets`";
            ("a salt without a function", help)
        } else if part.salt.is_computed() {
            let help = "the parts of a policy are text: use `buckets`";
            ("a salt computed from text", help)
        } else {
            let help = "a repeated import would write its rows under other keys: use `buckets`";
            ("a salt computed from parts", help)
        };
        let message = format!("found `{}`, expected {expected}", part.salt);
        findings.error(at("salt"), message, help);
        return;
    }
    for (member, found, expected) in numbers(&part.salt) {
        if !expected.contains(&found) {
            let message = format!(
                "found {found} as `{member}`, expected {} to {}",
                expected.start(),
                expected.end()
            );
            findings.error(
                at("salt"),
                message,
                "the bounds are those of the derive's salts",
            );
        }
    }
    check_separator(index, part, findings);
    check_inputs(policy, index, part, findings);
}

/// The members of a salt, with their valid ranges.
fn numbers(salt: &Salt) -> Vec<(&'static str, u64, RangeInclusive<u64>)> {
    const COUNTS: RangeInclusive<u64> = 2..=u32::MAX as u64;
    const WIDTHS: RangeInclusive<u64> = 1..=10;
    match salt {
        Salt::Buckets { count, .. } | Salt::JavaBytes { count, .. } | Salt::Crc32 { count, .. } => {
            vec![("count", (*count).into(), 2..=256)]
        }
        Salt::Md5Hex { digits, from, .. } => vec![
            ("digits", (*digits).into(), 1..=32),
            (
                "from",
                (*from).into(),
                0..=32_u64.saturating_sub((*digits).into()),
            ),
        ],
        Salt::Md5 { bytes, .. } => vec![("bytes", (*bytes).into(), 1..=16)],
        Salt::RegionNumber { regions, width } => vec![
            ("regions", (*regions).into(), COUNTS),
            ("width", (*width).into(), WIDTHS),
        ],
        Salt::JavaHash { buckets, width } => vec![
            ("buckets", (*buckets).into(), COUNTS),
            ("width", (*width).into(), WIDTHS),
        ],
        _ => vec![],
    }
}

fn check_separator(index: usize, part: &SaltPart, findings: &mut Findings) {
    let (salt, separator) = (&part.salt, part.split_char.as_str());
    let error = if separator.is_empty() {
        let varies = salt.width().is_none();
        varies.then_some("found no separator after a salt whose numbers vary in length")
    } else if !salt.is_text() {
        Some("found a separator after bytes, which may contain it")
    } else {
        let is_hex = matches!(salt, Salt::Md5Hex { .. });
        let is_digit = |c: char| c.is_ascii_digit() || (is_hex && c.is_ascii_hexdigit());
        let has_digit = separator.contains(is_digit);
        has_digit.then_some("found a separator with a digit, which the salt may contain")
    };
    if let Some(message) = error {
        let help = "use `_`, or a salt of fixed width without a separator";
        findings.error(path(index, "splitChar"), message, help);
    }
}

fn check_inputs(policy: &RowKeyPolicy, index: usize, part: &SaltPart, findings: &mut Findings) {
    if part.of.is_empty() {
        let message = "found no part in `of`, expected at least one";
        findings.error(
            path(index, "salt"),
            message,
            "name the parts it is computed from",
        );
    }
    for (position, input) in part.of.iter().enumerate() {
        let earlier = &part.of[..position];
        let is_repeated = earlier.iter().any(|e| e.column_name == input.column_name);
        if let Some(message) = input_error(policy, &part.salt, input, is_repeated) {
            let help = "`of` has the `columnName` of each part once; the key's order counts";
            findings.error(path(index, "salt"), message, help);
        }
    }
}

fn input_error(
    policy: &RowKeyPolicy,
    salt: &Salt,
    input: &SaltInput,
    is_repeated: bool,
) -> Option<String> {
    let name = &input.column_name;
    if is_repeated {
        return Some(format!(
            "found the part {name:?} twice in `of`, expected it once"
        ));
    }
    if !policy.text_parts().any(|part| part.column_name == *name) {
        return Some(format!(
            "found no part with the `columnName` {name:?}, expected one"
        ));
    }
    match &input.text {
        SaltText::First(0) | SaltText::Last(0) => Some(format!(
            "found 0 characters of {name:?}, expected at least 1"
        )),
        SaltText::Format(_) => Some(format!(
            "found a time's format for {name:?}, which is text here: expected `first` or `last`"
        )),
        SaltText::First(_) | SaltText::Last(_)
            if !SaltKind::of(salt).is_some_and(SaltKind::takes_characters) =>
        {
            Some(format!(
                "found some characters of {name:?}, expected all: `{salt}` takes whole parts"
            ))
        }
        _ => None,
    }
}
