//! Tables that other projects designed: see the README.

mod geomesa;
mod hbase_book;
mod hive;
mod kiji;
mod nutch;
mod opentsdb;
mod opentsdb_points;
mod opentsdb_tags;
mod phoenix;
#[path = "../phoenix_live/types.rs"]
#[allow(dead_code, reason = "the live test also has decimals in keys")]
mod phoenix_types;
mod pinpoint;
mod pinpoint_calls;
mod sensors;
mod shc;
mod support;
mod twitbase;
mod yarn;
mod yarn_flows;
mod ycsb;
