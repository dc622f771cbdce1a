//! Rows with an index against the same rows without one, in time and in calls of the backend.
//!
//! ```sh
//! cargo run --release -p hbase-schema-index-bench -- memory:
//! tests/hbase/hbase with bash -c \
//!     'cargo run --release -p hbase-schema-index-bench -- hbase://$HBASE_TEST_MASTER'
//! ```
//!
//! Each line of the first table is the median of pairs. Both sides of a pair work on the same rows, one after the
//! other; every second pair starts with the other side. Old entries become due only after the run: this benchmark does
//! not measure their deletion.

#![allow(
    missing_docs,
    reason = "the derive makes public items of the benchmark's tables"
)]
#![allow(clippy::cast_precision_loss, reason = "a ratio needs no more digits")]

mod counted;
mod measure;
mod one_row;
mod queries;
mod report;
mod tables;
mod targets;
mod writes;

use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use hbase_schema::{Connection, Error, connect};

use counted::Counted;
use tables::Tables;
use targets::Targets;

/// Measures rows with an index against the same rows without one.
#[derive(Clone, Debug, Parser)]
struct Arguments {
    /// The store: `memory:`, `embedded:DIR`, `hbase://HOST:PORT`. Its tables `DLQX:INDEX_BENCH_*` are dropped.
    url: String,
    /// Rows of each measurement: of a bulk put, of a query, and those that are put one at a time.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    rows: u32,
    /// Pairs of each measurement, after one that does not count.
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..1000))]
    pairs: u32,
    /// Entries among which a query looks for one row.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    entries: u32,
}

/// What the sections work on.
struct Bench {
    db: Connection,
    tables: Tables,
    counted: Arc<Counted>,
    arguments: Arguments,
    targets: Targets,
}

impl Bench {
    async fn new(arguments: Arguments) -> Result<Self, Error> {
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

    async fn run(&self) -> Result<(), Error> {
        report::head(&self.arguments);
        report::print(&writes::run(self).await?);
        report::print(&queries::run(self).await?);
        report::print(&one_row::run(self).await?);
        report::foot();
        self.tables.drop_all().await
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let run = async { Bench::new(arguments).await?.run().await };
    match runtime.map(|runtime| runtime.block_on(run)) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => failed(&error),
        Err(error) => failed(&error),
    }
}

fn failed(error: &dyn std::fmt::Display) -> ExitCode {
    eprintln!("{error}");
    ExitCode::FAILURE
}
