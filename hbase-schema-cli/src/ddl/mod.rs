//! `ddl PATH`: tables as statements and texts.

mod texts;

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use hbase_model::DescribedTable;
use serde::Serialize;

use crate::cli::{DdlArgs, DdlFormat};
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{Answer, Output};
use crate::tables;

/// The tables in one form.
#[derive(Serialize)]
struct Texts {
    format: DdlFormat,
    tables: Vec<TableText>,
}

/// One table in one form.
#[derive(Serialize)]
struct TableText {
    row: String,
    table: String,
    text: String,
    /// The file of splits that the statement names; it must lie where the shell is started.
    #[serde(skip_serializing_if = "Option::is_none")]
    splits_file: Option<SplitsFile>,
}

/// A file beside a statement.
#[derive(Serialize)]
struct SplitsFile {
    name: String,
    content: String,
}

impl Answer for Texts {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        for (number, table) in self.tables.iter().enumerate() {
            if number > 0 {
                writeln!(out)?;
            }
            if let Some(file) = &table.splits_file {
                // A comment for the shell, which is what this text is for.
                let name = &file.name;
                writeln!(out, "# needs the file {name}, which --splits-to DIR writes")?;
            }
            writeln!(out, "{}", table.text.trim_end())?;
        }
        Ok(())
    }
}

pub(crate) fn run(args: &DdlArgs, output: Output) -> Result<Status, CliError> {
    let found = match &args.table {
        Some(name) => vec![tables::find(&args.path, name)?],
        None => tables::read(&args.path)?,
    };
    let texts = texts::of(&found, args.format)?;
    if let Some(directory) = &args.splits_to {
        write_splits(directory, &texts)?;
    }
    output.give(&texts)
}

fn write_splits(directory: &Path, texts: &Texts) -> Result<(), CliError> {
    let files = texts
        .tables
        .iter()
        .filter_map(|table| table.splits_file.as_ref());
    for file in files {
        let path = directory.join(&file.name);
        fs::write(&path, &file.content)
            .map_err(|error| CliError::cannot("write the splits", &error).at(path.display()))?;
    }
    Ok(())
}

impl TableText {
    fn new(table: &DescribedTable, text: String) -> Self {
        Self {
            row: table.row.clone(),
            table: table.descriptor.name.to_string(),
            text,
            splits_file: None,
        }
    }
}
