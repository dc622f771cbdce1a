//! The injected faults, and a record of all calls.

use std::time::Duration;

use bytes::Bytes;
use hbase_rpc::Rpc;
use hbase_rpc::message::{ExceptionResponse, NameBytesPair};
use tokio::time::Instant;

/// A request that a server received.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// The server's host.
    pub(crate) server: String,
    /// The method; `Locate` for a scan and `State` for a get of `hbase:meta`, `Next`, `Renew` and `Close` for calls
    /// on an open scanner.
    pub(crate) method: String,
    pub(crate) message: Bytes,
    pub(crate) at: Instant,
}

impl Call {
    pub(crate) fn decode<Q: Rpc>(&self) -> Q {
        hbase_rpc::decode(self.message.clone()).expect("a request of this method")
    }
}

/// The action of a server in place of its response.
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    /// It throws, and does nothing.
    Throw(Thrown),
    /// It does nothing and cuts the connection.
    Cut,
    /// It carries out the request, then cuts the connection.
    CutAfter,
    /// It carries out the request, and cuts the connection later.
    CutLater(Duration),
    /// It does nothing and stays silent.
    Silence,
    /// It responds later.
    Late(Duration),
    /// It sends the response bit by bit, over this time.
    Trickle(Duration),
    /// It carries out the request, and responds with an invalid message.
    Garbled,
    /// It carries out the increment, and responds with the cell of another row and column.
    OtherCell {
        row: &'static [u8],
        qualifier: &'static [u8],
    },
    /// It carries out the request, and responds with a frame of this many bytes.
    Long(usize),
    /// It sends these bytes.
    Raw(Bytes),
}

/// An exception.
#[derive(Clone, Debug)]
pub(crate) struct Thrown {
    class: String,
    message: String,
    do_not_retry: bool,
    server_overloaded: bool,
}

impl Thrown {
    pub(crate) fn new(class: &str, message: &str) -> Self {
        Self {
            class: format!("org.apache.hadoop.hbase.{class}"),
            message: message.to_owned(),
            do_not_retry: false,
            server_overloaded: false,
        }
    }

    /// An exception of Java itself.
    pub(crate) fn java(class: &str, message: &str) -> Self {
        let class = class.to_owned();
        Self {
            class,
            ..Self::new("", message)
        }
    }

    pub(crate) fn final_one(class: &str, message: &str) -> Self {
        let do_not_retry = true;
        Self {
            do_not_retry,
            ..Self::new(class, message)
        }
    }

    pub(crate) fn overloaded(class: &str) -> Self {
        let server_overloaded = true;
        Self {
            server_overloaded,
            ..Self::new(class, "more calls than it can carry out")
        }
    }

    pub(crate) fn not_serving() -> Self {
        Self::new("NotServingRegionException", "not online here")
    }

    fn text(&self) -> String {
        format!("{}: {}\n\tat a.B.c(B.java:1)", self.class, self.message)
    }
}

impl From<Thrown> for ExceptionResponse {
    fn from(thrown: Thrown) -> Self {
        Self {
            stack_trace: Some(thrown.text()),
            exception_class_name: Some(thrown.class),
            do_not_retry: Some(thrown.do_not_retry),
            server_overloaded: Some(thrown.server_overloaded),
            ..Self::default()
        }
    }
}

impl From<Thrown> for NameBytesPair {
    fn from(thrown: Thrown) -> Self {
        Self {
            value: Some(thrown.text().into()),
            name: thrown.class,
        }
    }
}

/// Faults in their order, and the calls so far.
#[derive(Debug, Default)]
pub(super) struct Script {
    rules: Vec<Rule>,
    pub(super) calls: Vec<Call>,
}

#[derive(Debug)]
struct Rule {
    server: String,
    method: String,
    left: usize,
    fault: Fault,
}

impl Script {
    pub(super) fn add(&mut self, server: &str, method: &str, times: usize, fault: Fault) {
        self.rules.push(Rule {
            server: server.to_owned(),
            method: method.to_owned(),
            left: times,
            fault,
        });
    }

    pub(super) fn clear(&mut self) {
        self.rules.clear();
    }

    /// Notes a call; returns its fault.
    pub(super) fn note(&mut self, call: Call) -> Option<Fault> {
        let mut rules = self.rules.iter_mut();
        let met = rules
            .find(|rule| rule.left > 0 && rule.server == call.server && rule.method == call.method);
        let fault = met.map(|rule| {
            rule.left -= 1;
            rule.fault.clone()
        });
        self.calls.push(call);
        fault
    }
}
