//! Exceptions of servers.

use std::time::Duration;

use crate::message::{ExceptionResponse, GenericExceptionMessage, NameBytesPair};

/// An exception that a server sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RemoteException {
    /// The Java class with its package.
    pub class: String,
    /// The message, without class and stack trace.
    pub message: String,
    /// The region's new server (`RegionMovedException`): host and port.
    pub moved_to: Option<(String, u16)>,
    /// The start code of the server to which the region has moved.
    pub moved_start_code: Option<u64>,
    /// Whether the server declares that a retry is useless. Check the class first: an unknown scanner is such
    /// an exception, and its scan is opened again nevertheless.
    pub do_not_retry: bool,
    /// Whether the server asks for longer pauses.
    pub server_overloaded: bool,
}

impl RemoteException {
    /// An exception from its class and the text that Java prints: the class once more, the message, the stack
    /// trace.
    fn new(class: &str, text: &str) -> Self {
        let message = message_of(class, text);
        let moved = is_moved(class).then_some(&message[..]);
        Self {
            class: class.to_owned(),
            moved_to: moved.and_then(moved_to),
            moved_start_code: moved.and_then(|text| moved_field(text, "startCode=")?.parse().ok()),
            message,
            ..Self::default()
        }
    }

    /// The class without its package.
    pub fn simple_class(&self) -> &str {
        let name = self.class.rsplit('.').next();
        name.unwrap_or(&self.class)
    }

    /// The time that a throttled client is to wait (`RpcThrottlingException`).
    ///
    /// ```
    /// use std::time::Duration;
    /// use hbase_rpc::RemoteException;
    /// let mut throttled = RemoteException::default();
    /// throttled.class = "org.apache.hadoop.hbase.quotas.RpcThrottlingException".to_owned();
    /// throttled.message = "number of requests exceeded - wait 1mins, 2sec, 50ms".to_owned();
    /// assert_eq!(throttled.throttled_for(), Some(Duration::from_millis(62_050)));
    /// ```
    pub fn throttled_for(&self) -> Option<Duration> {
        if !self.class.ends_with("RpcThrottlingException") {
            return None;
        }
        let (_, text) = self.message.rsplit_once("wait ")?;
        let mut total = Duration::ZERO;
        for item in text.split(',') {
            total = total.checked_add(duration_of(item.trim())?)?;
        }
        Some(total)
    }
}

impl From<ExceptionResponse> for RemoteException {
    fn from(sent: ExceptionResponse) -> Self {
        let class = sent.exception_class_name.unwrap_or_default();
        let mut exception = Self::new(&class, sent.stack_trace.as_deref().unwrap_or_default());
        let port = sent.port.and_then(|port| u16::try_from(port).ok());
        if let (Some(host), Some(port)) = (sent.hostname.filter(|host| !host.is_empty()), port) {
            exception.moved_to = Some((host, port));
        }
        exception.do_not_retry = sent.do_not_retry.unwrap_or_default();
        exception.server_overloaded = sent.server_overloaded.unwrap_or_default();
        exception
    }
}

/// The exception of an action or a region in a batch: the class, and Java's text as bytes.
impl From<NameBytesPair> for RemoteException {
    fn from(sent: NameBytesPair) -> Self {
        let text = sent.value.unwrap_or_default();
        Self::new(&sent.name, &String::from_utf8_lossy(&text))
    }
}

/// The exception of a procedure.
impl From<GenericExceptionMessage> for RemoteException {
    fn from(sent: GenericExceptionMessage) -> Self {
        let class = sent.class_name.unwrap_or_default();
        Self::new(&class, sent.message.as_deref().unwrap_or_default())
    }
}

/// The lines before the stack trace, without the class, which may occur several times.
fn message_of(class: &str, text: &str) -> String {
    let is_trace = |line: &str| {
        let line = line.trim_start();
        line.starts_with("at ") || line.starts_with("Caused by: ") || line.starts_with("... ")
    };
    let head: Vec<&str> = text.lines().take_while(|line| !is_trace(line)).collect();
    let head = head.join("\n");
    let mut message = head.trim();
    while let Some(rest) = message.strip_prefix(class).filter(|_| !class.is_empty()) {
        if !(rest.is_empty() || rest.starts_with(':')) {
            break;
        }
        message = rest.trim_start_matches(':').trim_start();
    }
    message.to_owned()
}

