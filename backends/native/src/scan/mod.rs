//! Scans.

mod ahead;
mod assemble;
mod families;
mod known;
mod lost;
mod open;
mod progress;
mod response;
mod scanner;
mod take;

pub(crate) use ahead::ReadAhead;
pub(crate) use known::KnownFamilies;
pub(crate) use scanner::NativeScanner;
