//! Encodes chunks of rows to batches of mutations.

use hbase_backend::{CellBlock, CellKind, CellRef, Mutation};

use super::numbers::{NumberBlock, Numbers};
use super::options::MAX_CELL_BYTES;
use crate::error::Result;
use crate::plan::{CellPlan, KeyFault, Plan};
use crate::reject::{Reject, cut_reason};
use crate::source::{Chunk, ChunkRow, OrderValue, Position, order_key};
use crate::value::Value;

/// The bounds of a batch. They depend only on the rows, so that a resumed run makes the same batches.
const BATCH_ROWS: usize = 1000;
const BATCH_BYTES: usize = 2 << 20;

/// Bytes of a cell besides its row, family, qualifier and value.
const CELL_BYTES: usize = 24;

/// Rows that are written together, and the position after them.
#[derive(Debug)]
pub(crate) struct Batch {
    /// The number in the import, from 0: its cells' timestamp is the import's plus this number.
    pub(crate) number: u64,
    pub(crate) rows: Vec<EncodedRow>,
    pub(crate) rejects: Vec<Reject>,
    pub(crate) bytes: usize,
    /// The state from which a run continues once the batch is written.
    pub(crate) end: BatchEnd,
    pub(crate) is_last: bool,
    /// The blocks of running numbers that were taken for its rows.
    pub(crate) numbers: Vec<NumberBlock>,
}

/// The state from which a run continues.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct BatchEnd {
    pub(crate) position: Position,
    /// The number of keys made so far; running numbers continue after it.
    pub(crate) keys_made: u64,
}

/// A row to send.
#[derive(Debug)]
pub(crate) struct EncodedRow {
    pub(crate) mutation: Mutation,
    pub(crate) row: u64,
    pub(crate) line: Option<u64>,
    /// The row in a database, such as `id = 17`.
    pub(crate) order_key: Option<Box<str>>,
}

/// Encodes rows by a plan.
pub(crate) struct Encoder {
    plan: Plan,
    order: Vec<usize>,
    timestamp: i64,
    /// Running numbers from the store.
    numbers: Option<Numbers>,
    max_cell_bytes: usize,
    batch: Batch,
    key: Vec<u8>,
    /// The row's values, and the end of each; `None` for an absent cell.
    values: Vec<u8>,
    ends: Vec<Option<usize>>,
}

