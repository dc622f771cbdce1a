//! `ddl PATH`: prints tables as statements, JSON or Markdown.

mod result;
mod texts;

use std::fs;
use std::path::Path;

use hbase_model::DescribedTable;
use hbase_schema_build::text::System;

use crate::cli::{DdlArgs, DdlFormat};
use crate::declared;
use crate::error::CliError;
use crate::exit::Status;
use crate::output::Output;
use crate::tables;
use result::Texts;

pub(crate) fn run(args: &DdlArgs, output: Output) -> Result<Status, CliError> {
    let all = tables::read(&args.path)?;
    let found = match &args.table {
        Some(name) => tables::of_table(&args.path, &all, name)?,
        None => all.clone(),
    };
    let texts = match args.format {
        // A description without dates describes all periods.
        DdlFormat::Json | DdlFormat::Markdown if args.dates.is_none() => texts(args, &all, &found)?,
        _ => statements(args, &all, &found)?,
    };
    if let Some(directory) = &args.splits_to {
        write_splits(directory, &texts)?;
    }
    output.print(&texts)
}

/// The tables as statements. Without dates, tables whose names contain one become remarks among the others.
fn statements(
    args: &DdlArgs,
    all: &[DescribedTable],
    found: &[DescribedTable],
) -> Result<Texts, CliError> {
    let all = all_structs(all, found);
    let is_without_dates = args.dates.is_none() && found.iter().any(|table| !is_dated(table));
    if is_without_dates {
        let (dated, found): (Vec<_>, Vec<_>) = found.iter().cloned().partition(is_dated);
        let mut texts = texts(args, &all, &found)?;
        texts.tables.extend(dated.iter().map(texts::without_dates));
        return Ok(texts);
    }
    let all = tables::dated(&args.path, &all, args.dates)?;
    let found = tables::dated(&args.path, found, args.dates)?;
    texts(args, &all, &found)
}

/// Whether the table's name contains a date.
fn is_dated(table: &DescribedTable) -> bool {
    table.dated_name().is_some()
}

/// The tables in the requested format.
fn texts(
    args: &DdlArgs,
    all: &[DescribedTable],
    found: &[DescribedTable],
) -> Result<Texts, CliError> {
    let (format, key) = (args.format, args.key);
    match format {
        DdlFormat::Shell => {
            let structs = all_structs(all, found);
            texts::scripts(&declared::merge(&args.path, &structs)?)
        }
        DdlFormat::Hive => Ok(texts::statements(found, format, System::Hive, key)),
        DdlFormat::Phoenix => Ok(texts::statements(found, format, System::Phoenix, key)),
        DdlFormat::Json | DdlFormat::Markdown => texts::descriptions(found, format),
    }
}

/// All structs of the tables found: a script creates the whole table.
fn all_structs(all: &[DescribedTable], found: &[DescribedTable]) -> Vec<DescribedTable> {
    let is_found = |table: &&DescribedTable| {
        let mut names = found.iter().map(|found| &found.descriptor.name);
        names.any(|name| *name == table.descriptor.name)
    };
    all.iter().filter(is_found).cloned().collect()
}

fn write_splits(directory: &Path, texts: &Texts) -> Result<(), CliError> {
    for file in texts.splits_files() {
        let path = directory.join(&file.name);
        fs::write(&path, &file.content)
            .map_err(|error| CliError::cannot("write the splits", &error).at(path.display()))?;
    }
    Ok(())
}
