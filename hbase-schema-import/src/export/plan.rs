//! The columns of an export.

use hbase_model::printable::Printable;
use hbase_model::{CellFormat, DescribedTable, Encoding, KeyLayout, ReadOptions, Row, TableName};

use super::ExportError;
use super::decode::{ExportColumn, ExportType, Exported, of_cell, of_part};
use crate::convert::CellCodec;
use crate::plan::{column_name, may_be_absent};

/// The columns of an export: the key parts, then the columns of the struct.
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
    pub(super) name: String,
    pub(super) family: String,
    pub(super) qualifier: String,
    pub(super) codec: CellCodec,
    /// The field, if a row without this cell is none of the struct.
    required_by: Option<String>,
    /// Whether an empty cell is an absent value: `store_none`.
    pub(super) empty_is_null: bool,
}

impl ExportPlan {
    /// The columns of a struct.
    ///
    /// # Errors
    /// A column or key part with an encoding that only the program has; a struct without columns of its own.
    pub fn new(table: &DescribedTable) -> Result<Self, ExportError> {
        for part in table.key.parts.iter() {
            if matches!(part.encoding, Encoding::Custom { .. }) {
                let name = &part.name;
                let what = format!(
                    "key part `{name}` has an encoding of its own, which only the program has: export from it"
                );
                return Err(ExportError::Plan { what });
            }
        }
        let mut cells = Vec::new();
        for column in &table.columns {
            let (family, qualifier) = (&column.family, &column.qualifier);
            if column.format == CellFormat::Custom {
                let what = format!(
                    "column {family}:{qualifier} has a codec of its own, {}, which only the program has: export from it",
                    column.cell()
                );
                return Err(ExportError::Plan { what });
            }
            cells.push(CellColumn {
                name: column_name(table, column).to_owned(),
                family: family.clone(),
                qualifier: qualifier.clone(),
                codec: CellCodec::of(column),
                required_by: (!may_be_absent(column)).then(|| column.field.clone()),
                empty_is_null: column.store_none,
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
    pub fn columns(&self) -> Vec<ExportColumn> {
        let parts = self.key.parts.iter().map(|part| ExportColumn {
            name: part.name.to_string(),
            export_type: ExportType::of_part(&part.encoding),
            nullable: false,
        });
        let cells = self.cells.iter().map(|cell| ExportColumn {
            name: cell.name.clone(),
            export_type: ExportType::of_cell(cell.codec),
            nullable: cell.required_by.is_none(),
        });
        parts.chain(cells).collect()
    }

    /// The fields of the struct that a file has no columns for: dynamic columns, and the cells' timestamp.
    pub fn not_exported(&self) -> &[String] {
        &self.not_exported
    }

    /// Reads the exported columns only.
    pub(super) fn select(&self, read: &mut ReadOptions) {
        for cell in &self.cells {
            read.add_column(cell.family.as_bytes(), cell.qualifier.as_bytes());
        }
    }

    /// The values of a row, in the order of the columns, in place of the last ones.
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
            let column = || Some(format!("{}:{}", cell.family, cell.qualifier));
            values.push(value.map_err(|why| fail(column(), why))?);
        }
        Ok(())
    }
}

impl CellColumn {
    fn value<'r>(&self, row: &'r Row) -> Result<Exported<'r>, String> {
        let found = row.value(self.family.as_bytes(), self.qualifier.as_bytes());
        match (found, &self.required_by) {
            (None, None) => Ok(Exported::Null),
            (None, Some(field)) => Err(format!(
                "found no cell, expected one: the field `{field}` is no `Option` and has no default"
            )),
            (Some([]), _) if self.empty_is_null => Ok(Exported::Null),
            (Some(bytes), _) => of_cell(self.codec, bytes),
        }
    }
}

fn not_exported(table: &DescribedTable) -> Vec<String> {
    let dynamic = table.dynamic.iter().map(|dynamic| dynamic.field.clone());
    dynamic.chain(table.timestamp.clone()).collect()
}
