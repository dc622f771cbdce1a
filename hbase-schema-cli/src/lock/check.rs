//! `lock --check`: compares the sources with the lock, without compiling them.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use hbase_model::lock::{Difference, LockFile, Message, TableFacts};
use hbase_schema_syntax::source::read_sources;
use serde::Serialize;

use crate::error::CliError;
use crate::exit::Status;
use crate::output::{CommandResult, Output};
use crate::style::{BOLD, CARE, DIM, GOOD};
use crate::tables;
use crate::text::counted;

/// The comparison of a crate's sources with its lock.
#[derive(Serialize)]
struct Checked {
    lock: String,
    tables: Vec<CheckedTable>,
}

#[derive(Serialize)]
struct CheckedTable {
    table: String,
    /// The number of the locked layout, from 1.
    layout: u32,
    changes: Vec<ShownChange>,
    /// Columns whose types the sources do not show, as `FAMILY:QUALIFIER`.
    unknown: Vec<String>,
}

#[derive(Serialize)]
struct ShownChange {
    class: &'static str,
    /// What changed, as in its line.
    about: String,
    was: String,
    is: String,
    /// The hash by which an exception refers to the change.
    hash: String,
    /// Whether the lock has an exception.
    excepted: bool,
    message: String,
}

impl ShownChange {
    fn of(found: &Difference<'_>, table: &str) -> Self {
        Self {
            class: found.class.name(),
            about: found.about(),
            was: found.was().to_owned(),
            is: found.is().to_owned(),
            hash: found.hash().to_owned(),
            excepted: found.excepted,
            message: Message::new(found, table, "", 0).as_str().to_owned(),
        }
    }
}

impl Checked {
    fn changed(&self) -> usize {
        let changed = self.tables.iter().filter(|table| !table.changes.is_empty());
        changed.count()
    }
}

impl CommandResult for Checked {
    fn status(&self) -> Status {
        Status::of(self.changed() == 0)
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        for table in &self.tables {
            if table.changes.is_empty() && table.unknown.is_empty() {
                continue;
            }
            writeln!(out, "{BOLD}{}{BOLD:#}", table.table)?;
            for change in &table.changes {
                writeln!(out, "  {CARE}{}{CARE:#}: {}", change.class, change.message)?;
            }
            for column in &table.unknown {
                writeln!(
                    out,
                    "  {DIM}unknown{DIM:#}: the sources do not show the type of {column}; the compiler checks it"
                )?;
            }
        }
        let all = counted(self.tables.len() as u64, "table");
        match self.changed() {
            0 => writeln!(out, "{GOOD}{all}, as locked{GOOD:#}"),
            some => writeln!(out, "{CARE}{all}, {some} not as locked{CARE:#}"),
        }
    }
}

pub(super) fn run(path: &Path, lock: &Path, output: Output) -> Result<Status, CliError> {
    let text = fs::read_to_string(lock).map_err(|error| {
        let error = CliError::cannot("read the lock", &error).at(lock.display());
        error.help("create it by `hbase-schema lock`")
    })?;
    let file: LockFile = text
        .parse()
        .map_err(|error| CliError::findings(error).at(lock.display()))?;
    output.print(&Checked {
        lock: lock.display().to_string(),
        tables: compared(path, &file)?,
    })
}

fn compared(path: &Path, lock: &LockFile) -> Result<Vec<CheckedTable>, CliError> {
    let sources = read_sources(path).ok();
    let listed = sources.and_then(|sources| sources.locked());
    let declared = tables::read(path)?;
    let is_listed = |row: &String| listed.as_ref().is_none_or(|names| names.contains(row));
    let facts: Vec<TableFacts> = declared
        .iter()
        .filter(|table| is_listed(&table.row))
        .map(hbase_model::DescribedTable::facts)
        .collect();
    let facts = TableFacts::united(&facts);
    let mut checked: Vec<_> = facts.iter().map(|facts| compare(facts, lock)).collect();
    for (name, _) in lock.tables() {
        if facts.iter().all(|facts| facts.table.to_string() != name) {
            checked.push(shown(name, "", &[], lock));
        }
    }
    Ok(checked)
}

fn compare(facts: &TableFacts, lock: &LockFile) -> CheckedTable {
    let name = facts.table.to_string();
    let (facts, unknown) = facts.known_from(&lock.lines_of(&name));
    shown(&name, &facts.lines, &unknown, lock)
}

fn shown(name: &str, now: &str, unknown: &[String], lock: &LockFile) -> CheckedTable {
    let locked = lock.lines_of(name);
    let differences = hbase_model::lock::Comparison::new(&locked, now, name).differences();
    let layout = lock.tables().find(|(table, _)| *table == name);
    CheckedTable {
        table: name.to_owned(),
        layout: layout.map_or(1, |(_, table)| table.layout()),
        changes: differences
            .iter()
            .map(|found| ShownChange::of(found, name))
            .collect(),
        unknown: unknown.to_vec(),
    }
}
