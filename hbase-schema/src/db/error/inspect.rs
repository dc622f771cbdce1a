//! The context, the cause and the kind of an error, and whether its call may have had an effect.

use super::context::ErrorContext;
use super::kind::ErrorKind;
use super::types::Error;
use crate::cell::RowErrorKind;
use crate::key::KeyError;

impl Error {
    /// The call that failed, with its table, row and column; `None` for errors of many rows, of many steps, and of
    /// settings.
    pub fn context(&self) -> Option<&ErrorContext> {
        match self {
            Self::Backend { context, .. }
            | Self::Row { context, .. }
            | Self::Key { context, .. }
            | Self::Request { context, .. }
            | Self::Cursor { context, .. }
            | Self::Conflict { context, .. }
            | Self::Exists { context } => Some(context),
            #[cfg(feature = "index")]
            Self::Index { context, .. } => Some(context),
            Self::Changed(changed) => Some(&changed.context),
            Self::Layout(error) => Some(&error.context),
            Self::Columns(error) => error.cause.context(),
            Self::Batch(_) | Self::Differs(_) | Self::Apply(_) | Self::Settings(_) => None,
        }
    }

    /// The backend's error, if this is one.
    pub fn as_backend(&self) -> Option<&hbase_backend::Error> {
        match self {
            Self::Backend { cause, .. } => Some(cause),
            Self::Apply(error) => error.cause().and_then(Self::as_backend),
            Self::Columns(error) => error.cause.as_backend(),
            _ => None,
        }
    }

    /// Whether a table, or its namespace, does not exist.
    pub(crate) fn is_missing_table(&self) -> bool {
        use hbase_backend::Error as Cause;
        matches!(
            self.as_backend(),
            Some(Cause::TableNotFound { .. } | Cause::NamespaceNotFound { .. })
        )
    }

    /// The kind, to match on.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Backend { cause, .. } => ErrorKind::of_backend(cause),
            Self::Row { cause, .. } => of_row(cause.kind()),
            Self::Key { cause, .. } => of_key(cause),
            Self::Request { .. } => ErrorKind::InvalidRequest,
            Self::Cursor { .. } => ErrorKind::InvalidCursor,
            Self::Exists { .. } => ErrorKind::AlreadyExists,
            Self::Conflict { .. } => ErrorKind::Unavailable,
            Self::Changed(_) => ErrorKind::Changed,
            Self::Batch(error) => error.kind(),
            Self::Columns(error) => error.cause.kind(),
            Self::Differs(_) => ErrorKind::Differs,
            Self::Layout(_) => ErrorKind::Layout,
            Self::Apply(error) => {
                ErrorKind::of_all(error.failures().iter().map(|failed| failed.error.kind()))
            }
            #[cfg(feature = "index")]
            Self::Index { cause, .. } => of_index(cause),
            Self::Settings(_) => ErrorKind::Settings,
        }
    }

    /// Whether a retry may succeed: [`ErrorKind::is_retryable`].
    pub fn is_retryable(&self) -> bool {
        self.kind().is_retryable()
    }

    /// Whether the failed request certainly changed nothing; earlier requests of a call on many rows may have. If this
    /// returns `false`, a write may have taken effect: read before you write again.
    pub fn is_without_effect(&self) -> bool {
        match self {
            Self::Backend { cause, .. } => cause.is_without_effect(),
            Self::Row { .. } | Self::Key { .. } => {
                matches!(self.kind(), ErrorKind::Encode | ErrorKind::InvalidRequest)
            }
            Self::Exists { .. }
            | Self::Conflict { .. }
            | Self::Changed(_)
            | Self::Request { .. }
            | Self::Cursor { .. }
            | Self::Layout(_)
            | Self::Settings(_) => true,
            #[cfg(feature = "index")]
            Self::Index { cause, .. } => is_index_unchanged(cause),
            _ => false,
        }
    }

    /// Whether a failed write may have taken effect: no response arrived, or the connection was lost before it.
    pub(super) fn is_uncertain(&self) -> bool {
        use hbase_backend::Error as Cause;
        matches!(
            self.as_backend(),
            Some(Cause::DeadlineExceeded { .. } | Cause::Io { .. })
        )
    }

    /// Whether it is a timeout. A write may have taken effect nevertheless.
    pub fn is_timeout(&self) -> bool {
        self.kind() == ErrorKind::Timeout
    }
}

