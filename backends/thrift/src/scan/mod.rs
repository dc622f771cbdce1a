//! Scans: a scanner at the gateway, reopened if it is lost.

mod buffer;
mod fetch;
mod request;
mod scanner;

pub(crate) use request::ScanRequest;
pub(crate) use scanner::ThriftScanner;
