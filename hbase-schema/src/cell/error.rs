//! What can be wrong with a row.

use crate::codec::CodecError;
use crate::key::KeyError;

/// Why a row could not be written or read. One pointer, so that results stay small.
#[derive(Clone, Debug, thiserror::Error)]
#[error(transparent)]
pub struct RowError(Box<RowErrorKind>);

impl RowError {
    /// What went wrong.
    pub fn kind(&self) -> &RowErrorKind {
        &self.0
    }

    /// What went wrong.
    pub fn into_kind(self) -> RowErrorKind {
        *self.0
    }
}

impl From<RowErrorKind> for RowError {
    #[cold]
    fn from(kind: RowErrorKind) -> Self {
        Self(Box::new(kind))
    }
}

impl From<KeyError> for RowError {
    #[cold]
    fn from(error: KeyError) -> Self {
        RowErrorKind::from(error).into()
    }
}

/// What went wrong with a row.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RowErrorKind {
    /// The key.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// A field's value has no bytes in its cell.
    #[error("{row}, row `{key}`: field `{field}` for the column {column}: {source}")]
    Encode {
        /// The row's type.
        row: &'static str,
        /// The row key, as `HBase`'s shell prints it.
        key: Box<str>,
        /// The field.
        field: &'static str,
        /// Family and qualifier.
        column: Box<str>,
        /// What was found and expected.
        source: CodecError,
    },
    /// A cell's bytes have no value of the field's type.
    #[error(
        "{row}, row `{key}`: column {column} holds `{value}`, which is no {expected}, for field `{field}`: {source}"
    )]
    Decode {
        /// The row's type.
        row: &'static str,
        /// The row key, as `HBase`'s shell prints it.
        key: Box<str>,
        /// The field.
        field: &'static str,
        /// Family and qualifier.
        column: Box<str>,
        /// The field's type.
        expected: &'static str,
        /// The cell's value, as `HBase`'s shell prints it.
        value: Box<str>,
        /// What was found and expected.
        source: CodecError,
    },
    /// A cell is not there.
    #[error(
        "{row}, row `{key}`: column {column} is absent, expected a {expected} for field `{field}`: make the field an `Option`, or give it a `default`"
    )]
    Missing {
        /// The row's type.
        row: &'static str,
        /// The row key, as `HBase`'s shell prints it.
        key: Box<str>,
        /// The field.
        field: &'static str,
        /// Family and qualifier.
        column: Box<str>,
        /// The field's type.
        expected: &'static str,
    },
    /// There is no cell to write.
    #[error(
        "{row}, row `{key}`: every column is `None`, expected at least one value: HBase keeps no empty rows; to remove the row, delete it"
    )]
    Empty {
        /// The row's type.
        row: &'static str,
        /// The row key, as `HBase`'s shell prints it.
        key: Box<str>,
    },
    /// The cells do not fit in a request.
    #[error("{row}, row `{key}`: {source}")]
    Model {
        /// The row's type.
        row: &'static str,
        /// The row key, as `HBase`'s shell prints it.
        key: Box<str>,
        /// What does not fit.
        source: hbase_model::Error,
    },
}