fn is_moved(class: &str) -> bool {
    class.ends_with("RegionMovedException")
}

/// `Region moved to: hostname=h port=1 startCode=2. As of …`
fn moved_to(message: &str) -> Option<(String, u16)> {
    let (_, host) = message.split_once("hostname=")?;
    let host = host.split_whitespace().next()?;
    let port = moved_field(message, "port=")?;
    Some((host.to_owned(), port.parse().ok()?))
}

fn moved_field<'m>(message: &'m str, name: &str) -> Option<&'m str> {
    let (_, rest) = message.split_once(name)?;
    rest.split([' ', '.', ',']).next()
}

/// `3hrs`, `1mins`, `2sec`, `50ms`; seconds may have decimals.
fn duration_of(item: &str) -> Option<Duration> {
    let digits = item.find(|c: char| !(c.is_ascii_digit() || c == '.'))?;
    let (number, unit) = item.split_at(digits);
    let seconds = match unit.trim() {
        "ms" => 0.001,
        "sec" => 1.0,
        "min" | "mins" => 60.0,
        "hr" | "hrs" => 3600.0,
        _ => return None,
    };
    Duration::try_from_secs_f64(number.parse::<f64>().ok()? * seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(class: &str, text: &str) -> RemoteException {
        RemoteException::from(NameBytesPair {
            name: class.to_owned(),
            value: Some(text.to_owned().into()),
        })
    }

    #[test]
    fn the_message_has_neither_class_nor_stack_trace() {
        let class = "org.apache.hadoop.hbase.NotServingRegionException";
        let text =
            format!("{class}: {class}: T,,1 is not online\nsecond line\n\tat a.B.c(B.java:1)");
        let exception = of(class, &text);
        assert_eq!(exception.message, "T,,1 is not online\nsecond line");
        assert_eq!(exception.simple_class(), "NotServingRegionException");
        assert_eq!(of(class, class).message, "");
        assert_eq!(of("a.B", "a.Bad luck").message, "a.Bad luck");
        assert_eq!(of("", "text").message, "text");
    }

    #[test]
    fn a_moved_region_names_its_new_server() {
        let class = "org.apache.hadoop.hbase.exceptions.RegionMovedException";
        let text = format!(
            "{class}: Region moved to: hostname=a.example.org port=16020 startCode=5. As of locationSeqNum=12."
        );
        let moved = of(class, &text);
        assert_eq!(moved.moved_to, Some(("a.example.org".to_owned(), 16020)));
        assert_eq!(moved.moved_start_code, Some(5));
        assert_eq!(of(class, "hostname= port=").moved_to, None);
        let fields = RemoteException::from(ExceptionResponse {
            exception_class_name: Some(class.to_owned()),
            stack_trace: Some(text),
            hostname: Some("b".to_owned()),
            port: Some(1),
            ..ExceptionResponse::default()
        });
        assert_eq!(fields.moved_to, Some(("b".to_owned(), 1)));
    }

    #[test]
    fn waits_are_read_in_every_spelling() {
        let class = "org.apache.hadoop.hbase.quotas.RpcThrottlingException";
        for (text, ms) in [
            ("x - wait 50ms", 50),
            ("x - wait 1sec, 50ms", 1_050),
            ("x - wait 1.25sec", 1_250),
            ("x - wait 1hrs, 1mins, 1.00sec", 3_661_000),
            ("x - wait 1hr, 1min, 1sec, 1ms", 3_661_001),
            ("x - wait 2hrs, 1min", 7_260_000),
            ("x - wait 1min", 60_000),
        ] {
            let wait = of(class, text).throttled_for();
            assert_eq!(wait, Some(Duration::from_millis(ms)), "{text}");
        }
        for text in ["", "wait", "wait 1day", "wait -1sec", "wait 1e400sec"] {
            assert_eq!(of(class, text).throttled_for(), None, "{text}");
        }
    }
}