fn of_row(kind: &RowErrorKind) -> ErrorKind {
    match kind {
        RowErrorKind::Key(error) => of_key(error),
        RowErrorKind::Decode { .. }
        | RowErrorKind::DecodeVersion { .. }
        | RowErrorKind::Missing { .. }
        | RowErrorKind::MissingInVersion { .. } => ErrorKind::Decode,
        RowErrorKind::Encode { .. } | RowErrorKind::EncodeVersion { .. } => ErrorKind::Encode,
        _ => ErrorKind::InvalidRequest,
    }
}

/// Whether a write of a row with indexes was abandoned before the row was changed.
#[cfg(feature = "index")]
fn is_index_unchanged(error: &hbase_index::IndexError) -> bool {
    use hbase_index::IndexError as Cause;
    matches!(
        error,
        Cause::Conflict { .. }
            | Cause::Rejected { .. }
            | Cause::TooSlow { .. }
            | Cause::NotCreated { .. }
            | Cause::NotDeclared { .. }
            | Cause::OtherDefinition { .. }
            | Cause::UnknownIndex { .. }
            | Cause::Damaged { .. }
    )
}

#[cfg(feature = "index")]
fn of_index(error: &hbase_index::IndexError) -> ErrorKind {
    use hbase_index::IndexError as Cause;
    use hbase_index::protocol::Phase;
    match error {
        Cause::Backend(error) => ErrorKind::of_backend(error),
        Cause::OutcomeUnknown { .. }
        | Cause::WrittenLate { .. }
        | Cause::TooSlow { .. }
        | Cause::Late { .. } => ErrorKind::Timeout,
        Cause::Conflict { .. }
        | Cause::StateChanged { .. }
        | Cause::TooManyRowsBeforeIndex { .. } => ErrorKind::Unavailable,
        Cause::NotReadable { state, .. } => match state.phase {
            // Its build makes it readable.
            Phase::WriteOnly | Phase::Backfilling => ErrorKind::Unavailable,
            _ => ErrorKind::NotBuilt,
        },
        Cause::Superseded { state, .. } => match state.phase {
            // Its drop was interrupted, or is under way.
            Phase::Dropping => ErrorKind::NotBuilt,
            _ => ErrorKind::Unavailable,
        },
        Cause::Rejected { .. } | Cause::TooManyRows { .. } => ErrorKind::InvalidRequest,
        Cause::UnknownIndex { .. } => ErrorKind::NotFound,
        Cause::NotCreated { .. } => ErrorKind::NotBuilt,
        Cause::OtherDefinition { .. } | Cause::NotDeclared { .. } => ErrorKind::Differs,
        Cause::OtherTable { .. } => ErrorKind::AlreadyExists,
        Cause::Undecodable { .. } => ErrorKind::Decode,
        Cause::Damaged { .. } => ErrorKind::Corrupt,
        _ => ErrorKind::Other,
    }
}

