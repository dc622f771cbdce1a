//! Errors of policies and of the values that they are applied to.

use std::fmt;

use crate::finding::PolicyFinding;
use crate::position::Position;

/// An error in a policy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// Text that is not JSON.
    #[error("{position}: not JSON: {message}")]
    Json {
        /// Where reading stopped.
        position: Position,
        /// The cause.
        message: String,
    },
    /// A member that is unknown, missing, or of the wrong type.
    #[error("{position}: `{path}`: {message}")]
    Member {
        /// The member: `[1].length` is the member `length` of the array's element 1, the first part.
        path: String,
        /// Its position; that of its object if it is missing.
        position: Position,
        /// What was found, and what was expected.
        message: String,
    },
    /// A file that is too long to be a policy.
    #[error("found a policy of {found} bytes, expected at most {most}")]
    Size {
        /// The bytes found.
        found: usize,
        /// The maximum bytes.
        most: usize,
    },
    /// A policy with errors, which makes no keys.
    #[error("{}", list(.errors))]
    Invalid {
        /// The errors of [`check`](crate::RowKeyPolicy::check).
        errors: Vec<PolicyFinding>,
    },
}

fn list(errors: &[PolicyFinding]) -> String {
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    errors.join("; ")
}

/// An error in a row's values: it makes no key.
///
/// ```text
/// column `DATA_TYPE`, rule `length`: found 5 characters, expected at most 4: "D0100"
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.line())]
pub struct KeyError {
    /// The source column; `None` for the running number and for the whole key.
    pub column: Option<String>,
    /// The rule that the value breaks.
    pub rule: KeyRule,
    /// What was found, and what was expected.
    pub message: String,
    /// The value as it was when the rule was applied, cut to 200 characters; `None` for NULL.
    pub value: Option<String>,
}

/// A rule that a value can break. It displays as the policy's member, if it is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KeyRule {
    /// One value per column.
    Values,
    /// A value, not NULL.
    Null,
    /// The maximum bytes of a value.
    Size,
    /// `replaceSourceChar` and `replaceChar`.
    Replace,
    /// `regex`.
    Regex,
    /// `cutStart`.
    Cut,
    /// `length`.
    Length,
    /// `splitChar`.
    Separator,
    /// `startNumber` and `numberStep`.
    Number,
    /// `salt`.
    Salt,
    /// 1 to 32767 bytes.
    Key,
}

impl fmt::Display for KeyRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Values => "number of values",
            Self::Null => "NULL",
            Self::Size => "size of values",
            Self::Replace => "replaceChar",
            Self::Regex => "regex",
            Self::Cut => "cutStart",
            Self::Length => "length",
            Self::Separator => "splitChar",
            Self::Number => "startNumber",
            Self::Salt => "salt",
            Self::Key => "length of keys",
        })
    }
}

impl KeyError {
    fn line(&self) -> String {
        let column = self.column.as_ref();
        let column = column.map_or_else(String::new, |column| format!("column `{column}`, "));
        let value = self.value.as_ref();
        let value = value.map_or_else(String::new, |value| format!(": {value:?}"));
        format!("{column}rule `{}`: {}{value}", self.rule, self.message)
    }
}

/// An error of the caller's running numbers: no number is left, or the store that provides them fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NumberError(pub String);
