//! Which part of a key an error is about.

use hbase_model::LayoutError;

/// The part's name, where the error is about one.
pub(crate) fn part_of(error: &LayoutError) -> Option<&str> {
    match error {
        LayoutError::WrongKind { part, .. }
        | LayoutError::Value { part, .. }
        | LayoutError::Bytes { part, .. }
        | LayoutError::SeparatorInside { part, .. }
        | LayoutError::MissingSeparator { part, .. }
        | LayoutError::MissingBytes { part, .. }
        | LayoutError::NotSelfDelimiting { part }
        | LayoutError::SaltNeeds { part, .. }
        | LayoutError::Unparsable { part, .. } => Some(part),
        LayoutError::UnknownPart { found, .. } => Some(found),
        LayoutError::SaltMismatch { .. } | LayoutError::SaltNeedsNumber { .. } => Some("salt"),
        _ => None,
    }
}
