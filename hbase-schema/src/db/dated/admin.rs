//! Verifies, drops, truncates and maintains the tables of periods.

use hbase_model::diff::Declared;
use hbase_model::time::Period;

use super::dates::{Dates, PeriodRange};
use super::tables::{DatedTables, described};
use crate::db::admin::verify::Verified;
use crate::db::connection::link::TableCall;
use crate::db::error::Error;
use crate::db::layout::Adopt;
use crate::db::target::table_ref::TableRef;
use crate::table::DatedTable;

impl<T: DatedTable> DatedTables<T> {
    /// Checks that the live tables of these dates match the declaration of `T`, as
    /// [`Connection::verify`](crate::db::Connection::verify) does for one table: one result for each, in
    /// the order of time. Periods of a range that have no table are skipped.
    ///
    /// # Errors
    /// [`Error::Differs`] for the first table that differs, or if the table of a single date is missing;
    /// [`Error::Request`] for an invalid date; [`Error::Backend`] if a table is disabled.
    pub async fn verify(&self, dates: impl Dates<T::Date>) -> Result<Vec<Verified>, Error> {
        let mut verified = Vec::new();
        for period in self.existing("verify", dates).await? {
            let descriptor = described(T::SCHEMA, period);
            let declared = Declared {
                table: &descriptor,
                key: Some(T::SCHEMA.key),
            };
            let compared = self.connection.verify_declared(T::SCHEMA.row, declared);
            let table = TableRef::of(T::SCHEMA, Some(period));
            let found = self.connection.and_layout(compared.await, &table);
            verified.push(found.await?);
        }
        Ok(verified)
    }

    /// Records the layout of `T` in the tables of these dates, as [`Connection::adopt_layout`](crate::db::Connection::adopt_layout)
    /// does for one table. Periods of a range that have no table are skipped. Returns the periods whose tables are changed.
    ///
    /// # Errors
    /// Same as [`Connection::adopt_layout`](crate::db::Connection::adopt_layout), and [`Error::Request`] for an invalid date.
    pub async fn adopt_layout(&self, dates: impl Dates<T::Date>) -> Result<Vec<Period>, Error> {
        const CALL: &str = "adopt_layout";
        let (facts, mut adopted) = (T::SCHEMA.facts(), Vec::new());
        for period in self.existing(CALL, dates).await? {
            let (table, adopt) = (TableRef::of(T::SCHEMA, Some(period)), Adopt::Always(None));
            let recorded = self
                .connection
                .record(CALL, &table, T::SCHEMA.row, &facts, adopt);
            if recorded.await? {
                adopted.push(period);
            }
        }
        Ok(adopted)
    }

    /// Drops the tables of these dates: `..day` drops those older than a day. From a range, only periods that lie
    /// entirely within it are dropped. Returns the periods whose tables are dropped; periods without a table are not an
    /// error.
    ///
    /// # Errors
    /// [`Error::Request`] for an invalid date; [`Error::Backend`] for the first table that cannot be
    /// dropped: those of earlier periods are.
    pub async fn drop_tables(&self, dates: impl Dates<T::Date>) -> Result<Vec<Period>, Error> {
        self.empty("drop_tables", dates, |backend, table, deadline| {
            backend.drop_table(table, deadline)
        })
        .await
    }

    /// Deletes all rows of the tables of these dates; keeps their split points. From a range, only periods that lie
    /// entirely within it are truncated. Returns the periods whose tables are truncated; dates without a table are not
    /// an error.
    ///
    /// # Errors
    /// Same as [`drop_tables`](Self::drop_tables).
    pub async fn truncate(&self, dates: impl Dates<T::Date>) -> Result<Vec<Period>, Error> {
        self.empty("truncate", dates, |backend, table, deadline| {
            backend.truncate_table(table, true, deadline)
        })
        .await
    }

