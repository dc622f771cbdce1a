//! Types as key parts and as cells: the standard library's, those of other crates, and derived ones.
#![allow(
    clippy::float_cmp,
    reason = "floats go through codecs bit by bit: anything but equality is a defect"
)]

mod cells;
mod clashes;
mod codes;
mod direct;
mod escapes;
mod foreign;
mod generated;
mod golden;
mod groups;
mod json;
mod labels;
mod lengths;
mod lists;
mod newtypes;
mod nul_ranges;
mod old_regions;
mod omitted;
mod optional;
mod periods;
mod salts_of_others;
mod scans;
mod support;
mod terminators;
mod with_module;
