//! One form after the other.

use hbase_model::description::Description;
use hbase_model::{Ddl, DescribedTable};

use super::{SplitsFile, TableText, Texts};
use crate::cli::DdlFormat;
use crate::error::CliError;

/// The tables in a form.
pub(super) fn of(tables: &[DescribedTable], format: DdlFormat) -> Result<Texts, CliError> {
    let text = |table| match format {
        DdlFormat::Shell => shell(table),
        DdlFormat::Json => Ok(json(table)),
    };
    Ok(Texts {
        format,
        tables: tables.iter().map(text).collect::<Result<_, _>>()?,
    })
}

/// The statements of the shell.
fn shell(table: &DescribedTable) -> Result<TableText, CliError> {
    let ddl = Ddl::of(&table.descriptor).map_err(|error| {
        CliError::unreachable(format_args!("the splits: {error}")).at(&table.descriptor.name)
    })?;
    Ok(TableText {
        splits_file: ddl.splits_file.as_ref().map(|file| SplitsFile {
            name: file.name.clone(),
            content: file.content.clone(),
        }),
        text: Some(ddl.to_string()),
        ..TableText::new(table)
    })
}

/// A description that is read back as a PATH.
fn json(table: &DescribedTable) -> TableText {
    TableText {
        description: Some(Description::of(table)),
        ..TableText::new(table)
    }
}