    /// Empties tables; returns the periods of those that existed.
    async fn empty(
        &self,
        call: &'static str,
        dates: impl Dates<T::Date>,
        empty: TableCall,
    ) -> Result<Vec<Period>, Error> {
        let mut emptied = Vec::new();
        for period in self.whole(call, dates).await? {
            match self.empty_one(call, period, empty).await {
                Ok(()) => emptied.push(period),
                Err(error) if error.is_missing_table() => {}
                Err(error) => return Err(error),
            }
        }
        Ok(emptied)
    }

    async fn empty_one(
        &self,
        call: &'static str,
        period: Period,
        empty: TableCall,
    ) -> Result<(), Error> {
        let table = TableRef::of(T::SCHEMA, Some(period));
        let place = self.place(call, &table);
        let before = place.generations().await?;
        if !before.matter() {
            self.connection.on_table(call, &table, empty).await?;
            if place.generations().await? == before {
                return Ok(());
            }
            // A recomputation has begun meanwhile, and some of its rows may be gone.
        }
        // With the turn, no recomputation writes meanwhile. Some of its rows would be gone, or become visible
        // as soon as the generations are forgotten.
        let turn = place.take_turn(None).await?;
        let mut turn = turn.ok_or_else(|| place.interrupted())?;
        let emptied = match turn.wait_alone().await {
            Ok(()) => self.connection.on_table(call, &table, empty).await,
            Err(error) => Err(error),
        };
        match emptied {
            Ok(()) => turn.forget().await,
            Err(error) if error.is_missing_table() => turn.forget().await.and(Err(error)),
            // The next call waits for a request whose outcome is unknown.
            Err(error) if error.is_without_effect() => turn.leave().await.and(Err(error)),
            Err(error) => Err(error),
        }
    }

    /// Flushes the tables of these dates: writes their memstores to files. Returns their periods.
    /// Periods of a range that have no table are skipped; the table of a single date must exist.
    ///
    /// # Errors
    /// [`Error::Request`] for an invalid date; [`Error::Backend`] for the first table that cannot be
    /// flushed, with [`hbase_backend::Error::Unsupported`] if the backend does not support it.
    pub async fn flush(&self, dates: impl Dates<T::Date>) -> Result<Vec<Period>, Error> {
        self.each_existing("flush", dates, |backend, table, deadline| {
            backend.flush(table, deadline)
        })
        .await
    }

    /// Compacts the tables of these dates: merges their files, without deleted and expired cells and
    /// surplus versions, for example for days that no longer change. Returns their periods. Periods of a range
    /// that have no table are skipped; the table of a single date must exist.
    ///
    /// # Errors
    /// Same as [`flush`](Self::flush).
    pub async fn major_compact(&self, dates: impl Dates<T::Date>) -> Result<Vec<Period>, Error> {
        self.each_existing("major_compact", dates, |backend, table, deadline| {
            backend.major_compact(table, deadline)
        })
        .await
    }

    /// The periods of these dates that have a table. A single date's table is not looked up.
    async fn existing(
        &self,
        call: &'static str,
        dates: impl Dates<T::Date>,
    ) -> Result<Vec<Period>, Error> {
        let dates = Self::range(call, &dates.periods(T::UNIT))?;
        match dates.only() {
            Some(period) => Ok(vec![period]),
            None => self.list_within(call, Some(dates)).await,
        }
    }

    /// The periods that have a table and lie entirely within these dates.
    async fn whole(
        &self,
        call: &'static str,
        dates: impl Dates<T::Date>,
    ) -> Result<Vec<Period>, Error> {
        let dates: PeriodRange = Self::range(call, &dates.periods(T::UNIT))?;
        let mut periods = self.list_within(call, Some(dates)).await?;
        periods.retain(|period| dates.contains_whole(*period));
        Ok(periods)
    }

    async fn each_existing(
        &self,
        call: &'static str,
        dates: impl Dates<T::Date>,
        run: TableCall,
    ) -> Result<Vec<Period>, Error> {
        let periods = self.existing(call, dates).await?;
        for period in &periods {
            let table = TableRef::of(T::SCHEMA, Some(*period));
            self.connection.on_table(call, &table, run).await?;
        }
        Ok(periods)
    }
}
