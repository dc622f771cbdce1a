//! Running numbers in blocks from the store, so that concurrent loaders never use the same number.
//!
//! The value of a table's counter is above all numbers taken so far, so that blocks are disjoint whatever the
//! policies' first numbers and steps are. A block is in the checkpoint before the first row with one of its
//! numbers is sent, so that a resumed run makes the same keys.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use hbase_backend::retry::Pauses;
use hbase_backend::{Backend, Deadline, Durability, Error, Increment, Row};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_row_key_policy::RunningNumber;
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;

use super::create::create_table;
use super::retry::pause_after;
use crate::error::{ImportError, Result};

/// The table of the counters: it has a row for each table into which rows are imported.
const COUNTERS: &str = "HSCHEMA:RUNNING_NUMBERS";
const FAMILY: &str = "N";
/// All numbers below its value are taken.
const QUALIFIER: &str = "GIVEN";

/// The size of a loader's first block; each next block is twice as large, up to a maximum. Numbers that a
/// loader does not use are lost: fewer than it has used, except for the first block.
const FIRST_BLOCK: u64 = 100;
const MOST_BLOCK: u64 = 100_000;

/// The running numbers of a table's keys, from a counter in the table `HSCHEMA:RUNNING_NUMBERS` of its store.
///
/// Each number is used once per table, whatever the policies and the loaders are: a block is one increment.
/// Numbers ascend by the policy's `numberStep` from its `startNumber` on, with gaps where loaders did not use
/// up their blocks.
#[derive(Clone, Debug)]
pub struct StoreNumbers {
    backend: Arc<dyn Backend>,
    counters: TableName,
    row: Vec<u8>,
    durability: Durability,
    timeout: Duration,
}

/// A block of running numbers, and the keys that take them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NumberBlock {
    /// The number of keys made before this block.
    pub(crate) after_keys: u64,
    pub(crate) first: u64,
    pub(crate) count: u64,
}

impl NumberBlock {
    const fn end(self) -> u64 {
        self.after_keys.saturating_add(self.count)
    }

    /// Whether all of its keys are made.
    pub(crate) const fn is_used(self, keys_made: u64) -> bool {
        self.end() <= keys_made
    }
}

impl StoreNumbers {
    /// Opens the counter of a table, and creates the table of counters if it is missing.
    ///
    /// # Errors
    /// Errors of the store.
    pub async fn open(
        backend: Arc<dyn Backend>,
        table: &TableName,
        timeout: Duration,
    ) -> Result<Self> {
        let counters = TableName::parse(COUNTERS);
        let counters = counters.map_err(|error| ImportError::Numbers {
            table: table.clone(),
            what: error.to_string(),
        })?;
        let numbers = Self {
            backend,
            row: table.to_string().into_bytes(),
            durability: Durability::UseDefault,
            counters,
            timeout,
        };
        numbers
            .create()
            .await
            .map_err(|error| numbers.fail(error))?;
        Ok(numbers)
    }

    /// Sets the durability of a block: if a checkpoint outlived the counter's increment, its numbers would be
    /// used twice.
    pub(super) fn with_durability(mut self, durability: Durability) -> Self {
        self.durability = durability;
        self
    }

    async fn create(&self) -> Result<(), Error> {
        let deadline = Deadline::after(self.timeout);
        match self.backend.describe_table(&self.counters, deadline).await {
            Err(Error::TableNotFound { .. } | Error::NamespaceNotFound { .. }) => {}
            found => return found.map(drop),
        }
        let mut table = TableDescriptor::new(self.counters.clone());
        table.families = vec![FamilyDescriptor::new(FAMILY)].into();
        create_table(&*self.backend, &table, self.timeout).await
    }

    /// Takes a block of up to `count` numbers.
    async fn take(&self, number: RunningNumber, count: u64) -> Result<(u64, u64)> {
        let span = number.step.max(1).saturating_mul(count);
        let (from, to) = self.advance(span).await?;
        if let Some(block) = within(from, to, number) {
            return Ok(block);
        }
        // All of them are below the policy's first number.
        let (from, to) = self.advance(span.saturating_add(number.start - to)).await?;
        within(from, to, number).ok_or_else(|| self.used_up())
    }

    /// Advances the counter; returns its value before and after.
    async fn advance(&self, span: u64) -> Result<(u64, u64)> {
        let amount = i64::try_from(span).map_err(|_| self.used_up())?;
        let row = self
            .increment(amount)
            .await
            .map_err(|error| self.fail(error))?;
        let value = row.value(FAMILY.as_bytes(), QUALIFIER.as_bytes());
        let value = value.and_then(|value| <[u8; 8]>::try_from(value).ok());
        let after = value.map(i64::from_be_bytes);
        let before = after.and_then(|after| after.checked_sub(amount));
        let range = before.zip(after).and_then(|(before, after)| {
            Some((u64::try_from(before).ok()?, u64::try_from(after).ok()?))
        });
        // An increment after the greatest value wraps.
        range.ok_or_else(|| self.used_up())
    }

