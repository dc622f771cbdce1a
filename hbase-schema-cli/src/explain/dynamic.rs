//! Dynamic columns, whose qualifiers are values.

use std::io::{self, Write};

use hbase_model::DescribedDynamic;
use serde::Serialize;

use crate::columns::{Cell, Columns};

/// The dynamic columns of one field.
#[derive(Serialize)]
pub(super) struct Dynamic {
    family: String,
    field: String,
    #[serde(rename = "type")]
    type_name: String,
    qualifier: String,
    cell: String,
    /// The most columns that are read with a row; `None` where they are not read with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<u32>,
}

impl Dynamic {
    pub(super) fn of(columns: &DescribedDynamic) -> Self {
        Self {
            family: columns.family.clone(),
            field: columns.field.clone(),
            type_name: columns.type_name.clone(),
            qualifier: columns.qualifiers(),
            cell: columns.cell(),
            limit: columns.limit,
        }
    }
}

pub(super) fn write(all: &[Dynamic], out: &mut dyn Write) -> io::Result<()> {
    let header = ["family", "field", "qualifier", "cell", "with the row"].map(Cell::of);
    let mut table = Columns::new(&header);
    for columns in all {
        let cells = [
            &columns.family,
            &columns.field,
            &columns.qualifier,
            &columns.cell,
        ];
        let cells = cells.map(|text| Cell::of(text.as_str()));
        let read = columns.limit;
        let read = read.map_or("not read".to_owned(), |limit| format!("up to {limit}"));
        table.row(cells.into_iter().chain([Cell::of(read)]));
    }
    table.write(out)
}
