//! The command's arguments, and what its sections work on.

use std::sync::Arc;

use clap::Parser;
use hbase_schema::{Connection, Error, connect};

use crate::counted::Counted;
use crate::tables::Tables;
use crate::targets::Targets;

/// Measures rows with an index against the same rows without one.
#[derive(Clone, Debug, Parser)]
pub(crate) struct Arguments {
    /// The store: `memory:`, `embedded:DIR`, `hbase://HOST:PORT`. Its tables `DLQX:INDEX_BENCH_*` are dropped.
    pub(crate) url: String,
    /// Rows of each measurement: of a bulk put, of a query, and those that are put one at a time.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rows: u32,
    /// Pairs of each measurement, after one that does not count.
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..1000))]
    pub(crate) pairs: u32,
    /// Entries among which a query looks for one row.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) entries: u32,
}

/// What the sections work on.
pub(crate) struct Bench {
    pub(crate) db: Connection,
    pub(crate) tables: Tables,
    pub(crate) counted: Arc<Counted>,
    pub(crate) arguments: Arguments,
    pub(crate) targets: Targets,
}

impl Bench {
    pub(crate) async fn new(arguments: Arguments) -> Result<Self, Error> {
        let backend = connect(&arguments.url).await?.backend();
        let counted = Arc::new(Counted::new(backend));
        let db = Connection::with_backend(Arc::clone(&counted) as Arc<_>);
        let is_cluster = arguments.url.starts_with("hbase");
        let tables = Tables::new(db, is_cluster);
        Ok(Self {
            db: tables.create().await?,
            tables,
            targets: Targets::of(is_cluster),
            counted,
            arguments,
        })
    }
}