    /// If the response is lost, the block is lost too.
    async fn increment(&self, amount: i64) -> Result<Row, Error> {
        let mut pauses = Pauses::default();
        loop {
            let deadline = Deadline::after(self.timeout);
            let request = self.request(amount);
            let row = self.backend.increment(&self.counters, request, deadline);
            match row.await {
                Ok(row) => return Ok(row),
                Err(error) => pause_after(&mut pauses, error).await?,
            }
        }
    }

    fn request(&self, amount: i64) -> Increment {
        let request = Increment::new(self.row.as_slice());
        let mut request = request.add(FAMILY.as_bytes(), QUALIFIER.as_bytes(), amount);
        request.durability = self.durability;
        request
    }

    fn fail(&self, error: Error) -> ImportError {
        ImportError::store(&self.counters, error)
    }

    fn used_up(&self) -> ImportError {
        ImportError::Numbers {
            table: TableName::clone(&self.counters),
            what: format!(
                "the running numbers of `{}` are used up: counters have 63 bits",
                String::from_utf8_lossy(&self.row)
            ),
        }
    }
}

/// The first number of a policy's sequence in a range of numbers, and how many the range has.
fn within(from: u64, to: u64, number: RunningNumber) -> Option<(u64, u64)> {
    let step = number.step.max(1);
    let distance = from.saturating_sub(number.start).div_ceil(step);
    let first = distance.checked_mul(step)?.checked_add(number.start)?;
    let left = to.checked_sub(first).filter(|left| *left > 0)?;
    Some((first, left.div_ceil(step)))
}

/// The running numbers of one import, by the number of keys made before.
pub(crate) struct Numbers {
    store: StoreNumbers,
    number: RunningNumber,
    runtime: Handle,
    blocks: VecDeque<NumberBlock>,
    next_count: u64,
}

impl Numbers {
    /// `blocks` are those that an earlier run took and did not use up.
    pub(crate) fn new(store: StoreNumbers, number: RunningNumber, blocks: &[NumberBlock]) -> Self {
        Self {
            store,
            number,
            runtime: Handle::current(),
            blocks: blocks.iter().copied().collect(),
            next_count: FIRST_BLOCK,
        }
    }

    /// The number of a key, and the block that was taken for it, if one was. Called by a thread that may wait.
    ///
    /// # Errors
    /// Errors of the store.
    pub(crate) fn number(&mut self, keys_made: u64) -> Result<(u64, Option<NumberBlock>)> {
        while let Some(first) = self.blocks.front()
            && first.is_used(keys_made)
        {
            self.blocks.pop_front();
        }
        let mut taken = None;
        if self.blocks.is_empty() {
            let taking = self.store.take(self.number, self.next_count);
            let (first, count) = self.runtime.block_on(taking)?;
            self.next_count = (self.next_count * 2).min(MOST_BLOCK);
            let block = NumberBlock {
                after_keys: keys_made,
                first,
                count,
            };
            self.blocks.push_back(block);
            taken = Some(block);
        }
        let block = self.blocks.front().ok_or_else(|| self.store.used_up())?;
        let distance = keys_made.saturating_sub(block.after_keys);
        let number = self
            .number
            .step
            .saturating_mul(distance)
            .saturating_add(block.first);
        Ok((number, taken))
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::ImportOptions;
    use super::*;

    #[tokio::test]
    async fn a_block_is_as_durable_as_the_rows() {
        let db = hbase_schema::connect("memory:").await.unwrap();
        let table = TableName::parse("DLQX:CALL_RECORD").unwrap();
        let opened = StoreNumbers::open(db.backend(), &table, Duration::from_secs(10)).await;
        let mut options = ImportOptions::new("memory:", "rejects.csv");
        options.numbers = Some(opened.unwrap());
        let durability = |options: &ImportOptions| {
            let numbers = options.store_numbers().unwrap();
            numbers.request(1).durability
        };
        assert_eq!(durability(&options), Durability::UseDefault);
        options.fsync = true;
        assert_eq!(durability(&options), Durability::FsyncWal);
    }

    #[test]
    fn a_range_has_the_numbers_of_the_policy() {
        let number = |start, step| RunningNumber { start, step };
        for (range, policy, expected) in [
            ((0, 100), number(0, 1), Some((0, 100))),
            ((0, 100), number(1, 1), Some((1, 99))),
            ((100, 200), number(1, 1), Some((100, 100))),
            ((100, 120), number(1, 2), Some((101, 10))),
            ((101, 121), number(1, 2), Some((101, 10))),
            ((0, 10), number(10, 1), None),
            ((0, 11), number(10, 5), Some((10, 1))),
        ] {
            assert_eq!(
                within(range.0, range.1, policy),
                expected,
                "{range:?} {policy:?}"
            );
        }
    }
}
