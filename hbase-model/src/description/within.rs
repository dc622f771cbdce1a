//! Checks of what stands in a description.

use std::fmt::Debug;

use super::{Description, DescriptionError};

/// The member, where it is one of these.
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

/// The member, where it lies between these two.
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

/// What follows from the rest, where it was said, against what does follow.
pub(super) fn check_derived(
    said: &Description,
    follows: &Description,
) -> Result<(), DescriptionError> {
    same(
        "key.width",
        said.key.width.as_ref(),
        follows.key.width.as_ref(),
    )?;
    same(
        "key.text",
        said.key.text.as_ref(),
        follows.key.text.as_ref(),
    )?;
    if let (Some(said), Some(follows)) = (&said.key.salt, &follows.key.salt) {
        same(
            "key.salt.width",
            said.width.as_ref(),
            follows.width.as_ref(),
        )?;
        same("key.salt.text", said.text.as_ref(), follows.text.as_ref())?;
        same("key.salt.from", said.from.as_ref(), follows.from.as_ref())?;
    }
    for (at, (said, follows)) in said.key.parts.iter().zip(&follows.key.parts).enumerate() {
        let path = |member: &str| format!("key.parts[{at}].{member}");
        same(
            &path("offset"),
            said.offset.as_ref(),
            follows.offset.as_ref(),
        )?;
        same(&path("width"), said.width.as_ref(), follows.width.as_ref())?;
    }
    same(
        "splits.keys",
        said.splits.keys.as_ref(),
        follows.splits.keys.as_ref(),
    )?;
    same("ddl", said.ddl.as_ref(), follows.ddl.as_ref())
}

fn same<T: PartialEq + Debug>(
    path: &str,
    said: Option<&T>,
    follows: Option<&T>,
) -> Result<(), DescriptionError> {
    if said.is_none() || said == follows {
        return Ok(());
    }
    let follows = follows.map_or_else(|| "nothing, for it varies".to_owned(), |v| format!("{v:?}"));
    let said = said.map(|value| format!("{value:?}")).unwrap_or_default();
    let message = format!(
        "found {said}, but {follows} follows from the other members: correct them, or leave it out"
    );
    Err(DescriptionError::at(path, message))
}
