//! The arguments of `policy`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use crate::seconds::seconds;

#[derive(Debug, Subcommand)]
pub(crate) enum PolicyCommand {
    /// Make a policy from options, or by a dialogue on the terminal
    New(NewArgs),
    /// Report all errors in a policy, and advice
    Check(CheckArgs),
    /// Show what each step of a policy makes of its samples, or of other values
    Preview(PreviewArgs),
    /// Write a policy to a store, where all loaders find it by its name
    Push(PushArgs),
    /// Print a policy of a store, or write it to a file
    Pull(PullArgs),
    /// List the policies of a store, or the versions of one
    List(ListArgs),
}

#[derive(Debug, Args)]
pub(crate) struct NewArgs {
    /// A part of the key: its source column, then members of the policy, for example `--part ID length=8
    /// prefixChar=0 splitChar=_`. `trim` and `reverse` need no value, `source=COLUMN` sets another source
    /// column than the part's name, and `columnName=` makes a running number
    #[arg(long = "part", value_name = "COLUMN|MEMBER=VALUE", num_args = 1..)]
    pub(crate) parts: Vec<String>,
    /// A salt in front of the parts: its kind, its members, and the parts from which it is computed, for
    /// example `--salt md5_hex digits=4 of=PHONE last=4 of=DAY splitChar=_`
    #[arg(long, value_name = "KIND|MEMBER=VALUE", num_args = 1..)]
    pub(crate) salt: Vec<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The file to which a policy is written.
#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Write the policy to this file instead of the standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Overwrite the file
    #[arg(long, requires = "output")]
    pub(crate) overwrite: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// The policy; `-` for the standard input
    pub(crate) file: PathBuf,
    /// Report errors only, no advice
    #[arg(long)]
    pub(crate) no_advice: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PreviewArgs {
    /// The policy; `-` for the standard input
    pub(crate) file: PathBuf,
    /// The value of a source column, instead of its sample
    #[arg(long = "value", value_name = "COLUMN=TEXT")]
    pub(crate) values: Vec<String>,
    /// A source column without a value
    #[arg(long = "null", value_name = "COLUMN")]
    pub(crate) nulls: Vec<String>,
}

/// The store of the policies.
#[derive(Debug, Args)]
pub(crate) struct PolicyStoreArgs {
    /// The store: `memory:`, `embedded:DIR`, `hbase://HOST:PORT`, `hbase+zk://HOST:PORT/ZNODE` or `thrift://HOST:PORT`
    #[arg(long)]
    pub(crate) url: String,
    /// The timeout of one call to the store, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = seconds())]
    pub(crate) timeout: Duration,
}

#[derive(Debug, Args)]
pub(crate) struct PushArgs {
    /// The policy; `-` for the standard input
    pub(crate) file: PathBuf,
    /// The policy's name in the store; the file's name without its extension by default
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// Replace another policy with this name, which is kept as an older version
    #[arg(long)]
    pub(crate) replace: bool,
    #[command(flatten)]
    pub(crate) store: PolicyStoreArgs,
}

#[derive(Debug, Args)]
pub(crate) struct PullArgs {
    /// The policy's name in the store
    pub(crate) name: String,
    /// An older version, by its timestamp as `policy list NAME` shows it
    #[arg(long, value_name = "TIMESTAMP")]
    pub(crate) version: Option<i64>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) store: PolicyStoreArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// List the versions of this policy
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) store: PolicyStoreArgs,
}
