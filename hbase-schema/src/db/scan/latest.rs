//! The direction in which the newest rows come first.

use hbase_model::{Encoding, KeyLayout, PartLayout};

/// Whether the newest rows come last in key order, so that a scan for them is reversed.
///
/// # Errors
/// A message where there is no such order: the key has no time, or a part before it has no value.
pub(super) fn is_newest_last(layout: &KeyLayout, given: usize) -> Result<bool, String> {
    let time = layout
        .parts
        .iter()
        .position(|part| newest_first(part).is_some());
    let Some(index) = time else {
        return Err(
            "`newest_first` needs a time in the row key, and this key has none: where versions are the times, use `history`; to go against the key order, use `reversed`"
                .to_owned(),
        );
    };
    if index > given {
        let missing = &layout.parts[given].name;
        let time = &layout.parts[index].name;
        return Err(format!(
            "`newest_first` goes by `{time}`, but rows are ordered by `{missing}` first: give `{missing}` a value"
        ));
    }
    Ok(newest_first(&layout.parts[index]) == Some(false))
}

/// Whether newer times have smaller bytes; `None` if the part is no time.
fn newest_first(part: &PartLayout) -> Option<bool> {
    // Reversed digits do not sort by time.
    if part.reverse {
        return None;
    }
    match part.encoding {
        Encoding::Millis { newest_first, .. } | Encoding::TimeDigits { newest_first, .. } => {
            Some(newest_first != part.desc)
        }
        Encoding::TimeOfDay { .. } => Some(part.desc),
        _ => None,
    }
}
