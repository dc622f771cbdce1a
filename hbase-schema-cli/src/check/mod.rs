//! `check PATH`: every mistake in the tables of a file or a crate, and advice.

mod advice;
mod diagnostic;
mod render;
mod sources;

use std::io::{self, Write};

use serde::Serialize;

use crate::cli::CheckArgs;
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{Answer, Output};
use crate::text::counted;
use diagnostic::{Diagnostic, Severity};
use sources::Checked;

/// What was found.
#[derive(Serialize)]
struct Findings {
    /// How many tables there are; none where mistakes keep them from being read.
    #[serde(skip_serializing_if = "Option::is_none")]
    tables: Option<usize>,
    mistakes: usize,
    warnings: usize,
    diagnostics: Vec<Diagnostic>,
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
            mistakes: count(Severity::Error),
            warnings: count(Severity::Warning),
            diagnostics,
        }
    }

    /// `2 tables, 1 warning`.
    fn summary(&self) -> String {
        let mistakes = (self.mistakes > 0).then(|| counted(self.mistakes as u64, "mistake"));
        let warnings = (self.warnings > 0).then(|| counted(self.warnings as u64, "warning"));
        let tables = self.tables.map(|tables| counted(tables as u64, "table"));
        let right = (mistakes.is_none()).then(|| "no mistakes".to_owned());
        let said = [tables, mistakes.or(right), warnings];
        said.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

impl Answer for Findings {
    fn status(&self) -> Status {
        Status::of(self.mistakes == 0)
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        render::all(&self.diagnostics, out)?;
        writeln!(out, "{}", self.summary())
    }
}

pub(crate) fn run(args: &CheckArgs, output: Output) -> Result<Status, CliError> {
    let checked = sources::check(&args.path, !args.no_advice)?;
    output.give(&Findings::new(checked))
}
