//! Bounds of members.

use std::fmt::Debug;

use super::DescriptionError;

/// The member, if it is one of `expected`.
pub(super) fn one_of<T: PartialEq + Debug + Copy>(
    path: &str,
    found: T,
    expected: &[T],
) -> Result<T, DescriptionError> {
    if expected.contains(&found) {
        return Ok(found);
    }
    let message = format!("found {found:?}, expected one of {expected:?}");
    Err(DescriptionError::at(path, message))
}

/// The member, if it is within the bounds.
pub(super) fn between<T: PartialOrd + Debug + Copy>(
    path: &str,
    found: T,
    least: T,
    most: T,
) -> Result<T, DescriptionError> {
    if (least..=most).contains(&found) {
        return Ok(found);
    }
    let message = format!("found {found:?}, expected {least:?} to {most:?}");
    Err(DescriptionError::at(path, message))
}
