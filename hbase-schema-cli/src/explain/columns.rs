//! The columns, and what their cells hold.

use std::io::{self, Write};

use hbase_model::{CellCodec, CellForm, DescribedColumn};
use serde::Serialize;

use crate::columns::{Cell, Columns};
use crate::text::counted;

/// One column.
#[derive(Serialize)]
pub(super) struct Column {
    /// `D1:DURATION_S`.
    #[serde(rename = "column")]
    full_name: String,
    field: String,
    #[serde(rename = "type")]
    type_name: String,
    cell: String,
    /// What an absent cell is.
    absent: &'static str,
}

impl Column {
    pub(super) fn of(column: &DescribedColumn) -> Self {
        let counter = if column.counter { ", a counter" } else { "" };
        Self {
            full_name: format!("{}:{}", column.family, column.qualifier),
            field: column.field.clone(),
            type_name: column.type_name.clone(),
            cell: cell(column) + counter,
            absent: match (column.optional, column.default) {
                (true, _) => "None",
                (false, true) => "the default",
                (false, false) => "an error",
            },
        }
    }
}

fn cell(column: &DescribedColumn) -> String {
    if let CellCodec::With(module) = &column.codec {
        return format!("as `{module}` writes it");
    }
    match column.form {
        CellForm::Integer { width, .. } => format!("integer, {}", counted(width, "byte")),
        CellForm::Float { width } => format!("floating-point number, {width} bytes"),
        CellForm::Bool => "true or false, 1 byte".to_owned(),
        CellForm::Text => "text".to_owned(),
        CellForm::DecimalText => "number as text".to_owned(),
        CellForm::Bytes => "bytes".to_owned(),
        CellForm::BigDecimal => "decimal as Java's `BigDecimal`".to_owned(),
        CellForm::Json => "JSON".to_owned(),
        _ => "as its type writes it".to_owned(),
    }
}

pub(super) fn write(
    columns: &[Column],
    timestamp: Option<&str>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let header = ["column", "field", "type", "cell", "absent is"].map(Cell::of);
    let mut table = Columns::new(&header);
    for column in columns {
        let cells = [
            &column.full_name,
            &column.field,
            &column.type_name,
            &column.cell,
        ];
        let cells = cells.map(|text| Cell::of(text.as_str()));
        table.row(cells.into_iter().chain([Cell::of(column.absent)]));
    }
    table.write(out)?;
    match timestamp {
        Some(field) => writeln!(out, "  the cells' timestamp is the field `{field}`"),
        None => Ok(()),
    }
}
