//! Checks of a description's members.

use std::fmt::Debug;

use super::{Description, DescriptionError};

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

/// Checks the derived members that are present.
pub(super) fn check_derived(
    found: &Description,
    follows: &Description,
) -> Result<(), DescriptionError> {
    same("key.width", &found.key.width, &follows.key.width)?;
    same("key.text", &found.key.text, &follows.key.text)?;
    if let (Some(found), Some(follows)) = (&found.key.salt, &follows.key.salt) {
        same("key.salt.width", &found.width, &follows.width)?;
        same("key.salt.text", &found.text, &follows.text)?;
        same("key.salt.from", &found.from, &follows.from)?;
    }
    for (at, (found, follows)) in found.key.parts.iter().zip(&follows.key.parts).enumerate() {
        let path = |member: &str| format!("key.parts[{at}].{member}");
        same(&path("offset"), &found.offset, &follows.offset)?;
        same(&path("width"), &found.width, &follows.width)?;
    }
    same("splits.keys", &found.splits.keys, &follows.splits.keys)?;
    same("ddl", &found.ddl, &follows.ddl)
}

#[allow(clippy::ref_option, reason = "derived members are optional")]
fn same<T: PartialEq + Debug>(
    path: &str,
    found: &Option<T>,
    follows: &Option<T>,
) -> Result<(), DescriptionError> {
    let Some(value) = found.as_ref().filter(|_| found != follows) else {
        return Ok(());
    };
    let follows = match follows {
        Some(follows) => format!("{follows:?}"),
        None => "nothing, for it varies".to_owned(),
    };
    let message = format!(
        "found {value:?}, but {follows} follows from the other members: correct them, or leave it out"
    );
    Err(DescriptionError::at(path, message))
}
