//! Dynamic columns, whose qualifiers are values.

use std::io::{self, Write};

use hbase_model::DescribedDynamic;
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

use crate::columns::{Cell, Columns};

/// The dynamic columns of one field, as `explain` shows them.
pub(super) struct Dynamic(pub(super) DescribedDynamic);

impl Serialize for Dynamic {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self(columns) = self;
        let mut members = to.serialize_map(None)?;
        members.serialize_entry("family", &columns.family)?;
        members.serialize_entry("field", &columns.field)?;
        members.serialize_entry("type", &columns.type_name)?;
        members.serialize_entry("qualifier", &columns.qualifiers())?;
        members.serialize_entry("cell", &columns.cell())?;
        if let Some(limit) = columns.limit {
            members.serialize_entry("limit", &limit)?;
        }
        members.end()
    }
}

pub(super) fn write(all: &[Dynamic], out: &mut dyn Write) -> io::Result<()> {
    let header = ["family", "field", "qualifier", "cell", "with the row"].map(Cell::of);
    let mut table = Columns::new(&header);
    for Dynamic(columns) in all {
        let read = columns.limit;
        let cells = [
            columns.family.clone(),
            columns.field.clone(),
            columns.qualifiers(),
            columns.cell(),
            read.map_or("not read".to_owned(), |limit| format!("up to {limit}")),
        ];
        table.row(cells.map(Cell::of));
    }
    table.write(out)
}