fn of_key(error: &KeyError) -> ErrorKind {
    match error {
        KeyError::Encode { .. } | KeyError::ContainsSeparator { .. } | KeyError::Length { .. } => {
            ErrorKind::Encode
        }
        KeyError::Decode { .. } | KeyError::Malformed { .. } | KeyError::Salt { .. } => {
            ErrorKind::Decode
        }
        _ => ErrorKind::InvalidRequest,
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use hbase_backend::Error as Cause;
    use hbase_model::TableName;

    use super::*;
    use crate::cell::RowError;
    use crate::codec::CodecError;
    use crate::db::error::types::ApplyError;
    use crate::db::error::{CallContext, ColumnsError};

    static TABLE: TableName = TableName::from_static("A", "B");

    fn about() -> CallContext<'static> {
        CallContext::table("put", &TABLE)
    }

    fn closed() -> Cause {
        Cause::Closed { why: "x".into() }
    }

    #[test]
    fn a_write_without_a_response_is_uncertain() {
        for (cause, expected) in [
            (Cause::DeadlineExceeded { doing: "x" }, true),
            (Cause::io("x", io::ErrorKind::BrokenPipe.into()), true),
            (
                Cause::not_sent("x", io::ErrorKind::BrokenPipe.into()),
                false,
            ),
            (Cause::Unavailable { why: "x".into() }, false),
            (closed(), false),
        ] {
            let error = about().backend(cause);
            assert_eq!(error.is_uncertain(), expected, "{error}");
            assert_eq!(
                error.is_timeout(),
                error.kind() == ErrorKind::Timeout,
                "{error}"
            );
            // An error of some columns is as uncertain as its cause.
            let columns = ColumnsError::stopped(1, 2, error.clone());
            assert_eq!(columns.is_uncertain(), expected, "{error}");
            let text = columns.to_string();
            assert_eq!(text.contains("or may be done nevertheless"), expected);
            assert!(text.contains("1 columns are done before it, columns 1 to 2 failed together"));
        }
        let one = ColumnsError::stopped(1, 0, about().backend(closed())).to_string();
        assert!(!one.contains("failed together"), "{one}");
        assert!(!about().request("x").is_uncertain() && !about().exists().is_timeout());
    }

    #[test]
    fn errors_of_several_parts_have_the_backends_error_of_the_first() {
        let backend = about().backend(closed());
        let columns = ColumnsError::stopped(0, 1, backend.clone());
        let is_closed = |error: &Error| matches!(error.as_backend(), Some(Cause::Closed { .. }));
        assert!(is_closed(&backend) && is_closed(&columns));
        assert_eq!(columns.kind(), ErrorKind::Closed);
        assert_eq!(columns.context(), backend.context());
        assert!(about().request("x").as_backend().is_none());
        let nothing = Error::Apply(Box::new(ApplyError {
            done: Vec::new(),
            failures: Vec::new(),
            undone: Vec::new(),
            by_hand: Vec::new(),
        }));
        assert!(nothing.as_backend().is_none() && nothing.context().is_none());
    }

    #[test]
    fn a_value_that_cannot_be_written_is_without_effect_and_one_that_was_read_is_not() {
        let (row, key, field) = ("Row", Box::<str>::from("k"), "f");
        let cause = CodecError::new("x");
        let cell = |kind: RowErrorKind| about().row_error(RowError::from(kind));
        let encode = RowErrorKind::Encode {
            row,
            key: key.clone(),
            field,
            column: "D1:F".into(),
            cause: cause.clone(),
        };
        let missing = RowErrorKind::Missing {
            row,
            key: key.clone(),
            field,
            column: "D1:F".into(),
            expected: "u32",
        };
        let missing_in_version = RowErrorKind::MissingInVersion {
            row,
            key: key.clone(),
            field,
            column: "D1:F".into(),
            version: 1,
            kept: 1,
        };
        let encode_version = RowErrorKind::EncodeVersion {
            row,
            key: key.clone(),
            field,
            cause: cause.clone(),
        };
        let part = |cause| KeyError::Decode {
            row,
            part: "p",
            key: key.clone(),
            bytes: "b".into(),
            cause,
        };
        let malformed = KeyError::Malformed {
            row,
            key: key.clone(),
            len: 1,
            what: "x".into(),
        };
        let salt = KeyError::Salt {
            row,
            key: key.clone(),
            found: "a".into(),
            expected: "b".into(),
        };
        let separator = KeyError::ContainsSeparator {
            row,
            part: "p",
            value: "v".into(),
            separator: b"_",
        };
        for (error, kind, is_without_effect) in [
            (cell(encode), ErrorKind::Encode, true),
            (cell(encode_version), ErrorKind::Encode, true),
            (cell(missing), ErrorKind::Decode, false),
            (cell(missing_in_version), ErrorKind::Decode, false),
            (cell(part(cause.clone()).into()), ErrorKind::Decode, false),
            (about().key_error(part(cause)), ErrorKind::Decode, false),
            (about().key_error(malformed), ErrorKind::Decode, false),
            (about().key_error(salt), ErrorKind::Decode, false),
            (
                about().key_error(separator.clone()),
                ErrorKind::Encode,
                true,
            ),
            (Error::from(separator), ErrorKind::Encode, true),
        ] {
            assert_eq!(error.kind(), kind, "{error}");
            assert_eq!(error.is_without_effect(), is_without_effect, "{error}");
        }
        // Within a row's error, as within `of_row`.
        let within = |error: KeyError| of_row(&RowErrorKind::Key(error));
        assert_eq!(
            within(KeyError::Malformed {
                row,
                key,
                len: 1,
                what: "x".into()
            }),
            ErrorKind::Decode
        );
    }

    #[test]
    fn what_other_writers_came_before_is_without_effect() {
        for (error, kind) in [
            (about().conflict(10), ErrorKind::Unavailable),
            (about().exists(), ErrorKind::AlreadyExists),
            (about().cursor("x"), ErrorKind::InvalidCursor),
        ] {
            assert_eq!(error.kind(), kind, "{error}");
            assert!(error.is_without_effect(), "{error}");
            assert_eq!(error.is_retryable(), kind == ErrorKind::Unavailable);
            assert_eq!(error.context().unwrap().table(), Some(&TABLE));
        }
        let conflict = about().conflict(10).to_string();
        assert!(conflict.contains("first, 10 times"), "{conflict}");
    }

    #[cfg(feature = "index")]
    #[test]
    fn the_error_of_an_index_has_a_kind_and_may_exclude_an_effect() {
        use hbase_index::IndexError as Cause;
        use hbase_index::protocol::{IndexState, Phase};
        use std::time::Duration;

        let text = || "x".to_owned();
        let (table, index) = (|| TABLE.clone(), || TABLE.clone());
        let limit = Duration::from_secs(1);
        let state = |phase| IndexState {
            generation: 3,
            phase,
        };
        let not_readable = |phase| Cause::NotReadable {
            index: index(),
            state: state(phase),
        };
        let superseded = |phase| Cause::Superseded {
            index: index(),
            state: state(phase),
        };
        #[rustfmt::skip]
        let cases = [
            (Cause::OutcomeUnknown { table: table(), cause: text() }, ErrorKind::Timeout, false),
            (Cause::WrittenLate { table: table(), limit, cause: text() }, ErrorKind::Timeout, false),
            (Cause::TooSlow { doing: text(), cause: text(), took: limit, limit }, ErrorKind::Timeout, true),
            (Cause::Late { index: index(), limit }, ErrorKind::Timeout, false),
            (Cause::Conflict { table: table(), attempts: 1 }, ErrorKind::Unavailable, true),
            (Cause::StateChanged { index: index() }, ErrorKind::Unavailable, false),
            (
                Cause::TooManyRowsBeforeIndex { index: index(), state: state(Phase::WriteOnly), most: 1 },
                ErrorKind::Unavailable,
                false,
            ),
            (not_readable(Phase::WriteOnly), ErrorKind::Unavailable, false),
            (not_readable(Phase::Backfilling), ErrorKind::Unavailable, false),
            (not_readable(Phase::Dropped), ErrorKind::NotBuilt, false),
            (not_readable(Phase::Dropping), ErrorKind::NotBuilt, false),
            (superseded(Phase::Dropping), ErrorKind::NotBuilt, false),
            (superseded(Phase::Readable), ErrorKind::Unavailable, false),
            (Cause::Rejected { table: table(), why: text() }, ErrorKind::InvalidRequest, true),
            (Cause::TooManyRows { index: index(), most: 1 }, ErrorKind::InvalidRequest, false),
            (Cause::UnknownIndex { table: table(), index: index(), known: text() }, ErrorKind::NotFound, true),
            (Cause::NotCreated { table: table(), missing: text() }, ErrorKind::NotBuilt, true),
            (
                Cause::OtherDefinition { index: index(), stored: text(), declared: text(), help: "x" },
                ErrorKind::Differs,
                true,
            ),
            (Cause::NotDeclared { table: table(), indexes: text() }, ErrorKind::Differs, true),
            (Cause::OtherTable { index: index(), found: text(), expected: text() }, ErrorKind::AlreadyExists, false),
            (
                Cause::Undecodable { index: index(), rows: 1, row: text(), why: text() },
                ErrorKind::Decode,
                false,
            ),
            (
                Cause::Damaged { location: text(), found: text(), expected: "x", help: "y" },
                ErrorKind::Corrupt,
                true,
            ),
            (Cause::Backend(closed()), ErrorKind::Closed, false),
        ];
        for (cause, kind, is_without_effect) in cases {
            assert_eq!(of_index(&cause), kind, "{cause}");
            let error = about().index(cause);
            assert_eq!(error.kind(), kind, "{error}");
            assert_eq!(error.is_without_effect(), is_without_effect, "{error}");
        }
    }
}
