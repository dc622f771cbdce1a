//! `ddl PATH`: tables as statements and texts.

mod answer;
mod texts;

use std::fs;
use std::path::Path;

use crate::cli::DdlArgs;
use crate::error::CliError;
use crate::exit::Status;
use crate::output::Output;
use crate::tables;
use answer::Texts;

pub(crate) fn run(args: &DdlArgs, output: Output) -> Result<Status, CliError> {
    let found = match &args.table {
        Some(name) => vec![tables::find(&args.path, name)?],
        None => tables::read(&args.path)?,
    };
    let texts = texts::of(&found, args.format, args.key)?;
    if let Some(directory) = &args.splits_to {
        write_splits(directory, &texts)?;
    }
    output.give(&texts)
}

fn write_splits(directory: &Path, texts: &Texts) -> Result<(), CliError> {
    for file in texts.splits_files() {
        let path = directory.join(&file.name);
        fs::write(&path, &file.content)
            .map_err(|error| CliError::cannot("write the splits", &error).at(path.display()))?;
    }
    Ok(())
}
