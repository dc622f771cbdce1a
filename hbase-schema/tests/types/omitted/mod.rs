//! Parts that may be left out: `omit_none`.

mod keys;
mod scans;
mod tables;
