//! The embedded store: what it stores, and what it does when a process, a disk or a file fails.

mod alter;
mod bits;
mod concurrent;
mod crash;
mod creation;
mod damage;
mod dir;
mod drops;
mod extremes;
mod faults;
mod format;
mod incomplete;
mod inline;
mod killed;
mod long_keys;
mod memory;
mod merges;
mod model;
mod random;
mod rows;
mod scans;
mod scratch;
mod stamps;

use std::time::Duration;

use hbase_backend::Deadline;

/// How many times a test kills a process: `KILLS`, by default as many as keep the test short.
fn kills(few: u64) -> u64 {
    std::env::var("KILLS").map_or(few, |text| text.parse().expect("a number in KILLS"))
}

/// A deadline that only a store that hangs misses.
fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(60))
}
