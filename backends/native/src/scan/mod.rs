//! Scans.

mod ahead;
mod assemble;
mod scanner;

pub(crate) use ahead::ReadAhead;
pub(crate) use scanner::NativeScanner;
