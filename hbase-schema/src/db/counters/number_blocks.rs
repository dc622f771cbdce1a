//! Unique numbers for several programs at once: blocks of a counter.

use std::marker::PhantomData;
use std::num::NonZeroU32;
use std::ops::RangeInclusive;
use std::sync::Arc;

use hbase_backend::Deadline;
use hbase_model::TableName;
use hbase_model::descriptor::Ttl;
use tokio::sync::Mutex;

use crate::cell::{CounterCell, NativeCodec};
use crate::column::Column;
use crate::db::connection::Connection;
use crate::db::connection::runtime::until;
use crate::db::error::{CallContext, Error, ErrorKind};
use crate::db::target::keys::{self, RowOfKey};
use crate::debug::{cloneable, debug_fields};
use crate::schema::ColumnSchema;
use crate::table::{KeyFor, Table, WithoutIndex, Writable};

const CALL: &str = "number_blocks";

/// The default number of numbers in a block.
const DEFAULT_BLOCK: NonZeroU32 = NonZeroU32::new(1000).unwrap();

/// Unique numbers, ascending within this value: made by [`Connection::number_blocks`].
///
/// A block of numbers is one increment of a counter, so no number is returned twice, even by different programs and
/// processes. Numbers may be missing: the rest of a block that was not used up, and a block whose response was lost,
/// because the counter may have been incremented. Clones share their block.
///
/// The counter neither expires nor is lost with a server, whatever [`Connection::ttl`] and
/// [`Connection::durability`] are set: they apply to the rows of [`insert`](Self::insert) only.
pub struct NumberBlocks<R> {
    connection: Connection,
    /// The counter's row, or why it has none.
    row: Result<RowOfKey, Error>,
    column: &'static ColumnSchema,
    size: NonZeroU32,
    last: i64,
    /// The numbers left of the current block.
    block: Arc<Mutex<Block>>,
    of: PhantomData<fn() -> R>,
}

/// Numbers that were taken but not yet returned.
#[derive(Debug, Default)]
struct Block {
    next: i64,
    /// Exclusive.
    end: i64,
}

impl Connection {
    /// Unique numbers from 0, shared by several programs, from the counter `column` in the row of `key`: for sequences
    /// in keys, such as `#[rowkey] number: Sequence<u32>`.
    ///
    /// The column must be declared `#[column(counter)]`, so that no put of a row resets it. Its family must have no
    /// `ttl`, or `min_versions` as well, so that the counter does not restart. Otherwise each call returns
    /// [`Error::Request`].
    ///
    /// ```
    /// # use hbase_schema::{Error, HTable};
    /// #[derive(HTable)]
    /// #[table("DLQX:LOAD_COUNTER")]
    /// #[family("D1")]
    /// struct LoadCounter {
    ///     #[rowkey]
    ///     name: String,
    ///     #[column(counter)]
    ///     next: i64,
    /// }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// # db.create_table::<LoadCounter>().await?;
    ///
    /// let key = LoadCounterKey { name: "general".into() };
    /// let numbers = db.number_blocks(&key, LoadCounter::NEXT).block_size(100);
    /// assert_eq!(numbers.next().await?, 0);
    /// assert_eq!(numbers.next().await?, 1);
    /// // Another loader has its own block.
    /// let others = db.number_blocks(&key, LoadCounter::NEXT);
    /// assert_eq!(others.next().await?, 100);
    /// # Ok(())
    /// # }
    /// ```
    pub fn number_blocks<K, R, F>(
        &self,
        key: &K,
        column: Column<R, F, NativeCodec>,
    ) -> NumberBlocks<R>
    where
        K: KeyFor<R>,
        R: WithoutIndex,
        F: CounterCell,
    {
        NumberBlocks {
            connection: self.clone(),
            row: keys::one(CALL, key).and_then(|row| check_counter::<R>(row, column.schema())),
            column: column.schema(),
            size: DEFAULT_BLOCK,
            last: i64::MAX - 1,
            block: Arc::default(),
            of: PhantomData,
        }
    }
}

/// Rejects a column whose number may be reset.
fn check_counter<R: Table>(
    row: RowOfKey,
    column: &'static ColumnSchema,
) -> Result<RowOfKey, Error> {
    let about = CallContext::table(CALL, &row.table).row(&row.row);
    let about = about.column(column.family, column.qualifier.as_bytes());
    if !column.counter {
        return Err(about.request(
            "found a column that puts of rows overwrite, after which numbers would be returned twice, expected a counter: declare it `#[column(counter)]`",
        ));
    }
    let family = R::SCHEMA.table.family(column.family.as_bytes());
    let expiring = family.filter(|family| family.min_versions.unwrap_or(0) == 0);
    let ttl = expiring.and_then(|family| family.ttl);
    if let Some(ttl) = ttl.filter(|ttl| *ttl != Ttl::FOREVER) {
        return Err(about.request(format_args!(
            "found a family with a `ttl` of {} seconds, after which the counter restarts and numbers would be returned twice, expected none: leave it out, set `min_versions = 1`, or use a family without one",
            ttl.as_secs()
        )));
    }
    Ok(row)
}

