//! Dynamic columns as maps of Hive: those with a prefix, or all of a family.

use hbase_model::layout::row_index::ENTRY_ID;
use hbase_model::{
    CellCodec, CellFacts, CellFormat, DescribedColumn, DescribedDynamic, DescribedTable,
};

use super::cells::{above_half, mapped_name, type_of};
use super::draft::Draft;
use super::key::{binary_type, misread, text_type};

/// Maps the dynamic columns that Hive can express, and says of the others why they are left out.
pub(super) fn columns(table: &DescribedTable, draft: &mut Draft) {
    for columns in &table.dynamic {
        let map = if *columns.qualifier == ENTRY_ID {
            Err("an INSERT would write entries that their index does not have".to_owned())
        } else if columns.prefix.is_empty() {
            of_family(table, columns)
        } else {
            of_prefix(columns)
        };
        match map {
            Ok(map) => {
                draft.push(&columns.field, &map.ty, &map.mapping);
                for note in map.notes {
                    draft.remarks.note(note);
                }
            }
            Err(reason) => draft.remarks.note(format!(
                "{}: dynamic columns of the family {}: left out, because {reason}.",
                columns.field, columns.family
            )),
        }
    }
}

/// A map's type, its entry in `hbase.columns.mapping`, and notes on it.
struct Map {
    ty: String,
    mapping: String,
    notes: Vec<String>,
}

/// All columns of a family.
fn of_family(table: &DescribedTable, columns: &DescribedDynamic) -> Result<Map, String> {
    let (key, key_is_binary) = key_type(columns)?;
    let mut notes = unsigned_notes(columns, key_is_binary);
    let (value, value_is_binary) = type_of(&values(columns));
    let mark = |is_binary| if is_binary { 'b' } else { 's' };
    let storage = if key_is_binary || value_is_binary {
        format!("#{}:{}", mark(key_is_binary), mark(value_is_binary))
    } else {
        String::new()
    };
    let others = others_of_family(table, columns);
    if !others.is_empty() {
        let (field, family, others) = (&columns.field, &columns.family, others.join(", "));
        notes.push(format!(
            "{field}: Hive shows all columns of the family {family} in this map, also {others}."
        ));
    }
    Ok(Map {
        ty: format!("MAP<{key}, {value}>"),
        mapping: format!("{}:{storage}", columns.family),
        notes,
    })
}

/// The columns with a prefix, which Hive shows as part of the map's keys, and expects there in `INSERT`.
fn of_prefix(columns: &DescribedDynamic) -> Result<Map, String> {
    let (family, prefix) = (&columns.family, &columns.prefix);
    let name = mapped_name(family, prefix)?;
    if !columns.qualifier.is_text() {
        return Err(NOT_TEXT.to_owned());
    }
    if let Some(reason) = columns.qualifier.parts.iter().find_map(misread) {
        return Err(reason);
    }
    let (value, is_binary) = type_of(&values(columns));
    let storage = if is_binary { "#s:b" } else { "" };
    let mut notes = vec![format!(
        "{}: each key of this map starts with {prefix:?}, also in INSERT.",
        columns.field
    )];
    notes.extend(unsigned_notes(columns, false));
    Ok(Map {
        ty: format!("MAP<STRING, {value}>"),
        mapping: format!("{family}:{name}.*{storage}"),
        notes,
    })
}

const NOT_TEXT: &str = "Hive has no type with the encoding of their names";

/// The type of the names, and whether it is binary.
fn key_type(columns: &DescribedDynamic) -> Result<(&'static str, bool), String> {
    if let Some(reason) = columns.qualifier.parts.iter().find_map(misread) {
        return Err(reason);
    }
    if let [only] = columns.qualifier.parts.as_ref() {
        let text = text_type(&only.encoding).map(|ty| (ty, false));
        let known = text.or_else(|| binary_type(&only.encoding).map(|(ty, _)| (ty, true)));
        if let Some(known) = known {
            return Ok(known);
        }
    }
    let is_text = columns.qualifier.is_text();
    is_text
        .then_some(("STRING", false))
        .ok_or_else(|| NOT_TEXT.to_owned())
}

/// The names and values that Hive shows as negative.
fn unsigned_notes(columns: &DescribedDynamic, names_are_binary: bool) -> Vec<String> {
    let mut notes = Vec::new();
    if names_are_binary && let [only] = columns.qualifier.parts.as_ref() {
        let width = binary_type(&only.encoding).and_then(|(_, width)| width);
        notes.extend(width.map(|width| above_half(&format!("names of {}", columns.field), width)));
    }
    if let CellFormat::Integer {
        width: width @ 1..=8,
        signed: false,
    } = columns.format
    {
        notes.push(above_half(&columns.field, width));
    }
    notes
}

/// The fields whose columns are in the family too.
fn others_of_family(table: &DescribedTable, columns: &DescribedDynamic) -> Vec<String> {
    let fixed = table
        .columns
        .iter()
        .map(|other| (&other.family, &other.field));
    let dynamic = table
        .dynamic
        .iter()
        .map(|other| (&other.family, &other.field));
    let others = fixed
        .chain(dynamic)
        .filter(|(family, field)| **family == columns.family && **field != columns.field);
    others.map(|(_, field)| field.clone()).collect()
}

/// A column of the values.
fn values(columns: &DescribedDynamic) -> DescribedColumn {
    DescribedColumn {
        field: columns.field.clone(),
        family: columns.family.clone(),
        qualifier: columns.prefix.clone(),
        type_name: columns.type_name.clone(),
        codec: CellCodec::Java,
        facts: CellFacts::new(columns.format, columns.logical_type),
        default: false,
        counter: columns.counter,
        codes: String::new(),
    }
}
