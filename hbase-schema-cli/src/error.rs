//! Errors of the command: what, where, expected, found, and help.

use std::fmt::Display;
use std::io::{self, Write};

use annotate_snippets::{Group, Level, Origin, Renderer};
use serde::{Serialize, Serializer};

use crate::exit::Status;

/// An error that ends a command.
///
/// ```text
/// error: found no table `Cal`
///   --> examples/calls.rs
///   = note: expected `Call`
///   = help: did you mean `Call`?
/// ```
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.line())]
pub(crate) struct CliError(Box<Details>);

#[derive(Clone, Debug, Serialize)]
struct Details {
    #[serde(serialize_with = "as_code")]
    status: Status,
    what: String,
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    location: Option<Location>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
}

/// A file or another location, with its line and column if known.
#[derive(Clone, Debug, Serialize)]
struct Location {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

/// An error as JSON.
#[derive(Serialize)]
pub(crate) struct Document<'a> {
    error: &'a Details,
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature is serde's"
)]
fn as_code<S: Serializer>(status: &Status, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(status.code())
}

impl CliError {
    /// Status 1: findings prevent the command from doing its work.
    pub(crate) fn findings(what: impl Display) -> Self {
        Self::new(Status::Findings, what)
    }

    /// Status 2: the command line names something that does not exist or is invalid.
    pub(crate) fn usage(what: impl Display) -> Self {
        Self::new(Status::Usage, what)
    }

    /// Status 3: a file or a store could not be read, written or reached.
    pub(crate) fn unreachable(what: impl Display) -> Self {
        Self::new(Status::Unreachable, what)
    }

    /// Status 4: an import that was ended before the end of its source.
    #[cfg(feature = "import")]
    pub(crate) fn incomplete(what: impl Display) -> Self {
        Self::new(Status::Incomplete, what)
    }

    /// Status 130: an import that was interrupted.
    #[cfg(feature = "import")]
    pub(crate) fn interrupted(what: impl Display) -> Self {
        Self::new(Status::Interrupted, what)
    }

    /// Status 3: an I/O error.
    pub(crate) fn cannot(what: &str, cause: &io::Error) -> Self {
        Self::unreachable(format_args!("cannot {what}: {cause}"))
    }

    fn new(status: Status, what: impl Display) -> Self {
        Self(Box::new(Details {
            status,
            what: what.to_string(),
            location: None,
            expected: None,
            found: None,
            help: None,
        }))
    }

    /// Sets the location: a file, a url or a table.
    pub(crate) fn at(mut self, path: impl Display) -> Self {
        self.0.location = Some(Location {
            path: path.to_string(),
            line: None,
            column: None,
        });
        self
    }

    /// Sets the line and the column, both from 1, in the file of [`at`](Self::at).
    pub(crate) fn line_column(mut self, line: usize, column: Option<usize>) -> Self {
        if let Some(location) = &mut self.0.location {
            location.line = Some(line);
            location.column = column;
        }
        self
    }

    /// Sets what was expected.
    pub(crate) fn expected(mut self, expected: impl Display) -> Self {
        self.0.expected = Some(expected.to_string());
        self
    }

    /// Sets what was found.
    pub(crate) fn found(mut self, found: impl Display) -> Self {
        self.0.found = Some(found.to_string());
        self
    }

    /// Sets the help.
    pub(crate) fn help(mut self, help: impl Display) -> Self {
        self.0.help = Some(help.to_string());
        self
    }

    pub(crate) const fn status(&self) -> Status {
        self.0.status
    }

    /// The document that `--json` prints.
    pub(crate) fn document(&self) -> Document<'_> {
        Document { error: &self.0 }
    }

    /// Writes the error in the compiler's format.
    pub(crate) fn render(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut group = Group::with_title(Level::ERROR.primary_title(self.0.what.as_str()));
        if let Some(location) = &self.0.location {
            group = group.element(location.origin());
        }
        for note in self.notes() {
            group = group.element(Level::NOTE.message(note));
        }
        if let Some(help) = &self.0.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        writeln!(out, "{}", Renderer::styled().render(&[group]))
    }

    fn notes(&self) -> impl Iterator<Item = String> {
        let note = |word: &str, text: &Option<String>| {
            let text = text.as_ref()?;
            Some(format!("{word} {text}"))
        };
        let expected = note("expected", &self.0.expected);
        expected.into_iter().chain(note("found", &self.0.found))
    }

    /// The error in one line.
    fn line(&self) -> String {
        let location = self
            .0
            .location
            .iter()
            .map(|location| format!("at {}", location.path));
        let parts = location.chain(self.notes()).chain(self.0.help.clone());
        std::iter::once(self.0.what.clone())
            .chain(parts)
            .collect::<Vec<_>>()
            .join("; ")
    }
}

impl Location {
    fn origin(&self) -> Origin<'_> {
        let origin = Origin::path(self.path.as_str());
        match (self.line, self.column) {
            (Some(line), Some(column)) => origin.line(line).char_column(column),
            (Some(line), None) => origin.line(line),
            _ => origin,
        }
    }
}