impl<R: Table> NumberBlocks<R> {
    /// Sets how many numbers a block has (default 1000). Small blocks lose fewer numbers when a program ends; large
    /// blocks need fewer calls. 0 counts as 1.
    #[must_use]
    pub fn block_size(mut self, numbers: u32) -> Self {
        self.size = NonZeroU32::new(numbers).unwrap_or(NonZeroU32::MIN);
        self
    }

    /// Sets the last number that this value returns, such as `u32::MAX` for a key part of 4 bytes. Existing clones and
    /// other programs keep their own: all users of one sequence must set the same.
    #[must_use]
    pub fn last(mut self, number: u32) -> Self {
        self.last = number.into();
        self
    }

    /// The next number.
    ///
    /// Calls of clones wait for each other while a block is taken, each at most
    /// [`Limits::operation_timeout`](crate::Limits::operation_timeout).
    ///
    /// # Errors
    /// Same as [`Connection::increment`]; the next call takes another block, whatever the error, so a
    /// block may be lost and is never returned twice. [`Error::Request`] if no number up to [`last`](Self::last) is
    /// left, or if another user of the counter set it to a negative number.
    pub async fn next(&self) -> Result<i64, Error> {
        let numbers = self.next_up_to(1).await?;
        Ok(*numbers.start())
    }

    /// The next numbers, at least one and at most `most`, as many as are left of a block.
    ///
    /// # Errors
    /// Same as [`next`](Self::next).
    pub async fn next_up_to(&self, most: u32) -> Result<RangeInclusive<i64>, Error> {
        let deadline = Deadline::after(self.connection.options.operation_timeout);
        let lock = until(
            "waiting for a block of numbers",
            deadline,
            self.block.lock(),
        );
        let mut block = lock
            .await
            .map_err(|error| CallContext::of::<R>(CALL).backend(error))?;
        if block.next == block.end {
            *block = self.take_block().await?;
        }
        let first = block.next;
        // The block may come from a clone with another last number.
        let left = block.end.min(self.last + 1) - first;
        if left <= 0 {
            return Err(self.none_left(first));
        }
        let count = i64::from(most.max(1)).min(left);
        block.next += count;
        Ok(first..=first + (count - 1))
    }

    /// Writes the row that `row` makes from the next number, with [`Connection::insert`], and returns it. If the row
    /// exists, for example after the counter was reset, the next number is tried, up to `tries` times in all.
    ///
    /// # Errors
    /// Same as [`next`](Self::next) and [`insert`](Connection::insert): [`Error::Exists`] from the last
    /// try. After any other error of the write it may be unknown whether the row was written; its
    /// number is not used for another try.
    pub async fn insert<T: Writable>(
        &self,
        tries: u32,
        row: impl Fn(i64) -> T,
    ) -> Result<T, Error> {
        let mut left = tries.max(1);
        loop {
            let row = row(self.next().await?);
            left -= 1;
            match self.connection.insert(&row).await {
                Ok(()) => return Ok(row),
                Err(error) if error.kind() == ErrorKind::AlreadyExists && left > 0 => {}
                Err(error) => return Err(error),
            }
        }
    }

    async fn take_block(&self) -> Result<Block, Error> {
        let size = i64::from(self.size.get());
        let row = self.row.as_ref().map_err(Error::clone)?;
        let about = CallContext::table(CALL, &row.table);
        let (mut connection, name) = (self.connection.clone(), R::SCHEMA.row);
        let declared = R::SCHEMA.table.durability.as_deref();
        connection.options = connection.options.lasting(declared);
        let end = connection.increment_row(CALL, row, name, self.column, size);
        let end = end.await?;
        let next = end.wrapping_sub(size);
        if next < 0 || end < next {
            return Err(about.request(format_args!(
                "found the counter at {end} after an increment by {size}, expected one that starts at 0: it has another user, or was set: use a separate counter, or `set_counter`"
            )));
        }
        Ok(Block { next, end })
    }

    #[cold]
    fn none_left(&self, next: i64) -> Error {
        let row = self.row.as_ref();
        let table: &TableName = row.map_or(&R::SCHEMA.table.name, |row| &row.table);
        CallContext::table(CALL, table).request(format_args!(
            "found no number left, expected one up to {}: the next one is {next}: use a wider key part, or another counter",
            self.last
        ))
    }
}

cloneable!(NumberBlocks[R]: connection, row, column, size, last, block, of);
debug_fields!(NumberBlocks[R]: size, last, block);
