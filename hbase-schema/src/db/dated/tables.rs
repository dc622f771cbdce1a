//! Calls on the tables of periods: those whose name contains a date.

use std::collections::BTreeSet;
use std::marker::PhantomData;
use std::time::Duration;

use hbase_model::Ddl;
use hbase_model::time::Period;
use hbase_model::{TableDescriptor, TableName};

use super::dates::{Dates, PeriodRange};
use crate::codec::CodecError;
use crate::db::connection::Connection;
use crate::db::connection::link::Link;
use crate::db::error::{CallContext, Error, ErrorKind};
use crate::db::read::select::Whole;
use crate::db::recompute::turn::Place;
use crate::db::scan::ScanRequest;
use crate::db::target::table_ref::TableRef;
use crate::debug::debug_fields;
use crate::query::{Cost, KeyQuery};
use crate::schema::TableSchema;
use crate::table::{DatedTable, Table};

/// The time that a recomputation keeps the old rows by default.
const GRACE: Duration = Duration::from_secs(10);

/// The maximum number of tables that one call creates.
const MAX_CREATED: usize = 10_000;

impl Connection {
    /// The tables of `T`, one for each period, since their name contains a date.
    ///
    /// Rows and keys contain the date: [`put`](Self::put), [`get`](Self::get) and the like need no
    /// handle.
    ///
    /// ```
    /// # use hbase_schema::{Error, HTable, Timestamp};
    /// #[derive(HTable, Debug, Clone, PartialEq)]
    /// #[table("DLQX:TRADE_{yyyyMMdd}")]
    /// #[family("D1")]
    /// struct Trade {
    ///     #[table_date]
    ///     day: Timestamp,
    ///     #[rowkey]
    ///     account: String,
    ///     amount: i64,
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// let (first, last): (Timestamp, Timestamp) = ("2015-12-26".parse()?, "2015-12-28".parse()?);
    /// let trades = db.dated::<Trade>();
    /// assert_eq!(trades.create(first..=last).await?.len(), 3);
    /// let trade = |day, amount| Trade { day, account: "AC17".into(), amount };
    /// db.put_many([trade(first, 1), trade(last, 3)]).await?;
    /// assert_eq!(db.get(&trade(last, 0).key()).await?, Some(trade(last, 3)));
    ///
    /// let rows = trades.scan(first.., Trade::scan().account("AC17")).rows().collect().await?;
    /// assert_eq!(rows, [trade(first, 1), trade(last, 3)]);
    /// let dropped = trades.drop_tables(..last).await?;
    /// assert_eq!(dropped.len(), 2);
    /// # Ok(())
    /// # }
    /// ```
    pub fn dated<T: DatedTable>(&self) -> DatedTables<T> {
        DatedTables {
            connection: self.clone(),
            grace: GRACE,
            of: PhantomData,
        }
    }
}

/// The tables of `T`, one for each period: made by [`Connection::dated`].
pub struct DatedTables<T> {
    pub(in crate::db) connection: Connection,
    /// How long a recomputation keeps the old rows.
    pub(in crate::db) grace: Duration,
    of: PhantomData<fn() -> T>,
}

