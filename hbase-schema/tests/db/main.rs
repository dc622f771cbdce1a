//! Connections and typed requests, end to end.

#![allow(
    missing_docs,
    reason = "the derive makes public items of the tests' tables"
)]

mod calls;
mod extremes;
mod groups;
mod listing;
mod migrations;
mod operations;
mod pages;
mod scan_items;
mod scans;
mod settings;
mod support;
mod traces;
mod updates;
mod writes;
