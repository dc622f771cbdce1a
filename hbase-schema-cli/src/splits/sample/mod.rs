//! The rows of a sample file, one after the other, whatever its size.

mod bounded;
mod columns;
mod lines;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use hbase_model::{KeyLayout, LayoutError};
use serde::Serialize;

use crate::error::CliError;
use crate::key_error::part_of;
use columns::Columns;
use lines::Lines;

/// One row of the sample.
pub(super) struct SampleRow {
    pub(super) line: u64,
    pub(super) key: Vec<u8>,
    /// The bytes of the row as a column says, or else those of its key.
    pub(super) bytes: u64,
}

/// A row that does not fit the table.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Unfit {
    pub(super) line: u64,
    /// The part or column at fault, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) part: Option<String>,
    pub(super) message: String,
}

impl Unfit {
    pub(super) fn of(line: u64, error: &LayoutError) -> Self {
        Self {
            line,
            part: part_of(error).map(str::to_owned),
            message: error.to_string(),
        }
    }

    fn without_part(line: u64, message: impl Into<String>) -> Self {
        Self {
            line,
            part: None,
            message: message.into(),
        }
    }
}

/// How the file is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form<'a> {
    /// CSV with a header; a column may say how many bytes a row has.
    Columns { bytes: Option<&'a str> },
    /// One key a line.
    Keys { hex: bool },
}

/// A sample that is being read.
pub(super) enum Sample<'a> {
    Columns(Box<Columns<'a>>),
    Keys(Lines<'a>),
}

impl<'a> Sample<'a> {
    /// Opens a file, or the standard input for `-`.
    ///
    /// # Errors
    /// Where there is no such file, or its header does not name the key's parts.
    pub(super) fn open(
        path: &Path,
        form: Form<'_>,
        layout: &'a KeyLayout,
    ) -> Result<Self, CliError> {
        let name = path.display().to_string();
        let input: Box<dyn Read> = if name == "-" {
            Box::new(io::stdin().lock())
        } else {
            let file = File::open(path)
                .map_err(|error| CliError::cannot("read the sample", &error).at(&name))?;
            Box::new(file)
        };
        Ok(match form {
            Form::Columns { bytes } => {
                Self::Columns(Box::new(Columns::new(input, name, layout, bytes)?))
            }
            Form::Keys { hex } => Self::Keys(Lines::new(input, name, layout, hex)),
        })
    }

    /// The next row, or what is wrong with it; none behind the last one.
    ///
    /// # Errors
    /// Where the file cannot be read any further.
    pub(super) fn next(&mut self) -> Result<Option<Result<SampleRow, Unfit>>, CliError> {
        match self {
            Self::Columns(columns) => columns.next(),
            Self::Keys(lines) => lines.next(),
        }
    }

    /// The columns that were not used, by their names.
    pub(super) fn ignored(&self) -> &[String] {
        match self {
            Self::Columns(columns) => columns.ignored(),
            Self::Keys(_) => &[],
        }
    }
}
