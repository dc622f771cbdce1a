//! Scans.

mod ahead;
mod assemble;
mod lost;
mod open;
mod scanner;

pub(crate) use ahead::ReadAhead;
pub(crate) use scanner::NativeScanner;
