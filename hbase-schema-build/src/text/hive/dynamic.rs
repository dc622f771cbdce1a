//! Dynamic columns as maps of Hive: those with a prefix, or all of a family.

use hbase_model::{CellCodec, CellFacts, DescribedColumn, DescribedDynamic, DescribedTable};

use super::cells::{mapped_name, type_of};
use super::draft::Draft;
use super::key::{binary_type, misread, text_type};

/// Maps the dynamic columns that Hive can express, and says of the others why they are left out.
pub(super) fn columns(table: &DescribedTable, draft: &mut Draft) {
    for columns in &table.dynamic {
        let map = if columns.prefix.is_empty() {
            of_family(table, columns)
        } else {
            of_prefix(columns)
        };
        match map {
            Ok(map) => {
                draft.push(&columns.field, &map.ty, &map.mapping);
                let notes = map.note.iter();
                notes.for_each(|note| draft.remarks.note(format!("{}: {note}.", columns.field)));
            }
            Err(reason) => draft.remarks.note(format!(
                "{}: dynamic columns of the family {}: left out, because {reason}.",
                columns.field, columns.family
            )),
        }
    }
}

/// A map's type, its entry in `hbase.columns.mapping`, and a note on it.
struct Map {
    ty: String,
    mapping: String,
    note: Option<String>,
}

/// All columns of a family.
fn of_family(table: &DescribedTable, columns: &DescribedDynamic) -> Result<Map, String> {
    let (key, key_is_binary) = key_type(columns)?;
    let (value, value_is_binary) = type_of(&values(columns));
    let mark = |is_binary| if is_binary { 'b' } else { 's' };
    let storage = if key_is_binary || value_is_binary {
        format!("#{}:{}", mark(key_is_binary), mark(value_is_binary))
    } else {
        String::new()
    };
    let others = others_of_family(table, columns);
    Ok(Map {
        ty: format!("MAP<{key}, {value}>"),
        mapping: format!("{}:{storage}", columns.family),
        note: (!others.is_empty()).then(|| {
            let others = others.join(", ");
            format!(
                "Hive shows all columns of the family {} in this map, also {others}",
                columns.family
            )
        }),
    })
}

/// The columns with a prefix, which Hive shows as part of the map's keys, and expects there in `INSERT`.
fn of_prefix(columns: &DescribedDynamic) -> Result<Map, String> {
    let (family, prefix) = (&columns.family, &columns.prefix);
    let name = mapped_name(family, prefix)?;
    if !columns.qualifier.is_text() {
        return Err(NOT_TEXT.to_owned());
    }
    let (value, is_binary) = type_of(&values(columns));
    let storage = if is_binary { "#s:b" } else { "" };
    Ok(Map {
        ty: format!("MAP<STRING, {value}>"),
        mapping: format!("{family}:{name}.*{storage}"),
        note: Some(format!(
            "each key of this map starts with {prefix:?}, also in INSERT"
        )),
    })
}

const NOT_TEXT: &str = "Hive has no type with the encoding of their names";

/// The type of the names, and whether it is binary.
fn key_type(columns: &DescribedDynamic) -> Result<(&'static str, bool), String> {
    if let [only] = columns.qualifier.parts.as_ref()
        && misread(only).is_none()
    {
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
    }
}
