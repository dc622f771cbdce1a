//! The arguments of `index`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use hbase_index::Settings;

use crate::seconds::seconds;

#[derive(Debug, Subcommand)]
pub(crate) enum IndexCommand {
    /// List the indexes with their states, and those that no struct declares
    List(StoreArgs),
    /// Show the state, the fields and the progress of indexes
    Status(SelectArgs),
    /// Count the entries that no row has, which wait to be deleted: scans the indexes and gets their rows
    Lag(LagArgs),
    /// Create and fill indexes, or continue where another build ended
    Build(WorkArgs),
    /// Compare every row with its entries, and every entry with its row
    Verify(WorkArgs),
    /// Verify, rewrite rows that lack entries, and delete entries that no row has
    Repair(WorkArgs),
    /// Drop an index: its queries fail, writers end their work on it within a minute, then its table is dropped
    Drop(DropArgs),
}

/// The store and the declared tables.
#[derive(Debug, Args)]
pub(crate) struct StoreArgs {
    /// The store: `memory:`, `embedded:DIR`, `hbase://HOST:PORT`, `hbase+zk://HOST:PORT/ZNODE` or `thrift://HOST:PORT`
    #[arg(long)]
    pub(crate) url: String,
    /// A `.rs` file, a crate's directory, or a description in JSON
    #[arg(long, value_name = "PATH")]
    pub(crate) schema: PathBuf,
    /// The timeout of one call to the store, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = seconds())]
    pub(crate) timeout: Duration,
}

/// The indexes of a command.
#[derive(Debug, Args)]
pub(crate) struct SelectArgs {
    /// The indexes, by their tables with or without the namespace; all if none is named
    pub(crate) indexes: Vec<String>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
pub(crate) struct LagArgs {
    #[command(flatten)]
    pub(crate) select: SelectArgs,
    /// The age from which entries count as left by clients that have ended, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 3600)]
    pub(crate) min_age: u64,
    #[command(flatten)]
    pub(crate) clients: ClientArgs,
}

/// The limits that all clients of an index must share.
#[derive(Debug, Args)]
pub(crate) struct ClientArgs {
    /// The `query_limit` of all clients of the tables, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds())]
    pub(crate) query_limit: Duration,
    /// The `write_limit` of all clients of the tables, in seconds: a build waits twice as long
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds())]
    pub(crate) write_limit: Duration,
    /// Rows or entries of one request
    #[arg(long, value_name = "ROWS", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) page: u32,
}

#[derive(Debug, Args)]
pub(crate) struct WorkArgs {
    #[command(flatten)]
    pub(crate) select: SelectArgs,
    #[command(flatten)]
    pub(crate) clients: ClientArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DropArgs {
    /// The index, by its table with or without the namespace; it may be one that is no longer declared
    pub(crate) index: String,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    #[command(flatten)]
    pub(crate) clients: ClientArgs,
}

impl ClientArgs {
    pub(super) fn settings(&self) -> Settings {
        Settings::default()
            .query_limit(self.query_limit)
            .write_limit(self.write_limit)
            .page(self.page)
    }
}
