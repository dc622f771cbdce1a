//! `policy list`: the policies of a store, or the versions of one.

use std::io::{self, Write};

use hbase_schema::Connection;
use serde::Serialize;

use super::table::{self, TABLE, Version};
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{CommandResult, Output};
use crate::policy::args::ListArgs;
use crate::style::{BOLD, CARE, DIM};
use crate::text::counted;

/// Maximum listed versions of one policy: all that are kept.
const MOST: u32 = 1000;

/// Policies by name, or versions of one, newest first.
#[derive(Serialize)]
struct Listed {
    url: String,
    policies: Vec<Entry>,
    /// The policy whose versions these are.
    #[serde(skip_serializing_if = "Option::is_none")]
    versions_of: Option<String>,
}

#[derive(Serialize)]
struct Entry {
    name: String,
    /// The version, for `pull --version`.
    timestamp: i64,
    time: String,
    /// The source columns, in the order of the key.
    columns: Vec<String>,
    /// The reason why the policy cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

pub(super) async fn run(
    args: &ListArgs,
    db: &Connection,
    output: Output,
) -> Result<Status, CliError> {
    let url = &args.store.url;
    let found = match &args.name {
        Some(name) => table::versions(db, name, MOST).await,
        None => table::newest(db).await,
    };
    let found = found.map_err(|error| CliError::unreachable(error).at(url))?;
    if let Some(name) = args.name.as_ref().filter(|_| found.is_empty()) {
        return Err(
            CliError::usage(format_args!("the store has no policy `{name}`"))
                .at(url)
                .help(format_args!(
                    "`hbase-schema policy list --url {url}` lists its policies"
                )),
        );
    }
    output.print(&Listed {
        url: url.clone(),
        policies: found
            .iter()
            .map(|version| Entry::of(version, url))
            .collect(),
        versions_of: args.name.clone(),
    })
}

impl Entry {
    fn of(version: &Version, url: &str) -> Self {
        let policy = version.policy(url);
        let columns = policy.as_ref().map(|policy| {
            let columns = policy.columns();
            columns.map(str::to_owned).collect()
        });
        Self {
            name: version.name.clone(),
            timestamp: version.timestamp,
            time: version.time(),
            columns: columns.unwrap_or_default(),
            error: policy.err().map(|error| error.to_string()),
        }
    }
}

impl CommandResult for Listed {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let width = self.policies.iter().map(|entry| entry.name.chars().count());
        let width = width.max().unwrap_or(0);
        for entry in &self.policies {
            let (name, time) = (&entry.name, &entry.time);
            write!(
                out,
                "{BOLD}{name:width$}{BOLD:#}  {time}  {DIM}{}{DIM:#}",
                entry.timestamp
            )?;
            match &entry.error {
                None => writeln!(out, "  {}", entry.columns.join(", "))?,
                Some(error) => writeln!(out, "  {CARE}{error}{CARE:#}")?,
            }
        }
        let count = self.policies.len() as u64;
        match &self.versions_of {
            Some(_) => writeln!(out, "{}", counted(count, "version")),
            None if count == 0 => writeln!(out, "no policies in {TABLE}"),
            None if count == 1 => writeln!(out, "1 policy"),
            None => writeln!(out, "{count} policies"),
        }
    }
}
