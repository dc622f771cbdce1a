//! Cells of text as Java writes it, and maps of Hive.

use std::collections::BTreeMap;

use hbase_schema::{HTable, Qualifier};

#[derive(HTable)]
#[table("SHOP:JAVA_TEXT")]
#[rowkey(separator = "|")]
#[family("D1"; "D2"; "D3")]
struct Reading {
    #[rowkey]
    place: String,
    #[rowkey(text)]
    number: i64,
    #[family("D1")]
    #[column(java_text)]
    exact: f64,
    #[family("D1")]
    #[column(java_text)]
    narrow: Option<f32>,
    #[family("D1")]
    #[column(java_text)]
    open: bool,
    #[family("D1")]
    #[column(java_text)]
    count: i64,
    #[family("D1")]
    binary: f64,
    #[family("D1")]
    #[column(dynamic, prefix = "TAG_")]
    tags: BTreeMap<String, String>,
    #[family("D1")]
    #[column(dynamic, prefix = "HOUR_")]
    hours: BTreeMap<u8, i64>,
    #[family("D2")]
    #[column(dynamic, java_text)]
    notes: BTreeMap<String, f64>,
    #[family("D3")]
    #[column(dynamic)]
    sums: BTreeMap<Number, i32>,
}

#[derive(Qualifier)]
struct Number {
    #[qualifier(java)]
    number: i32,
}
