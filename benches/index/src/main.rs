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

mod bench;
mod counted;
mod measure;
mod one_row;
mod queries;
mod report;
mod tables;
mod targets;
mod writes;

use std::process::ExitCode;

use clap::Parser;
use hbase_schema::Error;

use bench::{Arguments, Bench};

impl Bench {
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
