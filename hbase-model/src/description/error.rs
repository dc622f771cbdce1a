//! Errors of descriptions.

use std::fmt::Display;

/// An error in a description.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DescriptionError {
    /// Invalid JSON, or members that are missing or unknown.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// Another format.
    #[error(
        "found the format `{found}`, expected `{}`: write the description again with this version",
        super::FORMAT
    )]
    Format {
        /// The format found.
        found: String,
    },
    /// A newer version of the format.
    #[error(
        "found a description of the version {found}, expected the version {newest} or an older one: use the version of \
         `hbase-schema` that wrote it, or write it again with this one"
    )]
    Newer {
        /// The version found.
        found: u32,
        /// The newest version that can be read.
        newest: u32,
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

    /// The same error, within the member `path`.
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
