//! Reads and writes descriptions, and converts them to tables.

use std::fmt;

use serde::Deserialize;

use super::derived::check_derived;
use super::format::{FORMAT, VERSION};
use super::{
    Description, DescriptionError, Family, Index, Key, SplitsOf, families, index, names, version_1,
};
use crate::ddl;
use crate::described::DescribedTable;
use crate::descriptor::TableDescriptor;
use crate::name::{DatedName, TableName};
use crate::time::PeriodUnit;

/// The members that only some versions have, and the member with the version.
#[derive(Deserialize)]
struct Format {
    format: String,
    #[serde(default)]
    columns: Vec<version_1::Members>,
}

impl Format {
    /// The version, if it can be read.
    fn version(&self) -> Result<u32, DescriptionError> {
        let found = self.format.as_str();
        let number = found.strip_prefix("hbase-schema/");
        match number.and_then(|number| number.parse().ok()) {
            Some(version @ 1..=VERSION) => Ok(version),
            Some(0) | None => Err(DescriptionError::Format {
                found: found.to_owned(),
            }),
            Some(version) => Err(DescriptionError::Newer {
                found: version,
                newest: VERSION,
            }),
        }
    }
}

impl Description {
    /// The same description in this crate's version.
    fn upgraded(mut self, found: &Format) -> Result<Self, DescriptionError> {
        match found.version()? {
            1 => version_1::upgrade(&mut self, &found.columns),
            _ => version_1::check_absent(&found.columns)?,
        }
        FORMAT.clone_into(&mut self.format);
        Ok(self)
    }

    /// The description of a table. Invalid splits are described without keys and statements.
    pub fn of(table: &DescribedTable) -> Self {
        let descriptor = &table.descriptor;
        Self {
            format: FORMAT.to_owned(),
            row: table.row.clone(),
            name: descriptor.name.to_string(),
            key: Key::of(&table.key),
            families: descriptor.families.iter().map(Family::of).collect(),
            attributes: families::of_table(descriptor),
            metadata: families::metadata(&descriptor.metadata),
            splits: SplitsOf::of(&descriptor.splits),
            columns: table.columns.clone(),
            dynamic: table.dynamic.clone(),
            indexes: table.indexes.iter().map(Index::of).collect(),
            index_states: (!table.indexes.is_empty())
                .then(|| descriptor.name.index_states().to_string()),
            timestamp: table.timestamp.clone(),
            timestamp_period: table.period.map(|period| period.name().to_owned()),
            row_version: table.row_version.clone(),
            table_date: table.table_date.clone(),
            ddl: statements(table),
        }
    }

    /// Reads the JSON of one table.
    ///
    /// # Errors
    /// Invalid JSON, another version, and members that are missing or unknown, with line and column.
    pub fn from_json(json: &str) -> Result<Self, DescriptionError> {
        let format: Format = serde_json::from_str(json)?;
        format.version()?;
        let description: Self = serde_json::from_str(json)?;
        description.upgraded(&format)
    }

    /// Reads the JSON of one table, or of an array of tables.
    ///
    /// # Errors
    /// As [`from_json`](Self::from_json).
    pub fn all_from_json(json: &str) -> Result<Vec<Self>, DescriptionError> {
        if !json.trim_start().starts_with('[') {
            return Ok(vec![Self::from_json(json)?]);
        }
        let formats = serde_json::from_str::<Vec<Format>>(json)?;
        formats
            .iter()
            .try_for_each(|format| format.version().map(drop))?;
        let all = serde_json::from_str::<Vec<Self>>(json)?;
        let all = all.into_iter().zip(&formats);
        all.map(|(description, format)| description.upgraded(format))
            .collect()
    }

    /// The JSON of several tables: an array, with a line break at the end.
    pub fn all_to_json(tables: &[Self]) -> String {
        let texts: Vec<_> = tables.iter().map(ToString::to_string).collect();
        if texts.is_empty() {
            return "[]\n".to_owned();
        }
        format!("[\n{}\n]\n", texts.join(",\n"))
    }

    /// The table.
    ///
    /// # Errors
    /// Members that contradict each other or are out of bounds.
    pub fn table(&self) -> Result<DescribedTable, DescriptionError> {
        names::check_names(self)?;
        self.check_families()?;
        let table = DescribedTable {
            row: self.row.clone(),
            descriptor: self.descriptor()?,
            key: self.key.layout()?,
            columns: self.columns.clone(),
            dynamic: self.dynamic.clone(),
            timestamp: self.timestamp.clone(),
            period: self.period()?,
            row_version: self.row_version.clone(),
            indexes: index::all(self)?,
            table_date: self.table_date.clone(),
        };
        super::dynamic::check_since(&table.dynamic, &table.key)?;
        check_derived(self, &Self::of(&table))?;
        Ok(table)
    }

    fn descriptor(&self) -> Result<TableDescriptor, DescriptionError> {
        let name = name(&self.name)?;
        if self.families.is_empty() {
            return Err(DescriptionError::at(
                "families",
                "found none, expected at least one",
            ));
        }
        let mut table = TableDescriptor::new(name);
        families::fill_table(&mut table, &self.attributes)?;
        table.metadata = families::pairs(&self.metadata);
        let families = self.families.iter().enumerate();
        let families: Result<Vec<_>, _> = families.map(|(at, f)| f.descriptor(at)).collect();
        table.families = families?.into();
        table.splits = self.splits.splits()?;
        Ok(table)
    }

    fn period(&self) -> Result<Option<PeriodUnit>, DescriptionError> {
        let Some(name) = &self.timestamp_period else {
            return Ok(None);
        };
        let fail = |message: String| Err(DescriptionError::at("timestamp_period", message));
        if self.timestamp.is_none() {
            return fail(format!(
                "found `{name}` without `timestamp`, the field of the period"
            ));
        }
        match PeriodUnit::from_name(name) {
            Some(period) => Ok(Some(period)),
            None => fail(format!(
                "found `{name}`, expected one of {}",
                PeriodUnit::OF_VERSIONS
                    .map(|period| format!("`{}`", period.name()))
                    .join(", ")
            )),
        }
    }

    fn check_families(&self) -> Result<(), DescriptionError> {
        for (at, column) in self.columns.iter().enumerate() {
            self.check_family(&format!("columns[{at}].family"), &column.family)?;
        }
        for (at, columns) in self.dynamic.iter().enumerate() {
            self.check_family(&format!("dynamic[{at}].family"), &columns.family)?;
        }
        Ok(())
    }

    fn check_family(&self, path: &str, found: &str) -> Result<(), DescriptionError> {
        if self.families.iter().any(|family| family.name == found) {
            return Ok(());
        }
        let message = format!("found `{found}`, which is not one of the families");
        Err(DescriptionError::at(path, message))
    }
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = serde_json::to_string_pretty(self).map_err(|_| fmt::Error)?;
        f.write_str(&text)
    }
}

/// The statements that create a table and its indexes; `None` if its name contains a date, because each period's
/// table has statements of its own, and for invalid splits.
fn statements(table: &DescribedTable) -> Option<Vec<String>> {
    if table.dated_name().is_some() {
        return None;
    }
    ddl::with_indexes(&table.descriptor, &table.index_tables()).ok()
}

/// A name. One with a date in braces means the tables of all periods.
fn name(text: &str) -> Result<TableName, DescriptionError> {
    let dated = DatedName::parse(text).map_err(|e| DescriptionError::at("name", e))?;
    if dated.is_some() {
        return Ok(TableName::unchecked(text));
    }
    TableName::parse(text).map_err(|e| DescriptionError::at("name", e))
}
