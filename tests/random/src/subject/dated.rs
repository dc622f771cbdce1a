//! Calls on the tables of any type whose name contains a date.

use std::time::Duration;

use hbase_schema::db::{KeepsGenerations, ScanRequest, Unversioned, Whole};
use hbase_schema::query::{Cost, KeyQuery};
use hbase_schema::time::Period;
use hbase_schema::{Connection, DatedTable, Timestamp};
use hbase_schema_random_generator::Value;
use hbase_schema_random_generator::ops::{DatedCall, Dates, Outcome, Row};

use super::scans::{AnyScan, map};
use super::{Boxed, Counted, Done, Subject};

/// Calls a method with dates. Ranges have different types.
macro_rules! with_dates {
    ($dates:expr, |$one:ident| $call:expr) => {{
        let time = Timestamp::from_millis;
        match $dates {
            Dates::One(date) => {
                let $one = time(date);
                $call
            }
            Dates::All => {
                let $one = ..;
                $call
            }
            Dates::From(from) => {
                let $one = time(from)..;
                $call
            }
            Dates::To(to) => {
                let $one = ..time(to);
                $call
            }
            Dates::Within(from, to) => {
                let $one = time(from)..time(to);
                $call
            }
            Dates::Through(from, to) => {
                let $one = time(from)..=time(to);
                $call
            }
        }
    }};
}

/// Creates the first tables.
pub fn create_dated<T: DatedTable<Date = Timestamp> + 'static>(
    db: &Connection,
    periods: &'static [i64],
) -> Done<'static> {
    let tables = db.dated::<T>();
    Box::pin(async move {
        for period in periods {
            tables.create(Timestamp::from_millis(*period)).await?;
        }
        Ok(())
    })
}

/// A scan of the tables of some dates; without dates, of all tables.
pub fn scan_dated<T, Q>(
    db: &Connection,
    dates: Option<Dates>,
    query: Q,
) -> ScanRequest<T, Whole<T>, <Q::Cost as Cost>::Order>
where
    T: DatedTable<Date = Timestamp>,
    Q: KeyQuery<Row = T>,
{
    let tables = db.dated::<T>();
    with_dates!(dates.unwrap_or(Dates::All), |dates| tables
        .scan(dates, query))
}

/// Makes a call on the tables, except `recompute`.
pub fn dated<'c, T: Subject + DatedTable<Date = Timestamp>>(
    db: &'c Connection,
    call: &'c DatedCall,
) -> Boxed<'c, Outcome> {
    let tables = db.dated::<T>();
    Box::pin(async move {
        let periods: Vec<Period> = match call {
            DatedCall::Create(dates) => with_dates!(*dates, |dates| tables.create(dates).await?),
            DatedCall::Drop(dates) => {
                with_dates!(*dates, |dates| tables.drop_tables(dates).await?)
            }
            DatedCall::Truncate(dates) => {
                with_dates!(*dates, |dates| tables.truncate(dates).await?)
            }
            DatedCall::List => tables.list().await?,
            DatedCall::Recompute(date, rows) => {
                return Ok(Outcome::Count(T::recompute(db, *date, rows).await?));
            }
        };
        let periods = periods.iter();
        Ok(Outcome::Rows(
            periods
                .map(|period| vec![Value::Time(period.start_ms())])
                .collect(),
        ))
    })
}

/// Replaces the rows of a date.
pub fn recompute<T>(db: &Connection, date: i64, rows: &[Row]) -> Counted<'static>
where
    T: Subject + DatedTable<Date = Timestamp> + Unversioned + KeepsGenerations,
{
    let tables = db.dated::<T>().grace(Duration::ZERO);
    let rows: Vec<T> = rows.iter().map(|row| T::of_values(row)).collect();
    Box::pin(async move {
        let done = tables
            .recompute(&Timestamp::from_millis(date), rows)
            .await?;
        match done.not_removed {
            Some(error) => Err(error),
            None => Ok(done.rows),
        }
    })
}

/// Reads the rows of the last recomputation of each table.
pub fn current<T: Subject + DatedTable>(scan: AnyScan<T>) -> AnyScan<T> {
    map!(scan, |scan| scan.current())
}
