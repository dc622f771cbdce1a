//! What the gateway throws: a Java exception as text, stack trace and all.

use hbase_model::Error;

/// In what the gateway has wrapped it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Thrown {
    /// An `IOException` of `HBase`; whether the gateway holds that it may pass.
    IoError { can_retry: bool },
    /// A request that cannot be carried out.
    IllegalArgument,
    /// The table is there already.
    AlreadyExists,
    /// The call itself was not understood (`TApplicationException`).
    Thrift { code: i32 },
}

/// An exception of the gateway's, without its stack trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) thrown: Thrown,
    /// The exception's class with its package, as far as the text tells it.
    pub(crate) class: String,
    pub(crate) message: String,
    /// The classes named anywhere in the text: causes, and what a list of attempts tells.
    text: String,
}

/// Exceptions of servers that are starting, moving regions or overloaded.
const PASSING: &[&str] = &[
    "NotServingRegionException",
    "RegionTooBusyException",
    "RegionOpeningException",
    "RegionMovedException",
    "RegionServerAbortedException",
    "RegionServerStoppedException",
    "ServerNotRunningYetException",
    "CallQueueTooBusyException",
    "PleaseHoldException",
    "MasterNotRunningException",
    "ConnectException",
    "ConnectionClosedException",
    "ConnectionClosingException",
    "Connection refused",
    "FailedServerException",
    "NoServerForRegionException",
    "UnknownScannerException",
    "ScannerResetException",
    "OutOfOrderScannerNextException",
];

/// The same text can hold one of the above among its attempts and one of these as the reason.
const FINAL: &[&str] = &[
    "TableNotFoundException",
    "TableNotEnabledException",
    "NoSuchColumnFamilyException",
    "DoNotRetryIOException",
    "AccessDeniedException",
    "TableExistsException",
    "NamespaceNotFoundException",
];

impl Fault {
    /// From the text that the gateway sends.
    pub(crate) fn new(thrown: Thrown, text: &str) -> Self {
        let (class, message) = first_exception(text);
        let default = match thrown {
            Thrown::IoError { .. } => "IOError",
            Thrown::IllegalArgument => "IllegalArgument",
            Thrown::AlreadyExists => "AlreadyExists",
            Thrown::Thrift { .. } => "TApplicationException",
        };
        Self {
            thrown,
            class: class.unwrap_or(default).to_owned(),
            message,
            text: without_traces(text),
        }
    }

    /// Whether an exception of this class is in it, as itself or as a cause.
    pub(crate) fn names(&self, class: &str) -> bool {
        self.text.contains(class)
    }

    /// Whether the same call may well succeed a little later.
    pub(crate) fn passes(&self) -> bool {
        let any = |list: &[&str]| list.iter().any(|class| self.names(class));
        matches!(self.thrown, Thrown::IoError { .. }) && any(PASSING) && !any(FINAL)
    }

    /// Whether the gateway does not know the scanner: it has expired, or belongs to a gateway that
    /// was restarted.
    pub(crate) fn is_lost_scanner(&self) -> bool {
        self.thrown == Thrown::IllegalArgument && self.names("scanner ID is invalid")
    }

    /// Whether the gateway does not know the call.
    pub(crate) fn is_unknown_call(&self) -> bool {
        self.thrown == Thrown::Thrift { code: 1 }
    }

    /// In `HBase`'s words.
    pub(crate) fn into_error(self) -> Error {
        Error::Server {
            class: self.class,
            message: self.message,
        }
    }
}

/// The class and the message of the exception that the text begins with. What it says of a
/// remote exception begins with the class again.
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
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '$');
    (class.contains('.') && class.chars().all(fits)).then_some(class)
}

fn is_trace(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("at ") || line.starts_with("... ") || line.starts_with("Caused by: ")
}

/// All lines but those of stack traces.
fn without_traces(text: &str) -> String {
    let is_frame = |line: &&str| {
        let line = line.trim_start();
        line.starts_with("at ") || line.starts_with("... ")
    };
    let lines: Vec<&str> = text.lines().filter(|line| !is_frame(line)).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests;
