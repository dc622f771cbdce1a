//! Checks lists in keys, as the derive does for a struct.

use super::DescriptionError;
use crate::layout::{Encoding, PartLayout};

pub(super) fn check_list(
    path: &str,
    first: bool,
    last: bool,
    part: &PartLayout,
) -> Result<(), DescriptionError> {
    if !matches!(part.encoding, Encoding::List(_)) {
        return Ok(());
    }
    let faults = [
        (first, "encoding", FIRST),
        (!last, "encoding", NOT_LAST),
        (part.separator.is_some(), "separator", ENDED),
        (part.omit_none, "omit_none", OMITTED),
    ];
    match faults.into_iter().find(|(is_fault, ..)| *is_fault) {
        None => Ok(()),
        Some((_, member, message)) => {
            Err(DescriptionError::at(format!("{path}.{member}"), message))
        }
    }
}

const FIRST: &str = "a list is the first part: without elements, the key would be empty";
const NOT_LAST: &str = "a list ends where the key does, and other parts follow: move it to the end";
const ENDED: &str = "a list ends where the key does: leave it out";
const OMITTED: &str = "a list without elements has no bytes already: leave it out";
