//! `lock --adopt`: records the layouts of a crate's structs in the tables of a store.

use std::io::{self, Write};
use std::path::Path;

use hbase_model::TableName;
use hbase_model::lock::LockFile;
use hbase_model::name::DatedName;
use hbase_schema::Connection;
use serde::Serialize;

use super::facts::{self, StructFacts};
use super::write;
use crate::cli::LockArgs;
use crate::error::CliError;
use crate::exit::Status;
use crate::live::{connect, require_store};
use crate::output::{CommandResult, Output};
use crate::style::{CARE, GOOD};
use crate::text::counted;

/// The layouts that were recorded.
#[derive(Serialize)]
struct Adopted {
    url: String,
    tables: Vec<AdoptedTable>,
    /// The server's version, if it has reopened the regions of the tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    reopened_by: Option<String>,
}

#[derive(Serialize)]
struct AdoptedTable {
    table: String,
    #[serde(rename = "struct")]
    row: String,
    layout: u32,
    /// Whether the table had another layout, or none.
    changed: bool,
}

impl CommandResult for Adopted {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        for table in &self.tables {
            let state = if table.changed {
                "recorded"
            } else {
                "as it was"
            };
            let AdoptedTable {
                table, row, layout, ..
            } = table;
            writeln!(out, "{table} ({row}): layout {layout}, {state}")?;
        }
        if let Some(version) = &self.reopened_by {
            writeln!(
                out,
                "{CARE}HBase {version} has reopened the regions of these tables{CARE:#}: it ignores `reopen_regions`, which 2.6 introduced"
            )?;
        }
        let all = counted(self.tables.len() as u64, "layout");
        writeln!(out, "{GOOD}{all} in the tables of {}{GOOD:#}", self.url)
    }
}

pub(super) async fn run(
    args: &LockArgs,
    lock: &Path,
    url: &str,
    output: Output,
) -> Result<Status, CliError> {
    let file = write::parse(lock, &write::read(lock)?)?;
    require_store(url)?;
    let structs = facts::read(args, lock)?;
    let db = connect(url, args.timeout).await?.timeout(args.timeout);
    let mut tables = Vec::new();
    for of in &structs {
        for table in names(args, of)? {
            tables.push(adopt(&db, url, &table, of, &file).await?);
        }
    }
    let changed = tables.iter().any(|table| table.changed);
    let reopened_by = if changed {
        reopened_by(&db).await
    } else {
        None
    };
    output.print(&Adopted {
        url: url.to_owned(),
        tables,
        reopened_by,
    })
}

/// The tables of a struct: one, or those of the dates.
fn names(args: &LockArgs, of: &StructFacts) -> Result<Vec<TableName>, CliError> {
    let declared = &of.facts.table;
    let pattern = DatedName::parse(&declared.to_string()).ok().flatten();
    let Some(pattern) = pattern else {
        return Ok(vec![declared.clone()]);
    };
    let Some(dates) = args.dates else {
        let error = CliError::usage(format_args!("the table {declared} has a date in its name"));
        return Err(error
            .help("give the dates: `--dates 20151226`, or a range: `--dates 20151201..20151231`"));
    };
    let tables = dates
        .periods(pattern.unit())
        .map(|period| pattern.table(period));
    let tables: Result<Vec<_>, _> = tables.collect();
    tables.map_err(CliError::usage)
}

async fn adopt(
    db: &Connection,
    url: &str,
    table: &TableName,
    of: &StructFacts,
    lock: &LockFile,
) -> Result<AdoptedTable, CliError> {
    let declared = of.facts.table.to_string();
    let locked = lock.tables().find(|(name, _)| *name == declared);
    let Some((_, locked)) = locked else {
        let error = CliError::findings(format_args!("the lock has no table {declared}"));
        return Err(error.help("record it in the lock first: `hbase-schema lock`"));
    };
    let layout = locked.layout();
    let recorded = db
        .adopt_facts(table, &of.row, &of.facts, Some(layout))
        .await;
    Ok(AdoptedTable {
        table: table.to_string(),
        row: of.row.clone(),
        layout,
        changed: recorded.map_err(|error| CliError::unreachable(error).at(url))?,
    })
}

/// The version of a server that reopens regions for each change of a table.
async fn reopened_by(db: &Connection) -> Option<String> {
    let line = db.ping().await.ok()?;
    let version = line.strip_prefix("HBase ")?.split([',', ' ']).next()?;
    reopens(version).then(|| version.to_owned())
}

/// Whether this version ignores `reopen_regions` (HBASE-25549: 2.6.0 and 3.0.0-beta-1).
fn reopens(version: &str) -> bool {
    let mut numbers = version.split(['.', '-']);
    let mut next = || numbers.next().and_then(|number| number.parse::<u32>().ok());
    match (next(), next()) {
        (Some(major), Some(minor)) => (major, minor) < (2, 6) || version.starts_with("3.0.0-alpha"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_that_reopen_regions() {
        for version in ["2.5.8", "1.7.2", "3.0.0-alpha-4"] {
            assert!(reopens(version), "{version}");
        }
        for version in ["2.6.1", "2.6.0", "3.0.0-beta-1", "3.1.0", "unknown"] {
            assert!(!reopens(version), "{version}");
        }
    }
}
