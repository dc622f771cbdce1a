//! Validates writes: mutations, conditions, increments, appends.

use std::collections::HashSet;

use super::{check_family, check_row, check_ttl};
use crate::check_and_mutate::{CheckAndMutate, Condition};
use crate::error::{Error, Result};
use crate::mutation::Mutation;
use crate::update::{Append, Increment};
use hbase_model::printable::Printable;

impl Mutation {
    /// Checks the rules that hold for every backend.
    ///
    /// ```
    /// use hbase_backend::Mutation;
    /// let mut put = Mutation::new(b"row-1");
    /// assert!(put.validate().is_err());
    /// put.put_at(b"D1", b"NAME", 1, b"Ada")?;
    /// assert!(put.validate().is_ok());
    /// put.put_at(b"D1", b"NAME", -1, b"Ada")?;
    /// assert!(put.validate().is_err());
    /// # Ok::<(), hbase_backend::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`] and [`Error::InvalidRequest`], as for [`check_row`]; the latter also for
    /// an empty mutation, cells of another row, negative timestamps, and a time to live that is
    /// above [`MAX_TTL_MS`](super::MAX_TTL_MS) or overflows with the timestamp.
    pub fn validate(&self) -> Result<()> {
        let row = self.row();
        check_row(row)?;
        if self.is_empty() {
            return Err(Error::invalid(format!(
                "a mutation of row {} that does nothing: put or delete something",
                Printable(row)
            )));
        }
        check_ttl(row, self.ttl_ms)?;
        let latest = self.latest();
        for cell in self.cells() {
            check_timestamp(row, cell.timestamp)?;
            if cell.row != row {
                return Err(other_row(row, cell.row));
            }
            let is_put = !cell.kind.is_delete() && cell.timestamp != i64::MAX;
            if is_put && cell.timestamp > latest {
                return Err(wraps(row, cell.timestamp, self.ttl_ms));
            }
        }
        check_timestamp(row, self.row_deletion().unwrap_or(0))
    }

    /// The last timestamp to which the time to live can be added.
    fn latest(&self) -> i64 {
        let ttl_ms = self.ttl_ms.map_or(Ok(0), i64::try_from);
        i64::MAX - ttl_ms.unwrap_or(i64::MAX)
    }
}

#[cold]
fn other_row(row: &[u8], found: &[u8]) -> Error {
    Error::invalid(format!(
        "a mutation of row {} with a cell of row {}",
        Printable(row),
        Printable(found)
    ))
}

#[cold]
fn wraps(row: &[u8], timestamp: i64, ttl_ms: Option<u64>) -> Error {
    Error::invalid(format!(
        "row {}: a cell at {timestamp} with a time to live of {} ms, whose sum no timestamp can \
         hold, so that HBase takes the cell for expired: leave the time to live out",
        Printable(row),
        ttl_ms.unwrap_or(0)
    ))
}

fn check_timestamp(row: &[u8], timestamp: i64) -> Result<()> {
    if timestamp < 0 {
        return Err(Error::invalid(format!(
            "row {}: the timestamp {timestamp} is negative",
            Printable(row)
        )));
    }
    Ok(())
}

impl CheckAndMutate {
    /// Checks the rules that hold for every backend.
    ///
    /// # Errors
    /// As for [`Mutation::validate`], and [`Error::InvalidRequest`] for a time range that is negative
    /// or ends before it starts, and as for [`Filter::validate`](crate::Filter::validate).
    pub fn validate(&self) -> Result<()> {
        self.mutation.validate()?;
        self.time_range.validate()?;
        match &self.condition {
            Condition::Absent { family, .. } | Condition::Compare { family, .. } => {
                check_family(family)
            }
            Condition::Filter(filter) => filter.validate(),
        }
    }
}

impl Increment {
    /// Checks the rules that hold for every backend.
    ///
    /// # Errors
    /// As for [`check_row`], and [`Error::InvalidRequest`] for no columns or a duplicate one
    /// (`HBase` returns both sums and stores one of them), and for a time to live above
    /// [`MAX_TTL_MS`](super::MAX_TTL_MS).
    pub fn validate(&self) -> Result<()> {
        check_update(&self.row, &self.columns, self.ttl_ms)
    }
}

impl Append {
    /// Checks the rules that hold for every backend.
    ///
    /// # Errors
    /// As for [`Increment::validate`].
    pub fn validate(&self) -> Result<()> {
        check_update(&self.row, &self.columns, self.ttl_ms)
    }
}

fn check_update<T>(
    row: &[u8],
    columns: &[(Vec<u8>, Vec<u8>, T)],
    ttl_ms: Option<u64>,
) -> Result<()> {
    check_row(row)?;
    check_ttl(row, ttl_ms)?;
    let mut known = HashSet::new();
    for (family, qualifier, _) in columns {
        check_family(family)?;
        if !known.insert((family, qualifier)) {
            return Err(Error::invalid(format!(
                "an update of row {} that names the column {}:{} twice: name each column once",
                Printable(row),
                Printable(family),
                Printable(qualifier)
            )));
        }
    }
    if known.is_empty() {
        return Err(Error::invalid(format!(
            "an update of row {} without columns: name at least one",
            Printable(row)
        )));
    }
    Ok(())
}
