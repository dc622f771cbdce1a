//! Checks the parts that may be left out, as the derive does for a struct.

use super::DescriptionError;
use crate::layout::separator::quoted;
use crate::layout::{KeyLayout, PartLayout, Salt, SaltText};

pub(super) fn check_omitted(key: &KeyLayout) -> Result<(), DescriptionError> {
    for (at, part) in key.parts.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| &key.parts[before]);
        let fault = match before {
            None if part.omit_none => Some(FIRST.to_owned()),
            None => None,
            Some(before) => not_last(before, part)
                .or_else(|| not_before(before, part))
                .or_else(|| not_by_nul(before))
                .or_else(|| not_fed_together(before, part)),
        };
        if let Some(message) = fault.or_else(|| not_hashed(key, part)) {
            let path = format!("key.parts[{at}].omit_none");
            return Err(DescriptionError::at(path, message));
        }
    }
    Ok(())
}

const FIRST: &str = "it is the first part: without it, the key could be empty";

fn not_last(before: &PartLayout, part: &PartLayout) -> Option<String> {
    let message = "the part before it may be left out, and every key has this one: only the last parts are left out";
    (before.omit_none && !part.omit_none).then(|| message.to_owned())
}

/// Nothing sorts between a key and the same one with a NUL byte.
fn not_before(before: &PartLayout, part: &PartLayout) -> Option<String> {
    let separator = before.separator.as_deref().filter(|_| part.omit_none)?;
    let sorts_between = !before.terminated && separator != [0];
    sorts_between.then(|| {
        format!(
            "the separator {} before it is not written if it has no value, so that other keys would sort between: \
             expected \"\\0\", or a terminator",
            quoted(separator)
        )
    })
}

/// Without a value, a part before others is only its terminator, which must sort before all values. Of a descending part,
/// the layout has the inverted byte.
fn not_by_nul(before: &PartLayout) -> Option<String> {
    let terminator = before.separator.as_deref();
    let terminator = terminator.filter(|_| before.omit_none && before.terminated)?;
    let is_nul = terminator == [0] || before.is_desc_terminated();
    (!is_nul).then(|| {
        format!(
            "the part before it may be left out, and its terminator is {}: expected \"\\0\"",
            quoted(terminator)
        )
    })
}

/// The bytes that feed a salt end where the key does, or with a part that every row has.
fn not_fed_together(before: &PartLayout, part: &PartLayout) -> Option<String> {
    let are_left_out = before.omit_none && part.omit_none;
    let message = "it feeds no salt, but a part before it that may be left out does: mark it with `salt`, too";
    let is_fault = are_left_out && before.salt.is_some() && part.salt.is_none();
    is_fault.then(|| message.to_owned())
}

fn not_hashed(key: &KeyLayout, part: &PartLayout) -> Option<String> {
    let text = part.salt.as_ref().filter(|_| part.omit_none)?;
    let salt = &key.salt.as_ref()?.salt;
    let is_hash = !matches!(salt, Salt::RegionNumber { .. } | Salt::Modulo { .. });
    let message =
        "a part that may be left out feeds only salts that hash whole parts, such as `buckets`";
    (!is_hash || *text != SaltText::Whole).then(|| message.to_owned())
}
