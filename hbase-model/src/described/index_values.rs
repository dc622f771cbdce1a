//! The values of an index, computed from rows without the struct.
//!
//! Entries are computed only where a description determines them (`computable`): by the format of the cells. A
//! program's own codec or impl is excluded, since its bytes may mean another value. Anything else is an error
//! that names the field.

use super::cell_value::Conversion;
use super::{CellFormat, ColumnQualifier, DescribedIndex, DescribedTable};
use crate::layout::{Encoding, PartLayout};
use crate::name::TableName;

/// An index whose values cannot be computed from the table's description.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the entries of index {index} cannot be computed from the description: {reason} of the field `{field}`: \
     build, verify and repair this index by the program, `db.indexed::<{row}>()`"
)]
#[non_exhaustive]
pub struct NotComputable {
    /// The index's table.
    pub index: TableName,
    /// The struct.
    pub row: String,
    /// The field.
    pub field: String,
    /// The part of the description that does not suffice.
    pub reason: String,
}

/// Computes the bytes of an index's values from rows, as the program that declares the index does.
#[derive(Clone, Debug, PartialEq)]
pub struct IndexValues {
    fields: Vec<Field>,
}

#[derive(Clone, Debug, PartialEq)]
struct Field {
    family: String,
    qualifier: ColumnQualifier<Vec<u8>>,
    conversion: Conversion,
    part: PartLayout,
}

/// Whether a cell's format determines the value that an index encodes.
pub fn is_computable(format: CellFormat, encoding: &Encoding) -> bool {
    Conversion::of(format, encoding).is_some()
}

impl DescribedTable {
    /// Returns the computation of one index's values.
    ///
    /// # Errors
    /// The first field whose cells are in an encoding of the program's own.
    pub fn index_values(&self, index: &DescribedIndex) -> Result<IndexValues, NotComputable> {
        let fields = index.fields.iter().map(|indexed| {
            let error = |reason: String| NotComputable {
                index: index.table.clone(),
                row: self.row.clone(),
                field: indexed.field.clone(),
                reason,
            };
            let column = self.column_of(&indexed.field);
            let column = column.ok_or_else(|| error("no column".to_owned()))?;
            let conversion = Conversion::of(column.facts.format, &indexed.encoding);
            let conversion = conversion.filter(|_| indexed.computable);
            Ok(Field {
                family: column.family.clone(),
                qualifier: column.qualifier.clone(),
                conversion: conversion
                    .ok_or_else(|| error(format!("the encoding ({})", column.cell())))?,
                part: part(&indexed.field, &indexed.encoding),
            })
        });
        Ok(IndexValues {
            fields: fields.collect::<Result<_, _>>()?,
        })
    }
}

fn part(name: &str, encoding: &Encoding) -> PartLayout {
    PartLayout::plain(name.to_owned().into(), encoding.clone())
}

impl IndexValues {
    /// The bytes of a row's value, with which the key of its entry starts; `None` for a row that
    /// lacks one of the cells. `cell` returns the row's cell of a family and a qualifier.
    ///
    /// # Errors
    /// The field whose cell is not in its format.
    pub fn of_cells<'c>(
        &self,
        cell: impl Fn(&[u8], &[u8]) -> Option<&'c [u8]>,
    ) -> Result<Option<Vec<u8>>, String> {
        let mut bytes = Vec::new();
        for field in &self.fields {
            let (family, qualifier) = (field.family.as_bytes(), field.qualifier.as_bytes());
            let Some(cell) = cell(family, qualifier) else {
                return Ok(None);
            };
            field
                .append(cell, &mut bytes)
                .map_err(|error| field.error(&error))?;
        }
        Ok(Some(bytes))
    }

    /// The columns that the values depend on.
    pub fn columns(&self) -> impl Iterator<Item = (&str, &[u8])> {
        let fields = self.fields.iter();
        fields.map(|field| (&*field.family, field.qualifier.as_bytes()))
    }
}

impl Field {
    fn append(&self, cell: &[u8], bytes: &mut Vec<u8>) -> Result<(), String> {
        let value = self.conversion.value(cell);
        let value = value.map_err(|error| error.to_string())?;
        let encoded = self.part.encode(&value, bytes);
        encoded.map_err(|error| error.to_string())
    }

    fn error(&self, error: &str) -> String {
        let (family, qualifier) = (&self.family, &self.qualifier);
        let field = &self.part.name;
        format!("the indexed field {field}, column {family}:{qualifier}: {error}")
    }
}
