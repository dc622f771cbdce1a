//! `ddl PATH`: tables as statements and texts.

mod texts;

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use hbase_model::DescribedTable;
use hbase_model::description::Description;
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
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// What `--format json` prints.
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<Description>,
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
        if self.format == DdlFormat::Json {
            return out.write_all(self.json().as_bytes());
        }
        for (number, table) in self.tables.iter().enumerate() {
            if number > 0 {
                writeln!(out)?;
            }
            if let Some(file) = &table.splits_file {
                // A comment for the shell, which is what this text is for.
                let name = &file.name;
                writeln!(out, "# needs the file {name}, which --splits-to DIR writes")?;
            }
            writeln!(out, "{}", table.text.as_deref().unwrap_or("").trim_end())?;
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

impl Texts {
    /// The description of the table, or an array where there are several.
    fn json(&self) -> String {
        let described = self
            .tables
            .iter()
            .filter_map(|table| table.description.clone());
        match described.collect::<Vec<_>>().as_slice() {
            [one] => format!("{one}\n"),
            all => Description::all_to_json(all),
        }
    }
}

impl TableText {
    /// A table of which nothing is said yet.
    fn new(table: &DescribedTable) -> Self {
        Self {
            row: table.row.clone(),
            table: table.descriptor.name.to_string(),
            text: None,
            description: None,
            splits_file: None,
        }
    }
}