impl<T: DatedTable> DatedTables<T> {
    /// Scans the tables of a date or of a range of dates, one after the other in the order of time,
    /// newest first with [`newest_first`](ScanRequest::newest_first) or
    /// [`reversed`](ScanRequest::reversed). Periods of a range that have no table are skipped; the
    /// table of a single date must exist.
    ///
    /// Limit, offset and pages count over all tables. A range is looked up once, before the first
    /// row: a table that is created later is not read.
    ///
    /// # Errors
    /// Same as for the rows; an invalid date is the first item of the rows.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "a date or a range, written where it is passed"
    )]
    pub fn scan<Q>(
        &self,
        dates: impl Dates<T::Date>,
        query: Q,
    ) -> ScanRequest<T, Whole<T>, <Q::Cost as Cost>::Order>
    where
        Q: KeyQuery<Row = T>,
    {
        let dates = dates.periods(T::UNIT);
        ScanRequest::dated(self.connection.clone(), dates, query)
    }

    /// Creates the tables of these dates, with their splits, and their namespaces if those are
    /// missing; returns the periods whose tables did not exist. A range needs both ends, and at most
    /// 10,000 periods.
    ///
    /// # Errors
    /// [`Error::Request`] for such a range or an invalid date; [`Error::Backend`] for the first table
    /// that cannot be created: those before it are.
    pub async fn create(&self, dates: impl Dates<T::Date>) -> Result<Vec<Period>, Error> {
        const CALL: &str = "create";
        let periods = Self::each(CALL, &dates.periods(T::UNIT))?;
        let mut created = Vec::new();
        for period in periods {
            let descriptor = described(T::SCHEMA, period);
            // Generations left by a table that was dropped without this library, or by a program that ended before it
            // forgot them.
            let table = TableRef::of(T::SCHEMA, Some(period));
            let place = self.place(CALL, &table);
            // Read before the table is created, so that a recomputation that begins after that is not
            // forgotten.
            let before = place.generations().await?;
            let done = self
                .connection
                .create_recorded(CALL, T::SCHEMA, &descriptor)
                .await;
            match done {
                Ok(()) => {
                    if before.matter() {
                        place.forget(&before).await?;
                    }
                    created.push(period);
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Ok(created)
    }

    /// The periods that have a table, in the order of time.
    ///
    /// # Errors
    /// [`Error::Backend`].
    pub async fn list(&self) -> Result<Vec<Period>, Error> {
        self.list_within("list", None).await
    }

    /// The statements of `HBase`'s shell that create the table of a date.
    ///
    /// # Errors
    /// [`Error::Request`] for an invalid date, or splits that cannot be computed.
    pub fn ddl(date: &T::Date) -> Result<Ddl, Error> {
        const CALL: &str = "ddl";
        use crate::key::TableDate;
        let period = date
            .period(T::UNIT)
            .map_err(|error| invalid::<T>(CALL, &error))?;
        let descriptor = described(T::SCHEMA, period);
        let about = CallContext::table(CALL, &descriptor.name);
        Ddl::of(&descriptor).map_err(|error| about.request(error))
    }

    setter!(
        #[must_use]
        timeout
    );

    pub(in crate::db) fn place<'c>(&'c self, call: &'static str, table: &'c TableRef) -> Place<'c> {
        Place {
            connection: &self.connection,
            call,
            schema: T::SCHEMA,
            table,
        }
    }

    pub(super) async fn list_within(
        &self,
        call: &'static str,
        dates: Option<PeriodRange>,
    ) -> Result<Vec<Period>, Error> {
        let about = CallContext::of::<T>(call);
        let Connection { link, options, .. } = &self.connection;
        let tables = link.tables_of(about, options.timeout, T::SCHEMA).await?;
        let periods = tables.iter().filter_map(TableRef::period);
        let requested = periods.filter(|period| dates.is_none_or(|dates| dates.contains(*period)));
        Ok(requested.collect())
    }

    pub(in crate::db) fn range(
        call: &'static str,
        dates: &Result<PeriodRange, CodecError>,
    ) -> Result<PeriodRange, Error> {
        dates.clone().map_err(|error| invalid::<T>(call, &error))
    }

    /// Every period of these dates.
    fn each(
        call: &'static str,
        dates: &Result<PeriodRange, CodecError>,
    ) -> Result<Vec<Period>, Error> {
        let about = CallContext::of::<T>(call);
        let Some(periods) = Self::range(call, dates)?.each() else {
            return Err(about.request(
                "found a range without a start or without an end, expected both: there is a table for each period",
            ));
        };
        let periods: Vec<_> = periods.take(MAX_CREATED + 1).collect();
        if periods.len() > MAX_CREATED {
            let unit = T::UNIT;
            return Err(about.request(format_args!(
                "found more than {MAX_CREATED} periods of {}, expected fewer: give a shorter range",
                unit.with_article()
            )));
        }
        Ok(periods)
    }
}

fn invalid<T: Table>(call: &'static str, error: &CodecError) -> Error {
    CallContext::of::<T>(call).request(error)
}

/// The descriptor of a period's table.
pub(in crate::db) fn described(schema: &'static TableSchema, period: Period) -> TableDescriptor {
    let mut descriptor = schema.table.clone();
    descriptor.name = TableName::clone(&TableRef::of(schema, Some(period)));
    descriptor
}

impl Link {
    /// The existing tables of a schema whose name contains a date, in the order of time.
    pub(crate) async fn tables_of(
        &self,
        about: CallContext<'_>,
        timeout: Duration,
        schema: &'static TableSchema,
    ) -> Result<Vec<TableRef>, Error> {
        let Some(name) = schema.dated_name() else {
            return Ok(Vec::new());
        };
        let tables = self.read(about, timeout, |backend, deadline| async move {
            backend.list_tables(deadline).await
        });
        let tables = tables.await?;
        let periods: BTreeSet<Period> = tables
            .iter()
            .filter_map(|table| name.period_of(table))
            .collect();
        let table = |period| TableRef::of(schema, Some(period));
        Ok(periods.into_iter().map(table).collect())
    }
}

debug_fields!(DatedTables[T]);
