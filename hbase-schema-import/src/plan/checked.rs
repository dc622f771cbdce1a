//! A plan that was checked.

use hbase_model::TableName;

use super::{KeyCheck, Keys};
use crate::convert::{CellCodec, Mismatch, TimeRules};
use crate::source::ChunkRow;
use crate::value::Value;

/// A checked plan.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(crate) table: TableName,
    pub(crate) keys: Keys,
    pub(crate) cells: Vec<CellPlan>,
    pub(crate) times: TimeRules,
    pub(crate) skipped: Vec<String>,
    pub(crate) fingerprint: String,
    /// The names of the source's columns.
    pub(crate) columns: Vec<String>,
}

/// A source column and its cell.
#[derive(Clone, Debug)]
pub(crate) struct CellPlan {
    /// The index of the source column.
    pub(crate) source: usize,
    pub(crate) family: String,
    pub(crate) qualifier: String,
    pub(crate) codec: CellCodec,
    pub(crate) null: NullRule,
}

/// What happens to NULL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NullRule {
    /// No cell.
    Absent,
    /// An empty cell: `store_none`.
    EmptyCell,
    /// The row is rejected: the struct's field is neither an `Option` nor has a default.
    Reject,
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
            if !families.contains(&cell.family) {
                families.push(cell.family.clone());
            }
        }
        families
    }

    /// Adds a check of the values of each key, as that of the codes of enums.
    pub fn check_keys(mut self, check: KeyCheck) -> Self {
        if let Keys::Layout { checks, .. } = &mut self.keys {
            checks.push(check);
        }
        self
    }

    /// Whether the keys have running numbers, which several loaders take from the store.
    pub fn has_running_numbers(&self) -> bool {
        self.keys.running_number().is_some()
    }

    /// The indexes of the source columns that cells and keys are made of.
    pub(crate) fn used_columns(&self) -> Vec<usize> {
        let cells = self.cells.iter().map(|cell| cell.source);
        cells.chain(self.keys.sources().iter().copied()).collect()
    }

    /// The source columns that are not imported.
    pub fn skipped(&self) -> &[String] {
        &self.skipped
    }
}

impl CellPlan {
    /// Appends the value of a row's cell; `false` if there is none.
    pub(crate) fn put(
        &self,
        row: &ChunkRow<'_>,
        times: &TimeRules,
        out: &mut Vec<u8>,
    ) -> Result<bool, Mismatch> {
        let value = row.value(self.source);
        if value != Value::Null {
            self.codec.put(&value, times, out)?;
            return Ok(true);
        }
        match self.null {
            NullRule::Absent => Ok(false),
            NullRule::EmptyCell => Ok(true),
            NullRule::Reject => Err(Mismatch(
                "found NULL, expected a value: the struct's field is no `Option`".to_owned(),
            )),
        }
    }
}
