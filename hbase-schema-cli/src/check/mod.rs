//! `check PATH`: all errors in the tables of a file or a crate, and advice.

mod advice;
mod diagnostic;
mod locked;
mod render;
mod same_table;
mod sources;

use std::io::{self, Write};

use serde::Serialize;

use crate::cli::CheckArgs;
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{CommandResult, Output};
use crate::text::{counted, summary};
use diagnostic::{Diagnostic, Severity};
use sources::Checked;

/// How to exclude advice that cannot be followed.
const GIVEN: &str = "help: where the layout is given, as that of another program's table or of rows that exist, \
                     `allow(advice)` in `#[table]` leaves out the table's advice";

/// The errors and warnings.
#[derive(Serialize)]
struct Findings {
    /// The number of tables; `None` if errors prevent reading them.
    #[serde(skip_serializing_if = "Option::is_none")]
    tables: Option<usize>,
    #[serde(rename = "mistakes")]
    errors: usize,
    warnings: usize,
    diagnostics: Vec<Diagnostic>,
    #[serde(skip)]
    has_advice: bool,
}

impl Findings {
    fn new(checked: Checked) -> Self {
        let diagnostics = checked.diagnostics;
        let count = |severity| {
            let found = diagnostics.iter().filter(|d| d.severity == severity);
            found.count()
        };
        Self {
            tables: checked.tables,
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            diagnostics,
            has_advice: checked.has_advice,
        }
    }

    /// `2 tables, 1 warning`.
    fn summary(&self) -> String {
        let tables = self.tables.map(|tables| counted(tables as u64, "table"));
        let none = "no errors (rustc checks the types)";
        summary(tables, self.errors, none, self.warnings)
    }
}

impl CommandResult for Findings {
    fn status(&self) -> Status {
        Status::of(self.errors == 0)
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        render::all(&self.diagnostics, out)?;
        if self.has_advice {
            writeln!(out, "{GIVEN}\n")?;
        }
        writeln!(out, "{}", self.summary())
    }
}

pub(crate) fn run(args: &CheckArgs, output: Output) -> Result<Status, CliError> {
    let checked = sources::diagnose(&args.path, !args.no_advice)?;
    output.print(&Findings::new(checked))
}
