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
mod byte_names;
mod calls;
mod closing;
mod clusters;
mod copies;
mod counters;
mod dated;
mod defaults;
mod deletes;
mod dynamic;
mod empty_cells;
mod errors;
mod extremes;
mod families;
mod groups;
mod histories;
mod index_metrics;
mod indexed;
mod indexed_buckets;
mod indexed_calls;
mod indexed_codes;
mod indexed_faults;
mod indexed_fields;
mod indexed_key_parts;
mod indexed_not_created;
mod indexed_old_rows;
mod indexed_order;
mod indexed_pages;
mod indexed_reads;
mod indexed_types;
mod indexed_undeclared;
mod indexed_unfinished;
mod indexed_updates;
mod insert_expiry;
mod inserts;
mod java_text;
mod json_nulls;
mod kit;
mod latest;
mod layouts;
mod listing;
mod matching;
mod migrations;
mod number_blocks;
mod operations;
mod own_encodings;
mod own_prefixes;
mod pages;
mod part_cells;
mod periods;
mod pipelines;
mod positions;
mod requests;
mod row_updates;
mod row_versions;
mod runtimes;
mod scan_items;
mod scans;
mod selections;
mod settings;
mod settings_builder;
mod several;
mod skip_scans;
mod slow_callers;
mod spawned;
mod support;
#[path = "../../../hbase-index/tests/support/test_clocks.rs"]
mod test_clocks;
mod traces;
mod turns;
mod unordered;
mod updates;
mod urls;
mod writes;
