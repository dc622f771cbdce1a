//! The tables that calls go to while something fails.

use hbase_schema::{Connection, Error, HTable, Limits};
use hbase_schema_cluster_tests::{Place, connect, create_anew};
use hbase_schema_thrift::Options;

use crate::Outcome;

/// Rows that nobody changes.
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

/// Something that is counted up.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:FAULT_COUNTS")]
#[family("D1")]
pub(crate) struct Counter {
    #[rowkey]
    pub(crate) name: String,
    #[column(counter)]
    pub(crate) count: i64,
}

/// How many rows there are that nobody changes.
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

pub(crate) async fn prepare(place: &Place) -> Outcome {
    create_anew(place, "faults", &[Still::DDL, Written::DDL, Counter::DDL])?;
    let db = connect(&place.thrift, Limits::default(), &Options::default())?;
    db.put_many(Still::all()).await?;
    Ok(())
}

/// Reads and writes once.
pub(crate) async fn answers(db: &Connection) -> Result<(), Error> {
    db.put(&Still::new(0)).await?;
    db.get(&Still::new(STILL - 1).key()).await?;
    let name = "answering".to_owned();
    db.get(&CounterKey { name }).await?;
    db.get(&Written::new(0, 0).key()).await?;
    Ok(())
}
