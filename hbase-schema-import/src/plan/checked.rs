//! A plan that was checked.

use std::fmt;

use hbase_model::{AbsentCell, CellFormat, DescribedColumn, TableName};

use super::Keys;
use crate::convert::{CellCodec, Mismatch, Rules, put_json};
use crate::source::ChunkRow;
use crate::value::Value;

/// A checked plan.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(crate) table: TableName,
    pub(crate) keys: Keys,
    pub(crate) cells: Vec<CellPlan>,
    pub(crate) rules: Rules,
    pub(crate) skipped: Vec<String>,
    pub(crate) fingerprint: String,
    /// The names of the source's columns.
    pub(crate) columns: Vec<String>,
}

/// A source column and its cell.
#[derive(Clone)]
pub(crate) struct CellPlan {
    /// The index of the source column.
    pub(crate) source: usize,
    pub(crate) column: DescribedColumn,
}

/// The treatment of NULL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NullRule {
    /// No cell.
    Absent,
    /// An empty cell: `store_none`.
    EmptyCell,
    /// The row is rejected: the struct's field is neither an `Option` nor has a default.
    Reject,
}

impl NullRule {
    /// NULL is rejected unless it is known to be read.
    pub(crate) const fn of(column: &DescribedColumn) -> Self {
        match column.absent_cell() {
            AbsentCell::NullAsEmpty => Self::EmptyCell,
            AbsentCell::Null | AbsentCell::Defaulted | AbsentCell::Zero => Self::Absent,
            AbsentCell::Error | AbsentCell::Unknown => Self::Reject,
        }
    }
}

impl Plan {
    /// The table.
    pub fn table(&self) -> &TableName {
        &self.table
    }

    /// The families of the cells, each once.
    pub fn families(&self) -> Vec<String> {
        let mut families: Vec<String> = Vec::new();
        for cell in &self.cells {
            if !families.contains(&cell.column.family) {
                families.push(cell.column.family.clone());
            }
        }
        families
    }

    /// Whether the keys have running numbers, which several loaders take from the store.
    pub fn has_running_numbers(&self) -> bool {
        self.keys.running_number().is_some()
    }

    /// The indexes of the source columns from which cells and keys are made.
    pub(crate) fn used_columns(&self) -> Vec<usize> {
        let cells = self.cells.iter().map(|cell| cell.source);
        cells.chain(self.keys.sources().iter().copied()).collect()
    }

    /// The source columns that are not imported.
    pub fn skipped(&self) -> &[String] {
        &self.skipped
    }
}

/// The format in checkpoints' fingerprints: everything that determines the bytes, without the types' names.
impl fmt::Debug for CellPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CellPlan")
            .field("source", &self.source)
            .field("family", &self.column.family)
            .field("qualifier", &self.column.qualifier)
            .field("codec", &self.codec())
            .field("null", &self.null())
            .finish()
    }
}

impl CellPlan {
    pub(crate) fn codec(&self) -> CellCodec {
        CellCodec::of(&self.column.facts)
    }

    const fn null(&self) -> NullRule {
        NullRule::of(&self.column)
    }

    /// Appends the value of a row's cell; `false` if the row has no such cell.
    pub(crate) fn put(
        &self,
        row: &ChunkRow<'_>,
        rules: &Rules,
        out: &mut Vec<u8>,
    ) -> Result<bool, Mismatch> {
        if let Some(json) = self.json(row) {
            put_json(json, out)?;
            return Ok(true);
        }
        let value = row.value(self.source);
        if value != Value::Null {
            self.codec().put(&value, rules, out)?;
            return Ok(true);
        }
        match self.null() {
            NullRule::Absent => Ok(false),
            NullRule::EmptyCell => Ok(true),
            NullRule::Reject => Err(Mismatch(
                "found NULL, expected a value: the struct's field is not an `Option`".to_owned(),
            )),
        }
    }

    /// The JSON of a JSON cell, if the source is JSON too: a string stays a string. `null` is NULL, unless the
    /// cell is required.
    fn json<'a>(&self, row: &ChunkRow<'a>) -> Option<&'a str> {
        let is_json = self.column.facts.format == CellFormat::Json;
        let json = row.json(self.source).filter(|_| is_json)?;
        (json != "null" || self.null() == NullRule::Reject).then_some(json)
    }
}

#[cfg(test)]
mod tests {
    use hbase_model::{CellCodec, CellFacts, LogicalType};

    use super::*;

    /// As in checkpoints, including earlier versions': an import continues if a type gets another name.
    #[test]
    fn fingerprints_have_what_decides_about_bytes() {
        let format = CellFormat::Integer {
            width: 8,
            signed: true,
        };
        let column = DescribedColumn {
            field: "at".to_owned(),
            family: "D1".to_owned(),
            qualifier: "AT".into(),
            type_name: "When".to_owned(),
            codec: CellCodec::Java,
            facts: CellFacts::new(format, LogicalType::Timestamp).optional(),
            default: false,
            counter: false,
            codes: String::new(),
        };
        let cell = CellPlan { source: 3, column };
        assert_eq!(
            format!("{cell:?}"),
            "CellPlan { source: 3, family: \"D1\", qualifier: \"AT\", codec: CellCodec { format: Integer { width: 8, \
             signed: true }, meaning: Moment }, null: Absent }"
        );
    }
}