impl Encoder {
    /// An encoder that continues after a batch; `timestamp` is the import's.
    pub(crate) fn new(
        plan: Plan,
        order: Vec<usize>,
        timestamp: i64,
        number: u64,
        end: BatchEnd,
    ) -> Self {
        Self {
            plan,
            order,
            timestamp,
            numbers: None,
            max_cell_bytes: MAX_CELL_BYTES,
            batch: Batch::new(number, end),
            key: Vec::new(),
            values: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Takes running numbers from the store.
    pub(crate) fn with_numbers(mut self, numbers: Option<Numbers>) -> Self {
        self.numbers = numbers;
        self
    }

    /// Rejects rows with a larger cell, which the store would reject with the whole batch.
    pub(crate) fn with_max_cell_bytes(mut self, bytes: usize) -> Self {
        self.max_cell_bytes = bytes;
        self
    }

    /// Encodes the rows of a chunk, and passes each full batch to `send`; `false` if `send` returns it.
    ///
    /// # Errors
    /// The store returns no running numbers.
    pub(crate) fn encode(
        &mut self,
        chunk: &Chunk,
        send: &mut dyn FnMut(Batch) -> bool,
    ) -> Result<bool> {
        let count = chunk.rows().len();
        for (at, row) in chunk.rows().enumerate() {
            self.encode_row(&row)?;
            let ends = self.batch.is_full();
            // A run continues after the last row of a batch, which may be the source's last row.
            if ends || at + 1 == count {
                self.keep_order(&row);
            }
            if ends {
                let batch = self.next_batch();
                if !send(batch) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The last batch, which may be empty.
    pub(crate) fn finish(mut self) -> Batch {
        self.batch.is_last = true;
        self.batch
    }

    fn next_batch(&mut self) -> Batch {
        let next = Batch::new(self.batch.number + 1, self.batch.end.clone());
        std::mem::replace(&mut self.batch, next)
    }

    fn encode_row(&mut self, row: &ChunkRow<'_>) -> Result<()> {
        let number = self.batch.end.position.rows + 1;
        let given = self.given_number()?;
        match self.mutation(row, given) {
            Ok(mutation) => {
                self.batch.bytes += mutation.cells().as_bytes().len();
                self.batch.rows.push(EncodedRow {
                    mutation,
                    row: number,
                    line: row.line(),
                    order_key: self.order_key(row).map(Into::into),
                });
            }
            Err(reject) => self.batch.rejects.push(*reject),
        }
        let position = &mut self.batch.end.position;
        position.rows = number;
        position.offset = row.offset();
        position.line = row.next_line();
        Ok(())
    }

    /// The next running number from the store.
    fn given_number(&mut self) -> Result<Option<u64>> {
        let Some(numbers) = &mut self.numbers else {
            return Ok(None);
        };
        let (number, taken) = numbers.number(self.batch.end.keys_made)?;
        self.batch.numbers.extend(taken);
        Ok(Some(number))
    }

    fn keep_order(&mut self, row: &ChunkRow<'_>) {
        if !self.order.is_empty() {
            let values = OrderValue::of_row(row, &self.order);
            self.batch.end.position.after = values.unwrap_or_default();
        }
    }

    fn order_key(&self, row: &ChunkRow<'_>) -> Option<String> {
        order_key(&self.plan.columns, &self.order, row)
    }

    /// The values first: a row that is rejected takes no running number.
    fn mutation(
        &mut self,
        row: &ChunkRow<'_>,
        given: Option<u64>,
    ) -> Result<Mutation, Box<Reject>> {
        if let Some(why) = row.invalid() {
            return self.reject(row, None, why.to_owned());
        }
        self.put_values(row)?;
        self.key.clear();
        let made = self.batch.end.keys_made;
        let Plan { keys, rules, .. } = &mut self.plan;
        let put = keys.put(row, made, given, rules, &mut self.key);
        put.or_else(|KeyFault { column, why }| self.reject(row, column, why))?;
        let mutation = self.block(row)?;
        self.batch.end.keys_made += 1;
        Ok(mutation)
    }

    fn put_values(&mut self, row: &ChunkRow<'_>) -> Result<(), Box<Reject>> {
        self.values.clear();
        self.ends.clear();
        for cell in &self.plan.cells {
            match cell.put(row, &self.plan.rules, &mut self.values) {
                Ok(true) => self.ends.push(Some(self.values.len())),
                Ok(false) => self.ends.push(None),
                Err(mismatch) => return self.reject(row, Some(cell.source), mismatch.0),
            }
        }
        if self.ends.iter().all(Option::is_none) {
            let why = "all columns that become cells are NULL, and HBase has no rows without cells";
            return self.reject(row, None, why.to_owned());
        }
        Ok(())
    }

    fn block(&self, row: &ChunkRow<'_>) -> Result<Mutation, Box<Reject>> {
        let timestamp = self.timestamp_of_batch();
        let cells = || self.plan.cells.iter().zip(&self.ends);
        let width = |(cell, end): (&CellPlan, &Option<usize>)| end.map_or(0, |_| self.head(cell));
        let bytes: usize = cells().map(width).sum();
        let mut block = CellBlock::with_capacity(bytes + self.values.len());
        let mut from = 0;
        for (cell, end) in cells() {
            let Some(end) = *end else { continue };
            self.check_size(row, cell, end - from)?;
            let pushed = block.push(CellRef {
                row: &self.key,
                family: cell.column.family.as_bytes(),
                qualifier: cell.column.qualifier.as_bytes(),
                timestamp,
                kind: CellKind::Put,
                value: &self.values[from..end],
            });
            pushed.or_else(|error| self.reject(row, Some(cell.source), error.to_string()))?;
            from = end;
        }
        Ok(Mutation::from_block(self.key.as_slice(), block))
    }

    /// The bytes of a cell without its value.
    fn head(&self, cell: &CellPlan) -> usize {
        CELL_BYTES + self.key.len() + cell.column.family.len() + cell.column.qualifier.len()
    }

    fn check_size(
        &self,
        row: &ChunkRow<'_>,
        cell: &CellPlan,
        value: usize,
    ) -> Result<(), Box<Reject>> {
        let (found, most) = (self.head(cell) + value, self.max_cell_bytes);
        if found <= most {
            return Ok(());
        }
        let (family, qualifier) = (&cell.column.family, &cell.column.qualifier);
        let why = format!(
            "the cell {family}:{qualifier} has {found} bytes, its key included, expected at most {most}: where the store \
             takes larger cells, allow them with a larger `max_cell_bytes`"
        );
        self.reject(row, Some(cell.source), why)
    }

    fn timestamp_of_batch(&self) -> i64 {
        let number = i64::try_from(self.batch.number).unwrap_or(i64::MAX);
        self.timestamp.saturating_add(number)
    }

    fn reject<T>(
        &self,
        row: &ChunkRow<'_>,
        column: Option<usize>,
        reason: String,
    ) -> Result<T, Box<Reject>> {
        let value = column.map(|column| row.value(column));
        let value = value.filter(|value| *value != Value::Null);
        Err(Box::new(Reject {
            row: self.batch.end.position.rows + 1,
            line: row.line(),
            order_key: self.order_key(row),
            column: column.map(|column| self.plan.columns[column].clone()),
            value: value.map(|value| value.to_string()),
            reason: cut_reason(reason),
        }))
    }
}

impl Batch {
    fn new(number: u64, end: BatchEnd) -> Self {
        Self {
            number,
            rows: Vec::with_capacity(BATCH_ROWS),
            rejects: Vec::new(),
            bytes: 0,
            end,
            is_last: false,
            numbers: Vec::new(),
        }
    }

    fn is_full(&self) -> bool {
        self.bytes >= BATCH_BYTES || self.rows.len() + self.rejects.len() >= BATCH_ROWS
    }
}
