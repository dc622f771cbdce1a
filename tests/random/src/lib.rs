//! Random tables. The derive compiles them, and the tests make random calls on them. A reference model computes the
//! expected results.
//!
//! `README.md` explains how to add a feature and how to reproduce a seed.
#![allow(
    clippy::missing_panics_doc,
    reason = "a panic is a bug in the tests: a value's type differs from the table's"
)]

pub mod convert;
pub mod driver;
pub mod run;
pub mod runner;
pub mod source;
pub mod store;
pub mod subject;
pub mod types;

pub use runner::Runner;
pub use store::Store;
pub use subject::{AnySubject, Subject};

/// The crates that the tables name, for tests that compile tables without cargo.
pub mod externs {
    pub use {chrono, hbase_schema_random_generator, jiff, serde_json, uuid};
}

/// The imports of the tables' modules.
#[allow(unused_imports, reason = "each table uses some of the imports")]
mod prelude {
    pub(crate) use std::collections::BTreeMap;
    pub(crate) use std::sync::Arc;

    pub(crate) use hbase_schema::db::{Check, Checked, DeleteRequest, GetRequest, RowMutation};
    pub(crate) use hbase_schema::row_index::{Entries, RowIndex};
    pub(crate) use hbase_schema::{
        Columns, Connection, Dynamic, HTable, RowFilter, Sequence, TimeOfDay, Timestamp, any,
        is_in, prefix, ranges, under,
    };
    pub(crate) use hbase_schema_random_generator::Value;
    pub(crate) use hbase_schema_random_generator::ops::{
        Arg, DatedCall, Dates, DynamicCall, EntryCall, EntryCounts, IndexCall, IndexQuery,
        IndexValues, Op, Outcome, Row, Test,
    };
    pub(crate) use hbase_schema_random_generator::value::Json;

    pub(crate) use crate::convert::{
        Typed, arg, bytes, fields, range, several, several_ranges, text, typed,
    };
    pub(crate) use crate::driver::{update, write};
    pub(crate) use crate::store::Store;
    pub(crate) use crate::subject::dated::{create_dated, current, dated, recompute, scan_dated};
    pub(crate) use crate::subject::dynamic::{
        change_dynamic, dynamic, dynamic_counters, in_order, in_parts, in_text, scan_columns,
    };
    pub(crate) use crate::subject::entries::entries;
    pub(crate) use crate::subject::indexed::{
        create_indexed, entry_counts, found_by_index, write_indexed,
    };
    pub(crate) use crate::subject::scans::{
        AnyScan, compare, compare_part, compare_text, delete_found, found, found_many, history,
        presence,
    };
    pub(crate) use crate::subject::version::rewrite;
    pub(crate) use crate::subject::{
        Boxed, Counted, Done, Flag, Found, FoundMany, Number, Subject, Updated, value_of,
    };
    pub(crate) use crate::types::*;
}

/// The tables that the build script generated.
#[allow(warnings, clippy::all, clippy::pedantic)]
pub mod tables {
    include!(concat!(env!("OUT_DIR"), "/tables.rs"));
}
