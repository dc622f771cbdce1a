//! Tables that other projects designed: see the README.

mod geomesa;
mod hbase_book;
mod hive;
mod kiji;
mod nutch;
mod opentsdb;
mod phoenix;
mod pinpoint;
mod pinpoint_calls;
mod shc;
mod support;
mod twitbase;
mod yarn;
mod ycsb;
