//! Scans.

mod ahead;
mod assemble;
mod open;
mod scanner;

pub(crate) use ahead::ReadAhead;
pub(crate) use scanner::NativeScanner;
