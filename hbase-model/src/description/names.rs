//! Checks of a description's names: present, without line breaks, unique.
//!
//! Scripts and statements contain names in comments, where a second line would be a command.

use std::collections::BTreeMap;

use super::{Description, DescriptionError, PartEncoding};
use crate::described::{CellCodec, LogicalType};
use crate::name::DatedName;

pub(super) fn check_names(found: &Description) -> Result<(), DescriptionError> {
    one_line("row", &found.row)?;
    if let Some(timestamp) = &found.timestamp {
        one_line("timestamp", timestamp)?;
    }
    check_version(found)?;
    check_date(found)?;
    let parts = found.key.parts.iter().enumerate();
    for (at, part) in parts {
        one_line(&format!("key.parts[{at}].name"), &part.name)?;
        if let PartEncoding::Custom { name, .. } = &part.encoding {
            one_line(&format!("key.parts[{at}].encoding.name"), name)?;
        }
    }
    for (at, column) in found.columns.iter().enumerate() {
        one_line(&format!("columns[{at}].field"), &column.field)?;
        one_line(&format!("columns[{at}].type"), &column.type_name)?;
        if let CellCodec::With(module) | CellCodec::WithName(module) = &column.codec {
            one_line(&format!("columns[{at}].module"), module)?;
        }
    }
    for (at, columns) in found.dynamic.iter().enumerate() {
        one_line(&format!("dynamic[{at}].field"), &columns.field)?;
        one_line(&format!("dynamic[{at}].type"), &columns.type_name)?;
        if let CellCodec::With(module) | CellCodec::WithName(module) = &columns.codec {
            one_line(&format!("dynamic[{at}].module"), module)?;
        }
        for (part_at, part) in columns.qualifier.parts.iter().enumerate() {
            let path = format!("dynamic[{at}].qualifier.parts[{part_at}].name");
            one_line(&path, &part.name)?;
        }
    }
    let parts = found.key.parts.iter().map(|part| part.name.as_str());
    each_once("key.parts", parts)?;
    each_once("families", found.families.iter().map(|family| &family.name))?;
    each_once(
        "dynamic",
        found.dynamic.iter().map(|dynamic| &dynamic.field),
    )?;
    let columns = found.columns.iter();
    each_once(
        "columns",
        columns.map(|c| format!("{}:{}", c.family, c.qualifier)),
    )
}

/// The field that counts writes is a column with an integer.
fn check_version(found: &Description) -> Result<(), DescriptionError> {
    let Some(field) = &found.row_version else {
        return Ok(());
    };
    one_line("row_version", field)?;
    let mut columns = found.columns.iter();
    let column = columns.find(|column| column.field == *field);
    let message = match column.map(|column| column.facts.logical_type) {
        Some(LogicalType::Integer { width: 2..=8, .. }) => return Ok(()),
        Some(_) => format!("found `{field}`, which is not an integer of 2 to 8 bytes"),
        None => format!("found `{field}`, which is not the field of one of the columns"),
    };
    Err(DescriptionError::at("row_version", message))
}

/// A field that holds the date of the table's name needs a date in the name.
fn check_date(found: &Description) -> Result<(), DescriptionError> {
    let (name, Some(date)) = (&found.name, &found.table_date) else {
        return Ok(());
    };
    one_line("table_date", date)?;
    if let Ok(Some(_)) = DatedName::parse(name) {
        return Ok(());
    }
    let message = format!(
        "found `{date}`, but the name {name} contains no date: leave the member out, or give the name a date such as `{{yyyyMMdd}}`"
    );
    Err(DescriptionError::at("table_date", message))
}

fn one_line(path: &str, text: &str) -> Result<(), DescriptionError> {
    if text.is_empty() || text.contains(char::is_control) {
        let message = format!("found {text:?}, expected a name on one line");
        return Err(DescriptionError::at(path, message));
    }
    Ok(())
}

fn each_once<T: AsRef<str>>(
    path: &str,
    names: impl Iterator<Item = T>,
) -> Result<(), DescriptionError> {
    let mut seen = BTreeMap::new();
    for (at, name) in names.enumerate() {
        let name = name.as_ref().to_owned();
        if let Some(first) = seen.get(&name) {
            let message = format!("found `{name}` again, as in {path}[{first}]: write it once");
            return Err(DescriptionError::at(format!("{path}[{at}]"), message));
        }
        seen.insert(name, at);
    }
    Ok(())
}
