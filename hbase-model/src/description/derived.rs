//! Checks of the derived members.

use std::fmt::Debug;

use super::{Description, DescriptionError, Key};
use crate::name::DatedName;

/// Checks the derived members that are present.
pub(super) fn check_derived(
    found: &Description,
    follows: &Description,
) -> Result<(), DescriptionError> {
    check_key("key", &found.key, &follows.key)?;
    if let (Some(found), Some(follows)) = (&found.key.salt, &follows.key.salt) {
        same("key.salt.width", &found.width, &follows.width)?;
        same("key.salt.text", &found.text, &follows.text)?;
        same("key.salt.from", &found.from, &follows.from)?;
    }
    for (at, (found, follows)) in found.indexes.iter().zip(&follows.indexes).enumerate() {
        let path = |member: &str| format!("indexes[{at}].{member}");
        same(&path("family"), &found.family, &follows.family)?;
        same(&path("qualifier"), &found.qualifier, &follows.qualifier)?;
        let (found, follows) = (&found.splits, &follows.splits);
        same(&path("splits.keys"), &found.keys, &follows.keys)?;
    }
    same("index_states", &found.index_states, &follows.index_states)?;
    same("splits.keys", &found.splits.keys, &follows.splits.keys)?;
    // Earlier versions wrote a statement with the date's letters.
    match DatedName::parse(&found.name) {
        Ok(Some(_)) => Ok(()),
        _ => same("ddl", &found.ddl, &follows.ddl),
    }
}

/// Checks the derived members of a key, or of a qualifier.
pub(super) fn check_key(path: &str, found: &Key, follows: &Key) -> Result<(), DescriptionError> {
    same(&format!("{path}.width"), &found.width, &follows.width)?;
    same(&format!("{path}.text"), &found.text, &follows.text)?;
    for (at, (found, follows)) in found.parts.iter().zip(&follows.parts).enumerate() {
        let path = |member: &str| format!("{path}.parts[{at}].{member}");
        same(&path("offset"), &found.offset, &follows.offset)?;
        same(&path("width"), &found.width, &follows.width)?;
    }
    Ok(())
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
