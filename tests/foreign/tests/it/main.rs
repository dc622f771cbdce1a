//! Tables that other projects designed: see the README.

mod geomesa;
mod hbase_book;
mod hive;
mod nutch;
mod opentsdb;
mod pinpoint;
mod shc;
mod support;
mod twitbase;
mod ycsb;
