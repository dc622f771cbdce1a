//! Errors of descriptions.

use std::fmt::Display;

/// An error in a description.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DescriptionError {
    /// Invalid JSON, or members that are missing or unknown.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// An unknown version.
    #[error(
        "found the format `{found}`, expected `{}`: write the description again with this version",
        super::FORMAT
    )]
    Format {
        /// The version found.
        found: String,
    },
    /// A member with an invalid value.
    #[error("`{path}`: {message}")]
    Member {
        /// The member's path, such as `key.parts[1].encoding`.
        path: String,
        /// The value found and the value expected.
        message: String,
    },
}

impl DescriptionError {
    pub(super) fn at(path: impl Into<String>, message: impl Display) -> Self {
        Self::Member {
            path: path.into(),
            message: message.to_string(),
        }
    }

    /// The same within the member `path`.
    pub(super) fn below(self, path: &str) -> Self {
        match self {
            Self::Member {
                path: member,
                message,
            } => Self::at(format!("{path}.{member}"), message),
            other => other,
        }
    }
}
