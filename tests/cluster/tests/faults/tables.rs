//! The tables that are called during a failure.

use hbase_schema::HTable;
use hbase_schema_cluster_tests::{Cluster, connect, create_anew, patient};
use hbase_schema_thrift::Options;

use crate::Outcome;

/// Rows that do not change.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:FAULT_SCANS")]
#[family("D1")]
pub(crate) struct Still {
    #[rowkey]
    pub(crate) id: u32,
    text: String,
}

/// Rows that are written.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:FAULT_WRITES")]
#[family("D1")]
pub(crate) struct Written {
    #[rowkey]
    pub(crate) writer: u64,
    #[rowkey]
    pub(crate) id: u32,
    text: String,
}

/// A counter.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:FAULT_COUNTS")]
#[family("D1")]
pub(crate) struct Counter {
    #[rowkey]
    pub(crate) name: String,
    #[column(counter)]
    pub(crate) count: i64,
}

/// Number of rows that do not change.
const STILL: u32 = 4000;

impl Still {
    pub(crate) fn new(id: u32) -> Self {
        let text = format!("row {id} {}", "x".repeat(id as usize % 100));
        Self { id, text }
    }

    pub(crate) fn all() -> Vec<Self> {
        (0..STILL).map(Self::new).collect()
    }
}

impl Written {
    pub(crate) fn new(writer: u64, id: u32) -> Self {
        let text = format!("row {id} of {writer}");
        Self { writer, id, text }
    }
}

pub(crate) async fn prepare(cluster: &Cluster) -> Outcome {
    create_anew(cluster, "faults", &[Still::DDL, Written::DDL, Counter::DDL])?;
    let db = connect(&cluster.thrift, patient(), &Options::default())?;
    db.put_many(Still::all()).await?;
    Ok(())
}
