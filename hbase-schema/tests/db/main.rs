//! Connections and typed requests, end to end.

#![allow(
    missing_docs,
    reason = "the derive makes public items of the tests' tables"
)]
#![allow(
    clippy::duplicated_attributes,
    reason = "clippy takes `versions` of two families for one attribute said twice"
)]

mod bulk;
mod calls;
mod closing;
mod clusters;
mod counters;
mod deletes;
mod errors;
mod extremes;
mod groups;
mod histories;
mod inserts;
mod kit;
mod listing;
mod migrations;
mod operations;
mod pages;
mod runtimes;
mod scan_items;
mod scans;
mod settings;
mod spawned;
mod support;
mod traces;
mod unordered;
mod updates;
mod writes;
