//! The columns and the encoding of their cells.

use std::io::{self, Write};

use hbase_model::DescribedColumn;
use serde::Serialize;

use crate::columns::{Cell, Columns};

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
    /// The value of an absent cell.
    absent: &'static str,
}

impl Column {
    pub(super) fn of(column: &DescribedColumn) -> Self {
        Self {
            full_name: format!("{}:{}", column.family, column.qualifier),
            field: column.field.clone(),
            type_name: column.type_name.clone(),
            cell: column.cell(),
            absent: match (column.optional, column.default) {
                _ if column.store_none => "None, as is an empty cell",
                (true, _) => "None",
                (false, true) => "the default",
                (false, false) => "an error",
            },
        }
    }
}

pub(super) fn write(
    columns: &[Column],
    timestamp: Option<&str>,
    period: Option<&str>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let header = ["column", "field", "type", "cell", "if missing"].map(Cell::of);
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
    match (timestamp, period) {
        (Some(field), Some(period)) => writeln!(
            out,
            "  the cells' timestamp is the start (UTC) of the {period} of the field `{field}`"
        ),
        (Some(field), None) => writeln!(out, "  the cells' timestamp is the field `{field}`"),
        (None, _) => Ok(()),
    }
}
