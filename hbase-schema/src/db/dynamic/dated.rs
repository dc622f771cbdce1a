//! The dynamic columns of the tables of periods.

use super::scan::DynamicScan;
use crate::db::dated::dates::Dates;
use crate::db::dated::tables::DatedTables;
use crate::dynamic::{DynamicColumns, DynamicTypes};
use crate::query::KeyQuery;
use crate::table::DatedTable;

impl<T: DatedTable> DatedTables<T> {
    /// The dynamic columns of the rows of a query, in the tables of a date or of a range of dates, one table after the
    /// other in the order of time. Otherwise it is like [`Connection::dynamic_scan`](crate::Connection::dynamic_scan).
    /// To read one row, use [`Connection::dynamic`](crate::Connection::dynamic), whose key contains the date.
    ///
    /// Limit and pages count over all tables. Periods of a range that have no table are skipped; the
    /// table of a single date must exist. A range is looked up once, before the first column: a table
    /// that is created later is not read.
    ///
    /// ```
    /// # use hbase_schema::{Dynamic, Error, HTable, Timestamp};
    /// #[derive(HTable)]
    /// #[table("DLQX:SENSOR_{yyyyMMdd}")]
    /// #[family("V")]
    /// struct Sensor {
    ///     #[table_date]
    ///     day: Timestamp,
    ///     #[rowkey]
    ///     name: String,
    ///     /// By second of the day.
    ///     #[column(dynamic)]
    ///     values: Dynamic<u32, i32>,
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// let (first, last): (Timestamp, Timestamp) = ("2015-12-26".parse()?, "2015-12-27".parse()?);
    /// let sensors = db.dated::<Sensor>();
    /// sensors.create(first..=last).await?;
    /// for day in [first, last] {
    ///     let key = SensorKey { day, name: "east".into() };
    ///     db.dynamic(&key, Sensor::VALUES).put_many((0..100).map(|n| (n, 7))).await?;
    /// }
    /// let scan = || sensors.dynamic_scan(.., Sensor::scan().name("east"), Sensor::VALUES).range(90..);
    /// let page = scan().page(15).await?;
    /// let (key, second, _) = &page.items[14];
    /// assert_eq!((key.day, *second), (last, 94));
    /// let page = scan().page_after(page.next.unwrap(), 15).await?;
    /// assert_eq!((page.items.len(), page.next), (5, None));
    /// # Ok(())
    /// # }
    /// ```
    #[allow(
        clippy::needless_pass_by_value,
        reason = "a date or a range, written where it is passed"
    )]
    pub fn dynamic_scan<Q, F, C>(
        &self,
        dates: impl Dates<T::Date>,
        query: Q,
        columns: DynamicColumns<T, F, C>,
    ) -> DynamicScan<T, F, C>
    where
        Q: KeyQuery<Row = T>,
        F: DynamicTypes,
    {
        let dates = dates.periods(T::UNIT);
        DynamicScan::new(self.connection.clone(), query, columns).of_dates(dates)
    }
}
