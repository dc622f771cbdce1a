//! Checks the options of text and bytes in keys, as the derive does for a struct.

use super::DescriptionError;
use crate::layout::separator::quoted;
use crate::layout::{Encoding, PartLayout};

pub(super) fn check_text(path: &str, part: &PartLayout) -> Result<(), DescriptionError> {
    check_direction(path, &part.encoding, part.reverse, part.desc)?;
    let (member, message) = match &part.encoding {
        Encoding::LengthPrefixed { .. } if part.terminated => {
            ("terminated", Some(ENDED.to_owned()))
        }
        Encoding::Labels { separator } => ("separator", between_labels(part, *separator)),
        Encoding::Escaped(_) => ("encoding.replacements", not_replaced(part)),
        _ => return Ok(()),
    };
    let error = |message| DescriptionError::at(format!("{path}.{member}"), message);
    message.map_or(Ok(()), |message| Err(error(message)))
}

/// Checks that values of this encoding may be written backwards, or in descending order.
pub(super) fn check_direction(
    path: &str,
    encoding: &Encoding,
    backwards: bool,
    descending: bool,
) -> Result<(), DescriptionError> {
    let backwards = not_backwards(encoding).filter(|_| backwards);
    if let Some(message) = backwards {
        return Err(DescriptionError::at(format!("{path}.backwards"), message));
    }
    let descending = not_descending(encoding).filter(|_| descending);
    descending.map_or(Ok(()), |message| {
        Err(DescriptionError::at(format!("{path}.descending"), message))
    })
}

const ENDED: &str = "the length determines where the part ends: leave it out";

const fn not_backwards(encoding: &Encoding) -> Option<&'static str> {
    Some(match encoding {
        Encoding::Escaped(_) => "escaped text is not written backwards: leave it out",
        Encoding::LengthPrefixed { .. } => {
            "the length before the value would be written backwards, too: leave it out"
        }
        Encoding::Labels { .. } => {
            "it reverses the characters, and the encoding the labels: leave it out"
        }
        Encoding::List(_) => "a list is not written backwards: leave it out",
        _ => return None,
    })
}

const fn not_descending(encoding: &Encoding) -> Option<&'static str> {
    Some(match encoding {
        Encoding::Escaped(_) => "escaped text is only written in ascending order: leave it out",
        Encoding::LengthPrefixed { .. } => {
            "the length comes first, so the values are in no order: leave it out"
        }
        Encoding::Labels { .. } => {
            "reversed labels are only written in ascending order: leave it out"
        }
        Encoding::List(_) => "a list is only written in ascending order: leave it out",
        _ => return None,
    })
}

fn between_labels(part: &PartLayout, labels: u8) -> Option<String> {
    let separator = part.separator.as_deref()?;
    separator.contains(&labels).then(|| {
        format!(
            "found {}, but {} is between the labels, too: take another separator",
            quoted(separator),
            quoted(&[labels])
        )
    })
}

fn not_replaced(part: &PartLayout) -> Option<String> {
    let (Encoding::Escaped(escape), Some(separator)) = (&part.encoding, &part.separator) else {
        return None;
    };
    escape.may_contain(separator).then(|| {
        let (separator, remedy) = (quoted(separator), escape.remedy(separator));
        format!("a text may contain the separator {separator}: {remedy}")
    })
}
