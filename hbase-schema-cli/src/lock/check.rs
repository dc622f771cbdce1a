//! `lock --check`: compares the sources with the lock, without compiling them.

use std::fmt::Arguments;
use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use super::compare::{Builds, CheckedTable};
use super::{sources, write};
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{CommandResult, Output};
use crate::style::{BOLD, CARE, DIM, GOOD};
use crate::text::counted;

/// The comparison of a crate's sources with its lock.
#[derive(Serialize)]
struct Checked {
    lock: String,
    tables: Vec<CheckedTable>,
    /// Listed structs that the sources do not show.
    unknown: Vec<String>,
}

impl CheckedTable {
    const fn is_as_locked(&self) -> bool {
        self.changes.is_empty() && self.contradictions.is_empty()
    }

    const fn unknown(&self) -> usize {
        self.unknown.len() + self.conditional.len()
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.is_as_locked() && self.unknown() == 0 {
            return Ok(());
        }
        writeln!(out, "{BOLD}{}{BOLD:#}", self.table)?;
        let changes = self.changes.iter().map(|change| &change.message);
        for message in self.contradictions.iter().chain(changes) {
            writeln!(out, "  {message}")?;
        }
        for column in &self.unknown {
            let why = format_args!("the sources do not show the type of {column}");
            write_unknown(out, why)?;
        }
        for fact in &self.conditional {
            write_unknown(out, format_args!("`{fact}` depends on `cfg`"))?;
        }
        Ok(())
    }
}

fn write_unknown(out: &mut dyn Write, why: Arguments<'_>) -> io::Result<()> {
    writeln!(out, "  {DIM}unknown{DIM:#}: {why}; the compiler checks it")
}

impl Checked {
    fn changed(&self) -> usize {
        let changed = self.tables.iter().filter(|table| !table.is_as_locked());
        changed.count()
    }

    fn unknown(&self) -> usize {
        let of_tables: usize = self.tables.iter().map(CheckedTable::unknown).sum();
        of_tables + self.unknown.len()
    }
}

impl CommandResult for Checked {
    fn status(&self) -> Status {
        Status::of(self.changed() == 0)
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        for table in &self.tables {
            table.write(out)?;
        }
        for name in &self.unknown {
            write_unknown(out, format_args!("the sources do not show `{name}`"))?;
        }
        let all = counted(self.tables.len() as u64, "table");
        match (self.changed(), self.unknown()) {
            (0, 0) => writeln!(out, "{GOOD}{all}, as locked{GOOD:#}"),
            (0, some) => writeln!(
                out,
                "{GOOD}{all}, no change{GOOD:#}, {CARE}{some} unknown{CARE:#}"
            ),
            (some, _) => writeln!(out, "{CARE}{all}, {some} not as locked{CARE:#}"),
        }
    }
}

pub(super) fn run(path: &Path, lock: &Path, output: Output) -> Result<Status, CliError> {
    let file = write::parse(lock, &write::read(lock)?)?;
    let (listed, opposite) = sources::read(path)?;
    let builds = Builds::new(&listed, opposite.as_ref());
    output.print(&Checked {
        lock: lock.display().to_string(),
        tables: builds.compared(&file),
        unknown: listed.unknown,
    })
}
