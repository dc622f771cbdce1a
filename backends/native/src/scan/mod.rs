//! Scans.

mod ahead;
mod assemble;
mod lost;
mod open;
mod progress;
mod response;
mod scanner;
mod take;

pub(crate) use ahead::ReadAhead;
pub(crate) use scanner::NativeScanner;
