//! The columns of an export.

use hbase_backend::{ReadOptions, Row};
use hbase_model::printable::Printable;
use hbase_model::{DescribedColumn, DescribedTable, EmptyCell, Encoding, KeyLayout, TableName};

use super::ExportError;
use super::decode::{ExportColumn, Exported, is_required, of_cell, of_part};
use crate::convert::CellCodec;
use crate::plan::{column_name, why_unknown};

/// The columns of an export: the key parts, then the struct's columns.
#[derive(Clone, Debug)]
pub struct ExportPlan {
    pub(super) table: TableName,
    pub(super) key: KeyLayout,
    pub(super) cells: Vec<CellColumn>,
    not_exported: Vec<String>,
}

/// A column of the struct.
#[derive(Clone, Debug)]
pub(super) struct CellColumn {
    /// The name in files.
    pub(super) name: String,
    pub(super) column: DescribedColumn,
}

impl ExportPlan {
    /// The columns of a struct.
    ///
    /// # Errors
    /// A column or key part with an encoding that only the program has, or a struct without its own columns.
    pub fn new(table: &DescribedTable) -> Result<Self, ExportError> {
        for part in table.key.parts.iter() {
            if matches!(part.encoding, Encoding::Custom(_)) {
                let name = &part.name;
                let what = format!(
                    "key part `{name}` has an encoding of its own, which only the program has: export from it"
                );
                return Err(ExportError::Plan { what });
            }
        }
        let mut cells = Vec::new();
        for column in &table.columns {
            if column.is_unknown() {
                let what = format!("{}; or export from the program", why_unknown(table, column));
                return Err(ExportError::Plan { what });
            }
            cells.push(CellColumn {
                name: column_name(table, column).into_owned(),
                column: column.clone(),
            });
        }
        if cells.is_empty() {
            let what = format!(
                "the struct `{}` has dynamic columns only, for which a file has no columns: export from the program",
                table.row
            );
            return Err(ExportError::Plan { what });
        }
        Ok(Self {
            table: table.descriptor.name.clone(),
            key: table.key.clone(),
            cells,
            not_exported: not_exported(table),
        })
    }

    /// The columns: the key parts, then those of the struct.
    pub fn columns(&self) -> Vec<ExportColumn<'_>> {
        let parts = self.key.parts.iter().map(ExportColumn::Part);
        let cells = self.cells.iter();
        let cells = cells.map(|cell| ExportColumn::Cell(&cell.name, &cell.column));
        parts.chain(cells).collect()
    }

    /// The fields of the struct for which a file has no columns: dynamic columns, and the cells' timestamp.
    pub fn not_exported(&self) -> &[String] {
        &self.not_exported
    }

    /// Reads only the exported columns.
    pub(super) fn select(&self, read: &mut ReadOptions) {
        for cell in &self.cells {
            let (family, qualifier) = (&cell.column.family, &cell.column.qualifier);
            read.add_column(family.as_bytes(), qualifier.as_bytes());
        }
    }

    /// Replaces the last row's values with this row's, in the order of the columns.
    pub(super) fn decode<'r>(
        &self,
        row: &'r Row,
        values: &mut Vec<Exported<'r>>,
    ) -> Result<(), ExportError> {
        let fail = |column: Option<String>, why: String| ExportError::Row {
            table: self.table.clone(),
            row: Printable(row.key()).to_string(),
            column,
            why,
        };
        values.clear();
        let key = self.key.decode(row.key());
        let key = key.map_err(|error| fail(None, error.to_string()))?;
        let parts = key.parts.into_iter();
        values.extend(parts.map(|value| -> Exported<'r> { of_part(value) }));
        for cell in &self.cells {
            let value = cell.value(row);
            values.push(value.map_err(|why| fail(Some(cell.cell()), why))?);
        }
        Ok(())
    }
}

impl CellColumn {
    /// `FAMILY:QUALIFIER`.
    pub(super) fn cell(&self) -> String {
        format!("{}:{}", self.column.family, self.column.qualifier)
    }

    pub(super) fn codec(&self) -> CellCodec {
        CellCodec::of(&self.column.facts)
    }

    fn value<'r>(&self, row: &'r Row) -> Result<Exported<'r>, String> {
        let column = &self.column;
        match row.value(column.family.as_bytes(), column.qualifier.as_bytes()) {
            None if is_required(column) => Err(format!(
                "found no cell, expected one: the field `{}` is not an `Option` and has no default",
                column.field
            )),
            None => Ok(Exported::Null),
            Some([]) if column.facts.empty == EmptyCell::Absent => Ok(Exported::Null),
            Some(bytes) => of_cell(self.codec(), bytes),
        }
    }
}

fn not_exported(table: &DescribedTable) -> Vec<String> {
    let dynamic = table.dynamic.iter().map(|dynamic| dynamic.field.clone());
    dynamic.chain(table.timestamp.clone()).collect()
}
