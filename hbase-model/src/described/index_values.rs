//! The values of an index, computed from rows without the struct.
//!
//! Entries are computed only where a description determines them (`computable`): by the format of the cells and of
//! the row key. A program's own codec or impl is excluded, since its bytes may mean another value. Anything else is
//! an error that names the field.

use super::cell_value::{Conversion, is_same_value};
use super::{
    CellFormat, ColumnQualifier, DescribedIndex, DescribedIndexField, DescribedTable, IndexBuckets,
};
use crate::layout::{Encoding, KeyLayout, PartLayout};
use crate::name::TableName;
use crate::primitive::invert;

/// An index whose values cannot be computed from the table's description.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the entries of index {index} cannot be computed from the description: {reason} of the field `{field}`: \
     build, verify and repair this index by the program, `db.indexes::<{row}>()`"
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
    key: KeyLayout,
    buckets: Option<IndexBuckets>,
    fields: Vec<Field>,
}

#[derive(Clone, Debug, PartialEq)]
struct Field {
    source: Source,
    /// The field's name and the encoding of its value.
    part: PartLayout,
    desc: bool,
}

/// The part of a row that has the field's value.
#[derive(Clone, Debug, PartialEq)]
enum Source {
    Column(Column),
    /// The position of a key part.
    Key(usize),
}

#[derive(Clone, Debug, PartialEq)]
struct Column {
    family: String,
    qualifier: ColumnQualifier<Vec<u8>>,
    conversion: Conversion,
}

/// Whether a cell's format determines the value that an index encodes.
pub fn is_computable(format: CellFormat, encoding: &Encoding) -> bool {
    Conversion::of(format, encoding).is_some()
}

/// Whether the encoding of a key part determines the value that an index encodes.
pub const fn is_part_computable(part: &PartLayout, encoding: &Encoding) -> bool {
    is_same_value(&part.encoding, encoding)
}

impl DescribedTable {
    /// Returns the computation of one index's values.
    ///
    /// # Errors
    /// The first field whose cells or key part are in an encoding of the program's own.
    pub fn index_values(&self, index: &DescribedIndex) -> Result<IndexValues, NotComputable> {
        let fields = index.fields.iter().map(|indexed| {
            let source = self.source_of(indexed);
            let source = source.map_err(|reason| NotComputable {
                index: index.table.clone(),
                row: self.row.clone(),
                field: indexed.field.clone(),
                reason,
            });
            let (name, encoding) = (indexed.field.clone(), indexed.encoding.clone());
            Ok(Field {
                source: source?,
                part: PartLayout::plain(name.into(), encoding),
                desc: indexed.desc,
            })
        });
        Ok(IndexValues {
            fields: fields.collect::<Result<_, _>>()?,
            key: self.key.clone(),
            buckets: index.buckets,
        })
    }

    /// The source of a field's values, or the reason why they cannot be computed.
    fn source_of(&self, indexed: &DescribedIndexField) -> Result<Source, String> {
        if let Some((at, part)) = self.key.part(&indexed.field) {
            let is_known = indexed.computable && is_part_computable(part, &indexed.encoding);
            let reason = || format!("the encoding ({}) in the row key", part.encoding);
            return is_known.then_some(Source::Key(at)).ok_or_else(reason);
        }
        let column = self.column_of(&indexed.field);
        let column = column.ok_or_else(|| "no column".to_owned())?;
        let conversion = Conversion::of(column.facts.format, &indexed.encoding);
        let conversion = conversion.filter(|_| indexed.computable);
        Ok(Source::Column(Column {
            family: column.family.clone(),
            qualifier: column.qualifier.clone(),
            conversion: conversion.ok_or_else(|| format!("the encoding ({})", column.cell()))?,
        }))
    }
}

impl IndexValues {
    /// The bytes of a row's value, with which the key of its entry starts; `None` for a row that
    /// lacks one of the cells. `cell` returns the row's cell of a family and a qualifier.
    ///
    /// # Errors
    /// The field whose cell or key part is not in its format.
    pub fn of_row<'c>(
        &self,
        key: &[u8],
        cell: impl Fn(&[u8], &[u8]) -> Option<&'c [u8]>,
    ) -> Result<Option<Vec<u8>>, String> {
        let bucket = self.buckets.map(|buckets| buckets.of_row(key));
        let (mut bytes, mut decoded) = (Vec::from_iter(bucket), None);
        for field in &self.fields {
            let from = bytes.len();
            match &field.source {
                Source::Column(column) => {
                    let qualifier = column.qualifier.as_bytes();
                    let Some(cell) = cell(column.family.as_bytes(), qualifier) else {
                        return Ok(None);
                    };
                    column.append(&field.part, cell, &mut bytes)?;
                }
                Source::Key(at) => {
                    let key = match &decoded {
                        Some(key) => key,
                        None => decoded.insert(self.key.decode(key).map_err(|e| e.to_string())?),
                    };
                    let encoded = field.part.encode(&key.parts[*at], &mut bytes);
                    let name = &field.part.name;
                    encoded.map_err(|error| format!("the indexed key part {name}: {error}"))?;
                }
            }
            if field.desc {
                invert(&mut bytes[from..]);
            }
        }
        Ok(Some(bytes))
    }

    /// The columns that the values depend on.
    pub fn columns(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.fields.iter().filter_map(|field| match &field.source {
            Source::Column(column) => Some((&*column.family, column.qualifier.as_bytes())),
            Source::Key(_) => None,
        })
    }
}

impl Column {
    /// Appends the value of a cell.
    fn append(&self, part: &PartLayout, cell: &[u8], bytes: &mut Vec<u8>) -> Result<(), String> {
        let value = self.conversion.value(cell).map_err(|e| e.to_string());
        let appended = value.and_then(|v| part.encode(&v, bytes).map_err(|e| e.to_string()));
        appended.map_err(|error| {
            let (family, qualifier) = (&self.family, &self.qualifier);
            let field = &part.name;
            format!("the indexed field {field}, column {family}:{qualifier}: {error}")
        })
    }
}
