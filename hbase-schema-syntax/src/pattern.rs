//! Patterns of times, as in `salt = format("yyyyMM")`.

/// The letters a pattern may hold.
const FIELDS: [&str; 7] = ["yyyy", "SSS", "MM", "dd", "HH", "mm", "ss"];

/// What is wrong with a pattern.
pub(crate) fn check(pattern: &str) -> Result<(), String> {
    let mut rest = pattern;
    let mut found = false;
    while let Some(first) = rest.chars().next() {
        if let Some(field) = FIELDS.iter().find(|f| rest.starts_with(**f)) {
            found = true;
            rest = &rest[field.len()..];
        } else if first.is_ascii_alphabetic() {
            return Err(format!(
                "`{first}` in the pattern `{pattern}` is none of `yyyy`, `MM`, `dd`, `HH`, `mm`, `ss`, `SSS`"
            ));
        } else {
            rest = &rest[first.len_utf8()..];
        }
    }
    if found {
        return Ok(());
    }
    Err(format!(
        "the pattern `{pattern}` says nothing of a time: write `format(\"yyyyMM\")`"
    ))
}
