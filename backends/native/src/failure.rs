//! Converts failures of calls to errors of the model.

use std::fmt::Display;
use std::io;

use hbase_backend::{Deadline, Error, ExceptionKind};
use hbase_model::TableName;
use hbase_rpc::RemoteException;
use hbase_rpc::region::META_TABLE;

use crate::NAME;
use crate::net::{CallFailure, of_response};
use crate::region::LocateError;

/// The operation of a call: for its errors, and its deadline.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operation<'a> {
    /// The operation in words: `reading a row`.
    pub(crate) doing: &'static str,
    /// The table, if there is one.
    pub(crate) table: Option<&'a TableName>,
    pub(crate) deadline: Deadline,
}

impl<'a> Operation<'a> {
    pub(crate) const fn on(doing: &'static str, table: &'a TableName, deadline: Deadline) -> Self {
        Self {
            table: Some(table),
            ..Self::of_cluster(doing, deadline)
        }
    }

    pub(crate) const fn of_cluster(doing: &'static str, deadline: Deadline) -> Self {
        Self {
            doing,
            table: None,
            deadline,
        }
    }

    /// The error of a call that is not retried.
    pub(crate) fn error(&self, failure: CallFailure, server: impl Display) -> Error {
        let doing = self.doing;
        match failure {
            CallFailure::NotSent(cause) | CallFailure::NeverSent(cause) => Error::NotSent {
                doing: format!("{doing} at {server}"),
                cause,
            },
            CallFailure::Login { cause, .. } => Error::Unauthenticated {
                doing,
                why: cause.to_string(),
            },
            CallFailure::TooLarge { found, most } => Error::invalid(format!(
                "{doing}: the request has {found} bytes, at most {most} are sent: write fewer or smaller cells at once, or raise `hbase.ipc.max.request.size` of the servers and of this client (`Options::request_bytes`)"
            )),
            CallFailure::Lost(cause) => Error::Io {
                doing: format!("{doing} at {server}: the connection was lost before the response"),
                cause,
            },
            CallFailure::TimedOut => Error::DeadlineExceeded { doing },
            CallFailure::Remote(exception) => self.exception(exception),
            CallFailure::Closed => Error::Closed {
                why: format!("{doing} after the client was closed"),
            },
            CallFailure::Wire(error) => Error::Backend {
                backend: NAME,
                what: format!("{doing} at {server}: {}", of_response(&error)),
            },
        }
    }

    /// The error of a row that a response leaves out.
    pub(crate) fn no_result(&self) -> Error {
        Error::Backend {
            backend: NAME,
            what: format!("{}: the response has no result for a row", self.doing),
        }
    }

    /// A server's exception.
    pub(crate) fn exception(&self, exception: RemoteException) -> Error {
        if let Some(table) = self.table.cloned() {
            match ExceptionKind::of_class(&exception.class) {
                Some(ExceptionKind::TableNotFound) => return Error::TableNotFound { table },
                Some(ExceptionKind::TableExists) => return Error::TableExists { table },
                Some(ExceptionKind::TableDisabled) => return Error::TableDisabled { table },
                Some(ExceptionKind::FamilyNotFound) => {
                    return no_family(&table, &exception.message);
                }
                _ => {}
            }
        }
        if exception.message == UNAUTHENTICATED {
            return Error::Unauthenticated {
                doing: self.doing,
                why: format!("{UNAUTHENTICATED}: {LOGIN_HELP}"),
            };
        }
        Error::Server {
            message: exception.message,
            class: exception.class,
        }
    }

    /// The error of a region that was not located.
    pub(crate) fn not_located(&self, error: LocateError) -> Error {
        let table = || self.table.cloned().unwrap_or(META_TABLE);
        match error {
            LocateError::NoTable => Error::TableNotFound { table: table() },
            LocateError::Disabled => Error::TableDisabled { table: table() },
            LocateError::NotYet { why, .. } => {
                let cause = format!("no server within the deadline: {why}");
                let cause = io::Error::new(io::ErrorKind::NotConnected, cause);
                Error::not_sent(self.doing, cause)
            }
            LocateError::Call(failure) => self.error(failure, "the server of hbase:meta"),
        }
    }
}

/// The message with which a secured server rejects a client that does not log in.
const UNAUTHENTICATED: &str = "Authentication is required";

const LOGIN_HELP: &str = if cfg!(feature = "kerberos") {
    "the cluster is secured: set `hbase.security.authentication` to `kerberos`, and a keytab, a credential cache or a delegation token"
} else {
    "the cluster is secured: enable the feature `kerberos`, set `hbase.security.authentication` to `kerberos`, and a keytab, a credential cache or a delegation token"
};

/// `Column family x does not exist in region … in table 'T', {…}, {NAME => 'a', …}`
fn no_family(table: &TableName, message: &str) -> Error {
    let between = |start: &str, end: &str| {
        let (_, rest) = message.split_once(start)?;
        rest.split_once(end).map(|(found, _)| found)
    };
    let family = between("olumn family ", " does not exist").unwrap_or("?");
    let known: Vec<&str> = message
        .split("{NAME => '")
        .skip(1)
        .filter_map(|rest| rest.split('\'').next())
        .collect();
    Error::family_not_found(table, family, known)
}
