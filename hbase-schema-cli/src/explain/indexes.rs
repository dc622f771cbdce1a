//! The indexes that have a table of their own.

use std::io::{self, Write};

use hbase_model::{DescribedIndex, IndexBuckets, Ttl};
use serde::Serialize;

use crate::columns::{Cell, Columns};
use crate::style::DIM;

/// An index.
#[derive(Serialize)]
pub(super) struct Index {
    table: String,
    fields: Vec<IndexField>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ttl: Option<u32>,
    regions: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    buckets: Option<u16>,
    /// Whether `index build`, `verify` and `repair` can compute its entries.
    computable: bool,
}

/// A field of an index, and its encoding in an entry's key.
#[derive(Serialize)]
pub(crate) struct IndexField {
    pub(crate) field: String,
    pub(crate) encoding: String,
}

impl IndexField {
    pub(crate) fn all(index: &DescribedIndex) -> Vec<Self> {
        let fields = index.fields.iter();
        fields
            .map(|field| Self {
                field: field.field.clone(),
                encoding: field.written_encoding(),
            })
            .collect()
    }
}

impl Index {
    pub(super) fn of(index: &DescribedIndex) -> Self {
        Self {
            table: index.table.to_string(),
            ttl: index.ttl.map(Ttl::as_secs),
            regions: index.splits.regions(),
            buckets: index.buckets.map(IndexBuckets::count),
            computable: index.fields.iter().all(|field| field.computable),
            fields: IndexField::all(index),
        }
    }
}

pub(super) fn write(indexes: &[Index], out: &mut dyn Write) -> io::Result<()> {
    let header = ["table", "field", "encoding in an entry's key", "expire"];
    let mut columns = Columns::new(&header.map(Cell::of));
    for index in indexes {
        for (at, field) in index.fields.iter().enumerate() {
            let (table, ttl) = if at == 0 {
                let ttl = index
                    .ttl
                    .map_or("never".to_owned(), |ttl| format!("{ttl} s"));
                (index.table.as_str(), ttl)
            } else {
                ("", String::new())
            };
            columns.row([
                Cell::of(table),
                Cell::of(field.field.as_str()),
                Cell::of(field.encoding.as_str()),
                Cell::of(ttl),
            ]);
        }
    }
    columns.write(out)?;
    for index in indexes {
        if let Some(buckets) = index.buckets {
            let table = &index.table;
            writeln!(
                out,
                "{DIM}{table} has {buckets} buckets: a query reads all of them{DIM:#}"
            )?;
        }
    }
    writeln!(
        out,
        "{DIM}a write costs a read, a put of the entries and a conditional put; a query a scan of entries and a get of each row{DIM:#}"
    )
}
