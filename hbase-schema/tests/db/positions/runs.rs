//! Runs that continue after each other: of skip scans, and of the tables of several dates.

use hbase_schema::db::{ScanRequest, Whole};
use hbase_schema::query::HasOrder;
use hbase_schema::{Cursor, FromRowOwned, HTable, Table, Timestamp, any, connect};

use crate::support::{Event, assert_contains, event, memory};

/// Reads the rows of a scan in runs of this many, each after the position of the one before.
async fn in_runs<R, O>(scan: impl Fn() -> ScanRequest<R, Whole<R>, O>, run: usize) -> Vec<R>
where
    R: FromRowOwned + Table + 'static,
    O: HasOrder,
{
    let mut found = Vec::new();
    let mut position: Option<Cursor> = None;
    loop {
        let mut rows = match &position {
            Some(position) => scan().after(position).rows(),
            None => scan().rows(),
        };
        for _ in 0..run {
            match rows.next().await {
                Some(row) => found.push(row.unwrap()),
                None => return found,
            }
        }
        position = rows.position();
    }
}

#[tokio::test]
async fn skip_scans_continue_at_a_position() {
    let db = memory().await;
    let events = (0..30).flat_map(|ms| (0..9).map(move |user| event(ms, user)));
    db.put_many(events).await.unwrap();
    let scan = || db.scan(Event::scan().any_salt().at(any()).user(4));
    let whole = scan().rows().collect().await.unwrap();
    assert_eq!(whole.len(), 30);
    for run in [1, 4, 30] {
        assert_eq!(in_runs(scan, run).await, whole, "runs of {run}");
    }
}

/// A table for each day.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SALES_{yyyyMMdd}")]
#[family("D1")]
struct Sale {
    #[table_date]
    day: Timestamp,
    #[rowkey]
    number: u32,
    cents: u32,
}

#[tokio::test]
async fn positions_are_of_one_of_several_tables() {
    let db = connect("memory:").await.unwrap();
    let sales = db.dated::<Sale>();
    let day = |day| Timestamp::from_utc(2026, 3, day, 0, 0, 0).unwrap();
    sales.create(day(1)..=day(4)).await.unwrap();
    // The second one and the last one have no rows.
    let rows = [1, 3]
        .into_iter()
        .flat_map(|of| (0..9).map(move |number| (of, number)));
    let rows = rows.map(|(of, number)| Sale {
        day: day(of),
        number,
        cents: 1,
    });
    db.put_many(rows).await.unwrap();
    for reversed in [false, true] {
        let scan = || {
            let scan = sales.scan(day(1)..=day(4), Sale::scan().all());
            if reversed { scan.reversed() } else { scan }
        };
        let whole = scan().rows().collect().await.unwrap();
        assert_eq!(whole.len(), 18);
        for run in [1, 2, 9, 18] {
            assert_eq!(
                in_runs(scan, run).await,
                whole,
                "runs of {run}, reversed: {reversed}"
            );
        }
        let one = || sales.scan(day(3), Sale::scan().all());
        assert_eq!(in_runs(one, 2).await.len(), 9);
        let mut rows = scan().rows();
        while let Some(row) = rows.next().await {
            row.unwrap();
        }
        let end = rows.position().unwrap();
        assert_eq!(scan().after(end).rows().collect().await.unwrap(), []);
    }
    let error = sales
        .scan(day(1).., Sale::scan().all())
        .current()
        .after("x");
    let error = error.rows().collect().await.unwrap_err();
    assert_contains(&error, "`current` together with `after`");
}
