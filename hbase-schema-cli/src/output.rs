//! Prints results and errors, as text with the terminal's colours or as JSON.

use std::io::{self, Write};

use hbase_model::ddl::SplitsFile;
use serde::{Serialize, Serializer};

use crate::error::CliError;
use crate::exit::Status;

/// The result of a command, printed as JSON by `Serialize` or as text by [`text`](Self::text).
pub(crate) trait CommandResult: Serialize {
    /// The exit status.
    fn status(&self) -> Status {
        Status::Success
    }

    /// Writes the result as text. Styles (`anstyle`) are always written, and removed if the output has no
    /// colours.
    fn text(&self, out: &mut dyn Write) -> io::Result<()>;
}

/// The output format. JSON is written without `anstream`, which removes the character U+007F from text, and so from
/// strings in JSON, where it needs no escape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    json: bool,
}

impl Output {
    pub(crate) const fn new(json: bool) -> Self {
        Self { json }
    }

    /// Whether results and errors are JSON.
    #[cfg(feature = "import")]
    pub(crate) const fn is_json(self) -> bool {
        self.json
    }

    /// Prints a result to the standard output, and returns its status.
    ///
    /// # Errors
    /// I/O errors of the standard output. A closed pipe (`| head`) is not one.
    pub(crate) fn print(self, result: &impl CommandResult) -> Result<Status, CliError> {
        let written = if self.json {
            json(result, &mut io::stdout().lock())
        } else {
            result.text(&mut anstream::stdout().lock())
        };
        match written.and_then(|()| io::stdout().flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(CliError::cannot("write the standard output", &error))
            }
            _ => Ok(result.status()),
        }
    }

    /// Prints a note to the standard error, as text or as a line of JSON.
    pub(crate) fn print_note(
        self,
        note: &impl Serialize,
        text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) {
        // A closed standard error leaves nowhere to report to.
        let _ = if self.json {
            json_line(note, &mut io::stderr().lock())
        } else {
            text(&mut anstream::stderr().lock())
        };
    }

    /// Prints an error to the standard error, and returns its status. As JSON it is one line, so that each line
    /// of the output is a document, whatever events precede it.
    pub(crate) fn print_error(self, error: &CliError) -> Status {
        // A closed standard error leaves nowhere to report to.
        let _ = if self.json {
            json_line(&error.document(), &mut io::stderr().lock())
        } else {
            error.render(&mut anstream::stderr().lock())
        };
        error.status()
    }
}

/// Serializes pairs as an object, in order.
pub(crate) fn as_object<S: Serializer, V: Serialize>(
    pairs: &[(String, V)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}

/// Serializes a file of split points.
#[allow(clippy::ref_option, reason = "the signature is serde's")]
pub(crate) fn name_and_content<S: Serializer>(
    file: &Option<SplitsFile>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let members = file.iter();
    serializer
        .collect_map(members.flat_map(|file| [("name", &file.name), ("content", &file.content)]))
}

fn json(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}

fn json_line(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}
