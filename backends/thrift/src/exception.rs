//! Exceptions thrown by the gateway: Java exceptions as text, with their stack traces.

use hbase_backend::{Error, ExceptionKind};
use hbase_model::TableName;

/// The Thrift exception that contains the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExceptionType {
    /// An `IOException` of `HBase`.
    IoError,
    /// The request is invalid.
    IllegalArgument,
    /// The table exists already.
    AlreadyExists,
    /// The gateway could not process the call (`TApplicationException`).
    Application { code: i32 },
}

/// `TApplicationException.UNKNOWN_METHOD`.
const UNKNOWN_METHOD: i32 = 1;

/// An exception of the gateway, without its stack trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Exception {
    pub(crate) thrown_as: ExceptionType,
    /// The exception's class with its package; if the text has none, the Thrift exception's name.
    pub(crate) class: String,
    pub(crate) message: String,
    /// The text without stack frames: it contains causes, and the exceptions of earlier attempts.
    text: String,
}

impl Exception {
    /// Parses the text that the gateway sends.
    pub(crate) fn new(thrown_as: ExceptionType, text: &str) -> Self {
        let (class, message) = first_exception(text);
        let default = match thrown_as {
            ExceptionType::IoError => "IOError",
            ExceptionType::IllegalArgument => "IllegalArgument",
            ExceptionType::AlreadyExists => "AlreadyExists",
            ExceptionType::Application { .. } => "TApplicationException",
        };
        Self {
            thrown_as,
            class: class.unwrap_or(default).to_owned(),
            message,
            text: without_frames(text),
        }
    }

    /// Whether the text contains `text`, outside of stack frames.
    pub(crate) fn mentions(&self, text: &str) -> bool {
        self.text.contains(text)
    }

    /// Whether the text contains an exception of this kind: the exception itself, its causes or those
    /// of earlier attempts.
    pub(crate) fn has_kind(&self, kind: ExceptionKind) -> bool {
        self.kinds().any(|found| found == kind)
    }

    fn kinds(&self) -> impl Iterator<Item = ExceptionKind> {
        let words = self.text.split(|c: char| !is_class_char(c));
        words.filter_map(|word| ExceptionKind::of_class(word.trim_end_matches('.')))
    }

    /// Whether a retry may succeed. The text can contain a transient exception among its attempts and
    /// a permanent one as the cause.
    pub(crate) fn is_transient(&self) -> bool {
        let may_pass = |kind| matches!(kind, ExceptionKind::Transient | ExceptionKind::Timeout);
        self.thrown_as == ExceptionType::IoError
            && self.has_kind(ExceptionKind::Transient)
            && self.kinds().all(may_pass)
    }

    /// Whether the gateway does not know the scanner: it has expired, or the gateway was restarted.
    pub(crate) fn is_unknown_scanner(&self) -> bool {
        self.thrown_as == ExceptionType::IllegalArgument && self.mentions("scanner ID is invalid")
    }

    /// Whether the gateway does not know the method.
    pub(crate) fn is_unknown_method(&self) -> bool {
        let code = UNKNOWN_METHOD;
        self.thrown_as == ExceptionType::Application { code }
    }

    /// The error of a call on a table.
    pub(crate) fn into_table_error(self, table: &TableName) -> Error {
        let name = table.clone();
        let exists = self.thrown_as == ExceptionType::AlreadyExists;
        if exists || self.has_kind(ExceptionKind::TableExists) {
            return Error::TableExists { table: name };
        }
        if self.has_kind(ExceptionKind::NamespaceNotFound) {
            return Error::NamespaceNotFound {
                namespace: table.namespace().to_owned(),
            };
        }
        if self.has_kind(ExceptionKind::TableDisabled) {
            return Error::TableDisabled { table: name };
        }
        let missing = self.message == "table does not exist";
        if missing || self.has_kind(ExceptionKind::TableNotFound) {
            return Error::TableNotFound { table: name };
        }
        self.into_error()
    }

    /// An error with `HBase`'s class and message.
    pub(crate) fn into_error(self) -> Error {
        Error::Server {
            class: self.class,
            message: self.message,
        }
    }
}

/// Class and message of the first exception in the text. The message of a remote exception starts
/// with the class again.
fn first_exception(text: &str) -> (Option<&str>, String) {
    let head: Vec<&str> = text.lines().take_while(|line| !is_trace(line)).collect();
    let head = head.join("\n");
    let head = head.trim();
    let Some(class) = class_at_start(text.trim_start()) else {
        return (None, head.to_owned());
    };
    let mut message = head.strip_prefix(class).unwrap_or(head);
    loop {
        message = message.trim_start_matches([':', ' ']);
        match message.strip_prefix(class) {
            Some(rest) if rest.starts_with(':') => message = rest,
            _ => return (Some(class), message.to_owned()),
        }
    }
}

/// A Java class with its package, followed by `:` or the end of the line.
fn class_at_start(text: &str) -> Option<&str> {
    let end = text.find([':', '\n', '\r']).unwrap_or(text.len());
    let class = &text[..end];
    (class.contains('.') && class.chars().all(is_class_char)).then_some(class)
}

fn is_class_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '$')
}

fn is_trace(line: &str) -> bool {
    is_frame(line) || line.trim_start().starts_with("Caused by: ")
}

fn is_frame(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("at ") || line.starts_with("... ")
}

/// All lines except stack frames.
fn without_frames(text: &str) -> String {
    let lines: Vec<&str> = text.lines().filter(|line| !is_frame(line)).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests;
