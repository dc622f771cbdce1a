//! `policy push FILE`: writes a policy to a store.
//!
//! A policy is written conditionally: it is inserted, or replaces the version that was read. So one of two
//! concurrent pushes is rejected.

use std::io::{self, Write};
use std::path::Path;

use hbase_row_key_policy::RowKeyPolicy;
use hbase_schema::Connection;
use serde::Serialize;

use super::table::{self, TABLE, Version};
use super::{block_on, open};
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{CommandResult, Output};
use crate::policy::args::PushArgs;
use crate::policy::file::PolicyText;
use crate::style::{BOLD, GOOD};

/// The result of a push.
#[derive(Serialize)]
struct Pushed {
    name: String,
    url: String,
    table: &'static str,
    outcome: Outcome,
    /// The time of the version that was replaced.
    #[serde(skip_serializing_if = "Option::is_none")]
    replaced: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    Created,
    Replaced,
    Unchanged,
}

/// The file is read before the store is opened.
pub(in crate::policy) fn run(args: &PushArgs, output: Output) -> Result<Status, CliError> {
    let name = name(args)?;
    table::check_name(&name)?;
    let text = PolicyText::read(&args.file)?;
    let policy = text.parse_valid()?;
    check_store(&args.store.url)?;
    block_on(async {
        let db = open(&args.store).await?;
        let pushed = push(&db, &name, &policy, args).await?;
        output.print(&pushed)
    })
}

/// Rejects a store that ends with this command: it would silently lose the policy.
fn check_store(url: &str) -> Result<(), CliError> {
    if url.trim() != "memory:" {
        return Ok(());
    }
    let what = "the store `memory:` ends with this command, and with it the policy";
    Err(CliError::usage(what).help(
        "push into `embedded:DIR` or a cluster; `policy check` and `policy preview` write nothing",
    ))
}

fn name(args: &PushArgs) -> Result<String, CliError> {
    if let Some(name) = &args.name {
        return Ok(name.clone());
    }
    let stem = args.file.file_stem().and_then(|stem| stem.to_str());
    match stem.filter(|_| args.file != Path::new("-")) {
        Some(stem) => Ok(stem.to_owned()),
        None => Err(CliError::usage("the policy has no name")
            .at(args.file.display())
            .expected("a file whose name is the policy's, or `--name`")
            .help("add `--name NAME`")),
    }
}

async fn push(
    db: &Connection,
    name: &str,
    policy: &RowKeyPolicy,
    args: &PushArgs,
) -> Result<Pushed, CliError> {
    let url = &args.store.url;
    let failed = |error| CliError::unreachable(error).at(url);
    table::create(db).await.map_err(failed)?;
    let stored = table::versions(db, name, 1).await.map_err(failed)?;
    let json = policy.to_json();
    let (outcome, is_done) = match stored.first() {
        None => {
            let inserted = table::insert(db, name, json).await;
            (Outcome::Created, inserted.map_err(failed)?)
        }
        Some(stored) if stored.json == json => (Outcome::Unchanged, true),
        Some(stored) if !args.replace => return Err(differs(stored, url)),
        Some(stored) => {
            let replaced = table::replace(db, stored, json).await;
            (Outcome::Replaced, replaced.map_err(failed)?)
        }
    };
    if !is_done {
        return Err(changed_meanwhile(name, url));
    }
    let replaced = stored.first().filter(|_| outcome == Outcome::Replaced);
    Ok(Pushed {
        name: name.to_owned(),
        url: url.clone(),
        table: TABLE,
        outcome,
        replaced: replaced.map(Version::time),
    })
}

fn differs(stored: &Version, url: &str) -> CliError {
    let (name, time) = (&stored.name, stored.time());
    CliError::findings(format_args!("the store has another policy `{name}`"))
        .at(url)
        .expected("no policy with this name, or the same one")
        .found(format_args!("one of {time}: {}", stored.json))
        .help("`--replace` replaces it, and keeps it as an older version; `--name` chooses another name")
}

fn changed_meanwhile(name: &str, url: &str) -> CliError {
    CliError::findings(format_args!(
        "another program has pushed the policy `{name}` meanwhile"
    ))
    .at(url)
    .found("nothing was written")
    .help(format_args!(
        "compare with it: `hbase-schema policy pull {name} --url {url}`"
    ))
}

impl CommandResult for Pushed {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { name, url, .. } = self;
        match (self.outcome, &self.replaced) {
            (Outcome::Created, _) => {
                writeln!(out, "{GOOD}pushed{GOOD:#} {BOLD}{name}{BOLD:#} to {url}")
            }
            (Outcome::Unchanged, _) => {
                writeln!(out, "nothing to do: {url} has this policy as {name}")
            }
            (Outcome::Replaced, replaced) => {
                let time = replaced.as_deref().unwrap_or_default();
                writeln!(
                    out,
                    "{GOOD}replaced{GOOD:#} {BOLD}{name}{BOLD:#} of {time} in {url}"
                )
            }
        }
    }
}
