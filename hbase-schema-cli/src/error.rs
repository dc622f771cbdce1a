//! An error of the command: what, where, expected, found, and the way out.

use std::fmt::Display;
use std::io::{self, Write};

use annotate_snippets::{Group, Level, Origin, Renderer};
use serde::Serialize;

use crate::exit::Status;

/// Why a command gives no answer.
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

#[derive(Clone, Debug)]
struct Details {
    status: Status,
    what: String,
    place: Option<Place>,
    expected: Option<String>,
    found: Option<String>,
    help: Option<String>,
}

/// Where: a file, and a place in it where that is known.
#[derive(Clone, Debug, Serialize)]
struct Place {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

/// An error as JSON.
#[derive(Serialize)]
pub(crate) struct Document<'a> {
    error: Fields<'a>,
}

#[derive(Serialize)]
struct Fields<'a> {
    status: u8,
    what: &'a str,
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    place: Option<&'a Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
}

impl CliError {
    /// Status 2: the command line asks for what is not there or does not fit.
    pub(crate) fn usage(what: impl Display) -> Self {
        Self::new(Status::Usage, what)
    }

    /// Status 3: something could not be read, written or reached.
    pub(crate) fn unreachable(what: impl Display) -> Self {
        Self::new(Status::Unreachable, what)
    }

    /// Status 3: what the operating system does not do, and why.
    pub(crate) fn cannot(what: &str, cause: &io::Error) -> Self {
        Self::unreachable(format_args!("cannot {what}: {cause}"))
    }

    fn new(status: Status, what: impl Display) -> Self {
        Self(Box::new(Details {
            status,
            what: what.to_string(),
            place: None,
            expected: None,
            found: None,
            help: None,
        }))
    }

    /// The file, url or other place that it is about.
    pub(crate) fn at(mut self, path: impl Display) -> Self {
        self.0.place = Some(Place {
            path: path.to_string(),
            line: None,
            column: None,
        });
        self
    }

    /// The line, from 1, and the column, from 1, in the file given by [`at`](Self::at).
    pub(crate) fn line_column(mut self, line: usize, column: Option<usize>) -> Self {
        if let Some(place) = &mut self.0.place {
            place.line = Some(line);
            place.column = column;
        }
        self
    }

    /// What was expected.
    pub(crate) fn expected(mut self, expected: impl Display) -> Self {
        self.0.expected = Some(expected.to_string());
        self
    }

    /// What was found.
    pub(crate) fn found(mut self, found: impl Display) -> Self {
        self.0.found = Some(found.to_string());
        self
    }

    /// The way out.
    pub(crate) fn help(mut self, help: impl Display) -> Self {
        self.0.help = Some(help.to_string());
        self
    }

    pub(crate) const fn status(&self) -> Status {
        self.0.status
    }

    /// The error as it is written with `--json`.
    pub(crate) fn document(&self) -> Document<'_> {
        Document {
            error: Fields {
                status: self.0.status.code(),
                what: &self.0.what,
                place: self.0.place.as_ref(),
                expected: self.0.expected.as_deref(),
                found: self.0.found.as_deref(),
                help: self.0.help.as_deref(),
            },
        }
    }

    /// Writes the error as the compiler would.
    pub(crate) fn render(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut group = Group::with_title(Level::ERROR.primary_title(self.0.what.as_str()));
        if let Some(place) = &self.0.place {
            group = group.element(place.origin());
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

    /// All of it in one line.
    fn line(&self) -> String {
        let place = self
            .0
            .place
            .iter()
            .map(|place| format!("at {}", place.path));
        let parts = place.chain(self.notes()).chain(self.0.help.clone());
        std::iter::once(self.0.what.clone())
            .chain(parts)
            .collect::<Vec<_>>()
            .join("; ")
    }
}

impl Place {
    fn origin(&self) -> Origin<'_> {
        let origin = Origin::path(self.path.as_str());
        match (self.line, self.column) {
            (Some(line), Some(column)) => origin.line(line).char_column(column),
            (Some(line), None) => origin.line(line),
            _ => origin,
        }
    }
}
