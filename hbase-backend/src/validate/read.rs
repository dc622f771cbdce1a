//! Validates reads: gets and scans.

use hbase_model::printable::Printable;

use super::{check_bound, check_family, check_row};
use crate::error::{Error, Result};
use crate::filter::Filter;
use crate::read::{Get, ReadOptions, TimeRange};
use crate::scan::{RowBound, Scan};

impl TimeRange {
    /// Checks that the range is not negative and does not end before it starts.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`].
    pub fn validate(self) -> Result<()> {
        if self.min < 0 || self.max < self.min {
            return Err(Error::invalid(format!(
                "time range [{}, {}): it must not be negative, nor end before it starts",
                self.min, self.max
            )));
        }
        Ok(())
    }
}

impl ReadOptions {
    /// Checks the rules that hold for every backend.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for a family's name over its limit, [`Error::InvalidRequest`] for 0
    /// versions, a time range that is negative or ends before it starts, two time ranges for one
    /// family, and as for [`Filter::validate`].
    pub fn validate(&self) -> Result<()> {
        if self.max_versions == 0 {
            return Err(Error::invalid("a read of 0 versions: give at least 1"));
        }
        self.time_range.validate()?;
        for columns in &self.columns {
            check_family(&columns.family)?;
        }
        for (family, range) in &self.family_time_ranges {
            check_family(family)?;
            range.validate()?;
        }
        check_once(self.family_time_ranges.iter().map(|(family, _)| &**family))?;
        self.filter.as_ref().map_or(Ok(()), Filter::validate)
    }
}

fn check_once<'a>(families: impl Iterator<Item = &'a [u8]>) -> Result<()> {
    let mut sorted: Vec<_> = families.collect();
    sorted.sort_unstable();
    match sorted.windows(2).find(|two| two[0] == two[1]) {
        None => Ok(()),
        Some(two) => Err(Error::invalid(format!(
            "a read with two time ranges for the family {}: give it one",
            Printable(two[0])
        ))),
    }
}

impl Get {
    /// Checks the rules that hold for every backend.
    ///
    /// ```
    /// use hbase_backend::Get;
    /// assert!(Get::new(b"row-1").validate().is_ok());
    /// assert!(Get::new(b"").validate().is_err());
    /// ```
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] and [`Error::TooLarge`], as for
    /// [`check_row`] and [`ReadOptions::validate`].
    pub fn validate(&self) -> Result<()> {
        check_row(&self.row)?;
        self.read.validate()
    }
}

impl Scan {
    /// Checks the rules that hold for every backend.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for a bound over a row key's limit, [`Error::InvalidRequest`] for single
    /// columns in a raw scan, a batch of 0 cells, a batch with a filter that [decides on
    /// rows](Filter::decides_on_rows), and as for [`ReadOptions::validate`].
    pub fn validate(&self) -> Result<()> {
        for bound in [&self.start, &self.stop] {
            match bound {
                RowBound::Unbounded => {}
                RowBound::Included(key) | RowBound::Excluded(key) => check_bound(key)?,
            }
        }
        self.read.validate()?;
        let names_columns = self.read.columns.iter().any(|c| !c.qualifiers.is_empty());
        if self.raw && names_columns {
            return Err(Error::invalid(
                "a raw scan of single columns: HBase rejects it, select whole families",
            ));
        }
        self.check_batch()
    }

    fn check_batch(&self) -> Result<()> {
        let decides_on_rows = self
            .read
            .filter
            .as_ref()
            .is_some_and(Filter::decides_on_rows);
        match self.batch {
            Some(0) => Err(Error::invalid(
                "a batch of 0 cells: give at least 1, or none",
            )),
            Some(_) if decides_on_rows => Err(Error::invalid(
                "a batch with a filter that decides on whole rows: HBase rejects the two together, \
                 give one of them",
            )),
            _ => Ok(()),
        }
    }
}
