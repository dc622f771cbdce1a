//! The generated files, in memory.

use std::collections::BTreeMap;

use hbase_model::{DescribedTable, TableName};

use super::GenerateError;
use crate::dates::{DateRange, dated_if_given};
use crate::declared::{DeclaredError, declared};
use crate::text::{self, KeyMapping, System};

/// A generated file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GeneratedFile {
    /// Its name in the folder.
    pub name: String,
    /// Its content.
    pub content: String,
}

/// The statements that are generated in addition to the scripts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StatementOptions {
    pub(super) hive: Option<KeyMapping>,
    pub(super) phoenix: Option<KeyMapping>,
}

/// The files, by name.
pub(super) fn of(
    tables: &[DescribedTable],
    dates: Option<DateRange>,
    options: StatementOptions,
) -> Result<Vec<GeneratedFile>, GenerateError> {
    let created = dated_if_given(tables, dates)?;
    let mut files = Files::default();
    for table in declared(&created)? {
        let shell =
            text::shell(&table).map_err(|error| DeclaredError::splits(table.name(), error))?;
        files.add(format!("{}.rb", stem(table.name())), shell.script)?;
        if let Some(splits) = shell.splits_file {
            files.add(splits.name, splits.content)?;
        }
    }
    statements(&created, options, &mut files)?;
    files.add("schema.json".to_owned(), text::json(tables))?;
    files.add("schema.md".to_owned(), text::markdown(tables)?)?;
    let files = files.0.into_iter();
    Ok(files
        .map(|(name, content)| GeneratedFile { name, content })
        .collect())
}

/// Adds the statements for other systems.
fn statements(
    tables: &[DescribedTable],
    options: StatementOptions,
    files: &mut Files,
) -> Result<(), GenerateError> {
    let mut unsupported = Vec::new();
    for (end, system, key) in [
        ("hive", System::Hive, options.hive),
        ("phoenix", System::Phoenix, options.phoenix),
    ] {
        let Some(key) = key else { continue };
        for statement in text::statements(tables, system, key) {
            let name = format!("{}.{end}.sql", statement.table.replace(':', "."));
            match statement.text {
                Ok(text) => files.add(name, text)?,
                Err(error) => unsupported.push(error),
            }
        }
    }
    if unsupported.is_empty() {
        Ok(())
    } else {
        Err(GenerateError::Unsupported(unsupported))
    }
}

/// `DLQX.CALL_RECORD`.
fn stem(name: &TableName) -> String {
    name.to_string().replace(':', ".")
}

#[derive(Default)]
struct Files(BTreeMap<String, String>);

impl Files {
    fn add(&mut self, name: String, content: String) -> Result<(), GenerateError> {
        if self.0.get(&name).is_some_and(|known| *known != content) {
            return Err(GenerateError::Clash { name });
        }
        self.0.insert(name, content);
        Ok(())
    }
}
