//! The columns and the encoding of their cells.

use std::io::{self, Write};

use hbase_model::{AbsentCell, DescribedColumn};
use serde::{Serialize, Serializer};

use crate::columns::{Cell, Columns};

/// One column, as `explain` shows it.
pub(super) struct Column(pub(super) DescribedColumn);

impl Column {
    /// The members in JSON, which are also the cells of a line.
    fn shown(&self) -> [(&'static str, String); 5] {
        let Self(column) = self;
        [
            ("column", format!("{}:{}", column.family, column.qualifier)),
            ("field", column.field.clone()),
            ("type", column.type_name.clone()),
            ("cell", column.cell()),
            ("absent", absent(column).to_owned()),
        ]
    }
}

impl Serialize for Column {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.shown())
    }
}

/// The value of an absent cell.
const fn absent(column: &DescribedColumn) -> &'static str {
    match column.absent_cell() {
        AbsentCell::NullAsEmpty => "None, as is an empty cell",
        AbsentCell::Null => "None",
        AbsentCell::Defaulted => "the default",
        AbsentCell::Zero => "0",
        AbsentCell::Error => "an error",
        AbsentCell::Unknown => "only the program knows",
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
        table.row(column.shown().map(|(_, text)| Cell::of(text)));
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
