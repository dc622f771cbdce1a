//! Scans: a scanner at the gateway, reopened where it is lost.

mod buffer;
mod fetch;
mod request;
mod scanner;

pub(crate) use request::ScanRequest;
pub(crate) use scanner::ThriftScanner;
