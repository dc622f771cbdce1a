//! Errors of rows.

use crate::codec::CodecError;
use crate::key::KeyError;

/// An error from encoding or decoding a row. One pointer, so that results stay small.
#[derive(Clone, Debug, thiserror::Error)]
#[error(transparent)]
pub struct RowError(Box<RowErrorKind>);

impl RowError {
    /// The kind of error.
    pub fn kind(&self) -> &RowErrorKind {
        &self.0
    }

    /// The kind of error, owned.
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

/// The kind of a [`RowError`].
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RowErrorKind {
    /// The row's key is invalid.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// A field's value cannot be encoded as a cell.
    #[error("{row}, row `{key}`: field `{field}` for the column {column}: {cause}")]
    Encode {
        /// The row's type.
        row: &'static str,
        /// The row key, as `HBase`'s shell prints it.
        key: Box<str>,
        /// The field.
        field: &'static str,
        /// Family and qualifier.
        column: Box<str>,
        /// The value found and the value expected.
        cause: CodecError,
    },
    /// A cell's bytes cannot be decoded as the field's type.
    #[error(
        "{row}, row `{key}`: column {column} holds `{value}`, which is not a valid {expected}, for field `{field}`: {cause}"
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
        /// The value found and the value expected.
        cause: CodecError,
    },
    /// A required cell is absent.
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
    /// A version of a row lacks a cell.
    #[error(
        "{row}, row `{key}`: column {column} is absent in the version {version}, expected one for field `{field}`: only other columns were written then, or the live family keeps fewer versions than it declares (VERSIONS => {kept}): make the field an `Option`, or read single columns by `.columns(…)`"
    )]
    MissingInVersion {
        /// The row's type.
        row: &'static str,
        /// The row key, as `HBase`'s shell prints it.
        key: Box<str>,
        /// The field.
        field: &'static str,
        /// Family and qualifier.
        column: Box<str>,
        /// The version: its cells' timestamp.
        version: i64,
        /// The versions that the column's family keeps, as declared.
        kept: u32,
    },
    /// The field that holds the cells' timestamp is outside of all periods.
    #[error("{row}, row `{key}`: field `{field}`, the cells' timestamp: {cause}")]
    EncodeVersion {
        /// The row's type.
        row: &'static str,
        /// The row key, as `HBase`'s shell prints it.
        key: Box<str>,
        /// The field.
        field: &'static str,
        /// The value found and the value expected.
        cause: CodecError,
    },
    /// The field's type cannot represent the cells' timestamp.
    #[error("{row}, row `{key}`: field `{field}`, the cells' timestamp: {cause}")]
    DecodeVersion {
        /// The row's type.
        row: &'static str,
        /// The row key, as `HBase`'s shell prints it.
        key: Box<str>,
        /// The field.
        field: &'static str,
        /// The value found and the value expected.
        cause: CodecError,
    },
    /// A row has more dynamic columns than are read with it.
    #[error(
        "{row}, row `{key}`: the family {family} holds more than the {limit} dynamic columns that are read with a row for field `{field}`, counting those that the struct does not declare: read them page by page or as a stream, by `db.dynamic(…)`, and make the field a `Dynamic<Q, V>`; or raise its `limit` in `#[column]`"
    )]
    TooManyColumns {
        /// The row's type.
        row: &'static str,
        /// The row key, as `HBase`'s shell prints it.
        key: Box<str>,
        /// The field.
        field: &'static str,
        /// The family.
        family: &'static str,
        /// The maximum number of columns.
        limit: u32,
    },
    /// A row has too many cells, all versions together, so its versions may lack columns.
    #[error(
        "{row}, row `{key}`: the family {family} holds {most} cells or more in the versions that are read, at which the row is cut off, so that versions may lack columns of field `{field}`: raise its `limit` in `#[column]`, from which the number follows; or read its columns by `db.dynamic(…)`, with the `time_range` of a version"
    )]
    TooManyVersions {
        /// The row's type.
        row: &'static str,
        /// The row key, as `HBase`'s shell prints it.
        key: Box<str>,
        /// The field.
        field: &'static str,
        /// The family.
        family: &'static str,
        /// The number of cells at which the row is cut off.
        most: u32,
    },
    /// A row with a map of dynamic columns cannot replace another one.
    #[error(
        "{row}, row `{key}`: field `{field}` holds dynamic columns, and which of the old row's to delete is not known without reading them, expected a struct without such a map: use `put`, and delete columns by `db.dynamic(…).delete_range()`"
    )]
    ReplacesDynamic {
        /// The row's type.
        row: &'static str,
        /// The row key, as `HBase`'s shell prints it.
        key: Box<str>,
        /// The field.
        field: &'static str,
    },
    /// The row has no cells: its struct only declares dynamic columns, which are not written with it.
    #[error(
        "{row}, row `{key}`: found no column that is written with the row, expected at least one value: HBase keeps no empty rows; dynamic columns are written by `db.dynamic(…).put(…)`, which makes the row"
    )]
    OnlyDynamic {
        /// The row's type.
        row: &'static str,
        /// The row key, as `HBase`'s shell prints it.
        key: Box<str>,
    },
    /// The row has no cells: every column is `None`.
    #[error(
        "{row}, row `{key}`: every column is `None`, expected at least one value: HBase keeps no empty rows; to remove the row, delete it"
    )]
    Empty {
        /// The row's type.
        row: &'static str,
        /// The row key, as `HBase`'s shell prints it.
        key: Box<str>,
    },
    /// The row has no cells except counters, which only increments write.
    #[error(
        "{row}, row `{key}`: found no value but in counters, which a put leaves as they are, expected one in another column: count with `increment`, which makes the row where it is missing, or set a counter with `set_counter`"
    )]
    OnlyCounters {
        /// The row's type.
        row: &'static str,
        /// The row key, as `HBase`'s shell prints it.
        key: Box<str>,
    },
    /// The cells exceed the limits of a request.
    #[error("{row}, row `{key}`: {cause}")]
    Model {
        /// The row's type.
        row: &'static str,
        /// The row key, as `HBase`'s shell prints it.
        key: Box<str>,
        /// The exceeded limit.
        cause: hbase_backend::Error,
    },
}
