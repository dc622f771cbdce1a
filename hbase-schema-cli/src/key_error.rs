//! Errors of row keys as errors of the command.

use hbase_model::LayoutError;

use crate::error::CliError;
use crate::text::counted;

/// Converts an error; `what` is the start of its message.
pub(crate) fn of(what: &str, error: &LayoutError) -> CliError {
    let usage = |error: String| CliError::usage(format_args!("{what}: {error}"));
    match error {
        LayoutError::Unparsable {
            part,
            text,
            expected,
        } => usage(format!("part `{part}` cannot be read"))
            .expected(expected)
            .found(format_args!("{text:?}")),
        LayoutError::MissingBytes {
            part,
            expected,
            found,
        } => usage(format!("it ends inside the part `{part}`"))
            .expected(counted(*expected as u64, "byte"))
            .found(format_args!("{found} at the key's end")),
        LayoutError::Trailing { found } => {
            usage("it continues after its last part".to_owned()).found(format_args!("\"{found}\""))
        }
        LayoutError::MissingSeparator {
            part,
            separator,
            found,
        } => usage(format!("the part `{part}` is not closed"))
            .expected(format_args!("the separator {separator} after it"))
            .found(format_args!("\"{found}\"")),
        LayoutError::SaltMismatch {
            salt,
            expected,
            found,
        } => usage(format!("the salt `{salt}` does not match the parts"))
            .expected(format_args!("\"{expected}\""))
            .found(format_args!("\"{found}\"")),
        LayoutError::UndeclaredCode { part, found, known } => {
            usage(format!("part `{part}` has no such code"))
                .expected(format_args!("one of {known}"))
                .found(format_args!("{found:?}"))
        }
        other => usage(other.to_string()),
    }
}

/// The name of the key part at fault.
pub(crate) fn part_of(error: &LayoutError) -> Option<&str> {
    match error {
        LayoutError::WrongKind { part, .. }
        | LayoutError::Value { part, .. }
        | LayoutError::Bytes { part, .. }
        | LayoutError::SeparatorInside { part, .. }
        | LayoutError::MissingSeparator { part, .. }
        | LayoutError::MissingBytes { part, .. }
        | LayoutError::NotSelfDelimiting { part }
        | LayoutError::OwnEnd { part, .. }
        | LayoutError::SaltNeeds { part, .. }
        | LayoutError::UndeclaredCode { part, .. }
        | LayoutError::Unparsable { part, .. } => Some(part),
        LayoutError::UnknownPart { found, .. } => Some(found),
        LayoutError::SaltMismatch { .. }
        | LayoutError::SaltNeedsNumber { .. }
        | LayoutError::SaltNeedsOne { .. } => Some("salt"),
        _ => None,
    }
}
