//! The arguments of commands that connect to a store.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use hbase_schema_build::DateRange;

use super::index::IndexCommand;
use crate::seconds::seconds;

#[derive(Debug, Subcommand)]
pub(crate) enum LiveCommand {
    /// Show the differences between the declared tables and those of a store
    Diff(CompareArgs),
    /// Create and alter the tables of a store as declared
    Apply(ApplyArgs),
    /// List, build, check and drop the indexes that have tables of their own
    #[command(subcommand)]
    Index(IndexCommand),
    /// Check whether a store can be reached, and report the step that fails
    Ping(PingArgs),
    /// Show the user that the servers of a cluster see, and how it was authenticated
    Whoami(PingArgs),
}

/// The declared tables and the store to compare.
#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// A `.rs` file, a crate's directory, or a description in JSON
    pub(crate) path: PathBuf,
    /// The store: `memory:`, `embedded:DIR`, `hbase://HOST:PORT`, `hbase+zk://HOST:PORT/ZNODE` or `thrift://HOST:PORT`
    #[arg(long)]
    pub(crate) url: String,
    /// The source with which the rows were written: its key layouts are compared. Without it, a changed salt is
    /// detected by the store's splits
    #[arg(long, value_name = "PATH")]
    pub(crate) before: Option<PathBuf>,
    /// The dates of tables whose name contains one: `20151226`, or `20151201..20151231`
    #[arg(long, value_name = "DATES")]
    pub(crate) dates: Option<DateRange>,
    /// The timeout of one call to the store, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = seconds())]
    pub(crate) timeout: Duration,
}

#[derive(Debug, Args)]
pub(crate) struct ApplyArgs {
    #[command(flatten)]
    pub(crate) compare: CompareArgs,
    /// Print the steps without executing them
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Also execute steps that lose data, such as dropping a family
    #[arg(long)]
    pub(crate) allow_destructive: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PingArgs {
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// The timeout of each step, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds())]
    pub(crate) timeout: Duration,
}

/// The store: the first of these that names it.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
pub(crate) struct StoreArgs {
    /// The store: `memory:`, `embedded:DIR`, `hbase://HOST:PORT`, `hbase+zk://HOST:PORT/ZNODE` or `thrift://HOST:PORT`
    #[arg(long)]
    pub(crate) url: Option<String>,
    /// A `.properties` file that names the store
    #[arg(long, value_name = "FILE")]
    pub(crate) properties: Option<PathBuf>,
    /// An `hbase-site.xml` that names the store
    #[arg(long, value_name = "FILE")]
    pub(crate) site: Option<PathBuf>,
}
