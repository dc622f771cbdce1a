//! What can be wrong with a description.

use std::fmt::Display;

/// What is wrong with a description.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DescriptionError {
    /// No JSON, or members that are missing or unknown.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A version that is not known here.
    #[error(
        "found the format `{found}`, expected `{}`: write the description again with this version",
        super::FORMAT
    )]
    Format {
        /// What the description says.
        found: String,
    },
    /// A member that says what cannot be.
    #[error("`{path}`: {message}")]
    Member {
        /// The member, as `key.parts[1].encoding`.
        path: String,
        /// What is wrong with it.
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
}
