//! Scans.

mod assemble;
mod scanner;

pub(crate) use scanner::NativeScanner;
