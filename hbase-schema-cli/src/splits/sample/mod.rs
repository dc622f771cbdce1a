//! Streams the rows of a sample file of any size.

mod columns;
mod lines;

use std::fs::File;
use std::io::{self, Read};

use hbase_model::{KeyLayout, LayoutError};
use serde::Serialize;

use crate::cli::SplitsArgs;
use crate::error::CliError;
use crate::key_error::part_of;
use columns::Columns;
use lines::Lines;

/// One row of the sample.
pub(super) struct SampleRow {
    pub(super) line: u64,
    pub(super) key: Vec<u8>,
    /// The size of the row by a column, otherwise its key's size.
    pub(super) bytes: u64,
}

/// A row that is invalid for the table.
#[derive(Clone, Debug, Serialize)]
pub(super) struct InvalidRow {
    pub(super) line: u64,
    /// The key part or column at fault, if only one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) part: Option<String>,
    pub(super) message: String,
}

impl InvalidRow {
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

/// A reader of a sample.
pub(super) enum Sample<'a> {
    /// CSV with a header; a column may contain the size of each row.
    Columns(Box<Columns<'a>>),
    /// One key per line.
    Keys(Lines<'a>),
}

impl<'a> Sample<'a> {
    /// Opens a file, or the standard input for `-`.
    ///
    /// # Errors
    /// I/O errors, and a header that does not name the key parts.
    pub(super) fn open(args: &SplitsArgs, layout: &'a KeyLayout) -> Result<Self, CliError> {
        let path = &args.sample;
        if !args.keys {
            let columns = Columns::new(path, layout, args.bytes.as_deref())?;
            return Ok(Self::Columns(Box::new(columns)));
        }
        let name = path.display().to_string();
        let input: Box<dyn Read> = if name == "-" {
            Box::new(io::stdin().lock())
        } else {
            let file = File::open(path)
                .map_err(|error| CliError::cannot("read the sample", &error).at(&name))?;
            Box::new(file)
        };
        Ok(Self::Keys(Lines::new(input, name, layout, args.hex)))
    }

    /// The next row or invalid row; `None` at the end.
    ///
    /// # Errors
    /// Errors after which the file cannot be read any further.
    pub(super) fn next(&mut self) -> Result<Option<Result<SampleRow, InvalidRow>>, CliError> {
        match self {
            Self::Columns(columns) => columns.next(),
            Self::Keys(lines) => lines.next(),
        }
    }

    /// The names of the columns that are not used.
    pub(super) fn ignored(&self) -> &[String] {
        match self {
            Self::Columns(columns) => columns.ignored(),
            Self::Keys(_) => &[],
        }
    }
}
