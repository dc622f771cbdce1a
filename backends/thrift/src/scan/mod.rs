//! Scans: a scanner at the gateway, opened again where it is lost.

mod ask;
mod fetch;
mod give;
mod scanner;

pub(crate) use ask::Ask;
pub(crate) use scanner::ThriftScanner;
