//! The strict rules.

use super::{NameErrorKind, NameKind, TableName};

pub(super) fn check_name(
    kind: NameKind,
    name: &str,
    allow_length: bool,
) -> Result<(), NameErrorKind> {
    if kind == NameKind::Namespace && name == TableName::DEFAULT_NAMESPACE {
        return Ok(());
    }
    check_letters(kind, name)?;
    if allow_length {
        return Ok(());
    }
    check_length(kind, name)
}

fn check_letters(kind: NameKind, name: &str) -> Result<(), NameErrorKind> {
    let first = name.chars().next().ok_or(NameErrorKind::Empty)?;
    if !first.is_ascii_uppercase() {
        return Err(NameErrorKind::First(first));
    }
    match name
        .chars()
        .enumerate()
        .find(|(_, found)| !allowed(kind, *found))
    {
        Some((at, found)) => Err(NameErrorKind::Character { found, at }),
        None => Ok(()),
    }
}

/// Whether a character is allowed after the first one.
fn allowed(kind: NameKind, character: char) -> bool {
    let underscore = matches!(kind, NameKind::Table | NameKind::Qualifier);
    character.is_ascii_uppercase() || character.is_ascii_digit() || (underscore && character == '_')
}

fn check_length(kind: NameKind, name: &str) -> Result<(), NameErrorKind> {
    let (min, max) = lengths(kind);
    if name.len() < min || name.len() > max {
        return Err(NameErrorKind::Length {
            found: name.len(),
            min,
            max,
        });
    }
    Ok(())
}

/// Minimum and maximum characters.
pub(super) const fn lengths(kind: NameKind) -> (usize, usize) {
    match kind {
        NameKind::Namespace => (4, 8),
        NameKind::Table => (8, 16),
        NameKind::Family => (1, 6),
        NameKind::Qualifier => (1, 16),
    }
}
