//! Where answers and errors go: as text, coloured where the terminal has colours, or as JSON.

use std::io::{self, Write};

use serde::{Serialize, Serializer};

use crate::error::CliError;
use crate::exit::Status;

/// What a command answers: as JSON by its `Serialize`, as text by [`text`](Self::text).
pub(crate) trait Answer: Serialize {
    /// Yes or no, for the exit status.
    fn status(&self) -> Status {
        Status::Yes
    }

    /// Writes the answer for people. Styles (`anstyle`) are written always: they are taken out
    /// where there are no colours.
    fn text(&self, out: &mut dyn Write) -> io::Result<()>;
}

/// How the user wants answers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    json: bool,
}

impl Output {
    pub(crate) const fn new(json: bool) -> Self {
        Self { json }
    }

    /// Writes an answer to the standard output; its status is the command's.
    ///
    /// # Errors
    /// Where the standard output cannot be written. A reader that has gone away (`| head`) is none.
    pub(crate) fn give(self, answer: &impl Answer) -> Result<Status, CliError> {
        let mut out = anstream::stdout().lock();
        let written = if self.json {
            json(answer, &mut out)
        } else {
            answer.text(&mut out)
        };
        match written.and_then(|()| out.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(CliError::cannot("write the standard output", &error))
            }
            _ => Ok(answer.status()),
        }
    }

    /// Writes an error to the standard error; its status is the command's.
    pub(crate) fn refuse(self, error: &CliError) -> Status {
        let mut out = anstream::stderr().lock();
        // Whoever closed the standard error does not want to hear of it.
        let _ = if self.json {
            json(&error.document(), &mut out)
        } else {
            error.render(&mut out)
        };
        error.status()
    }
}

/// Serialises pairs as an object, in their order.
pub(crate) fn as_object<S: Serializer, V: Serialize>(
    pairs: &[(String, V)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}

fn json(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}
