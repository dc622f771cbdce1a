//! `policy pull NAME`: prints a policy of a store.

use std::io::{self, Write};

use hbase_schema::Connection;
use serde::Serialize;
use serde_json::value::RawValue;

use super::table::{self, TABLE, Version};
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{CommandResult, Output};
use crate::policy::args::PullArgs;
use crate::policy::file;
use crate::style::GOOD;
use crate::text::{either, nearest};

/// A policy of a store.
#[derive(Serialize)]
struct Pulled {
    name: String,
    url: String,
    timestamp: i64,
    time: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    policy: Box<RawValue>,
    #[serde(skip)]
    lines: String,
}

pub(super) async fn run(
    args: &PullArgs,
    db: &Connection,
    output: Output,
) -> Result<Status, CliError> {
    let url = &args.store.url;
    let version = find(args, db).await?;
    let policy = version.policy(url)?;
    if let Some(path) = &args.output.output {
        file::write(&policy, &args.output, path)?;
    }
    let json = RawValue::from_string(policy.to_json());
    output.print(&Pulled {
        url: url.clone(),
        timestamp: version.timestamp,
        time: version.time(),
        name: version.name,
        file: args
            .output
            .output
            .as_ref()
            .map(|path| path.display().to_string()),
        policy: json.map_err(|error| CliError::unreachable(error).at(url))?,
        lines: policy.to_json_lines(),
    })
}

/// The newest version, or the one with the timestamp.
async fn find(args: &PullArgs, db: &Connection) -> Result<Version, CliError> {
    let url = &args.store.url;
    let most = args.version.map_or(1, |_| u32::MAX);
    let found = table::versions(db, &args.name, most.min(1000)).await;
    let found = found.map_err(|error| CliError::unreachable(error).at(url))?;
    let times: Vec<String> = found.iter().map(|v| v.timestamp.to_string()).collect();
    let wanted = |version: &Version| args.version.is_none_or(|time| time == version.timestamp);
    if let Some(version) = found.into_iter().find(wanted) {
        return Ok(version);
    }
    if times.is_empty() {
        return Err(no_policy(args, db).await);
    }
    let name = &args.name;
    Err(
        CliError::usage(format_args!("the policy `{name}` has no such version"))
            .at(url)
            .expected(either(&times))
            .help(format_args!(
                "`hbase-schema policy list {name} --url {url}` lists them"
            )),
    )
}

async fn no_policy(args: &PullArgs, db: &Connection) -> CliError {
    let (name, url) = (&args.name, &args.store.url);
    let error = CliError::usage(format_args!("the store has no policy `{name}`")).at(url);
    // An error is ignored, because the names are only help.
    let stored = table::newest(db).await.unwrap_or_default();
    let names: Vec<&str> = stored.iter().map(|version| version.name.as_str()).collect();
    match nearest(name, &names) {
        Some(near) => error.help(format_args!("did you mean `{near}`?")),
        None if names.is_empty() => error
            .found(format_args!("no policy in {TABLE}"))
            .help("`hbase-schema policy push FILE` writes one"),
        None => error.help(format_args!(
            "`hbase-schema policy list --url {url}` lists its policies"
        )),
    }
}

impl CommandResult for Pulled {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        match &self.file {
            Some(file) => writeln!(out, "{GOOD}written{GOOD:#} to {file}"),
            None => out.write_all(self.lines.as_bytes()),
        }
    }
}
