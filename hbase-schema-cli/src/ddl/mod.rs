//! `ddl PATH`: tables as statements and texts.

mod answer;
mod texts;

use std::fs;
use std::path::Path;

use hbase_model::DescribedTable;
use hbase_schema_build::DeclaredTable;

use crate::cli::{DdlArgs, DdlFormat};
use crate::declared;
use crate::error::CliError;
use crate::exit::Status;
use crate::output::Output;
use crate::tables;
use answer::Texts;

pub(crate) fn run(args: &DdlArgs, output: Output) -> Result<Status, CliError> {
    let all = tables::read(&args.path)?;
    let found = match &args.table {
        Some(name) => tables::of_table(&args.path, &all, name)?,
        None => all.clone(),
    };
    let texts = match args.format {
        DdlFormat::Shell => texts::scripts(&declared_by_all(&args.path, &all, &found)?)?,
        format => texts::of(&found, format, args.key)?,
    };
    if let Some(directory) = &args.splits_to {
        write_splits(directory, &texts)?;
    }
    output.give(&texts)
}

/// A table is created once, with what all its structs say, whichever of them was named.
fn declared_by_all(
    path: &Path,
    all: &[DescribedTable],
    found: &[DescribedTable],
) -> Result<Vec<DeclaredTable>, CliError> {
    let is_found = |table: &&DescribedTable| {
        let mut names = found.iter().map(|found| &found.descriptor.name);
        names.any(|name| *name == table.descriptor.name)
    };
    let together: Vec<_> = all.iter().filter(is_found).cloned().collect();
    declared::of(path, &together)
}

fn write_splits(directory: &Path, texts: &Texts) -> Result<(), CliError> {
    for file in texts.splits_files() {
        let path = directory.join(&file.name);
        fs::write(&path, &file.content)
            .map_err(|error| CliError::cannot("write the splits", &error).at(path.display()))?;
    }
    Ok(())
}
