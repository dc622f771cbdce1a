//! The rows of a query by an index, against reads of as many rows of the table without one.

use std::hint::black_box;

use hbase_schema::Error;

use crate::bench::Bench;
use crate::report::{Compared, Line};
use crate::tables::{With, Without};
use crate::writes::{BULK, CHANGED, PairRows};

/// Reads what the bulk puts have left: the same rows by their keys, and by a scan of adjacent rows.
pub(crate) async fn run(bench: &Bench) -> Result<Vec<Line>, Error> {
    let (db, rows) = (&bench.db, bench.arguments.rows);
    let batches = f64::from(rows) / bench.db.limits().batch_rows as f64;
    let get_many = async |pair| {
        let keys = PairRows::new(BULK, CHANGED, pair).keys(rows);
        let found = db.get_many::<_, Without, _>(&keys).await?;
        assert!(black_box(found).iter().all(Option::is_some), "rows by keys");
        Ok(())
    };
    let by_keys = Compared {
        what: "query of one value / get_many of its rows",
        target: bench.targets.query,
        units: 1.0,
        per: "query or get_many",
        plain_calls: batches.ceil(),
    };
    let scan = async |pair| {
        let user = PairRows::new(BULK, CHANGED, pair).user;
        let found = db.scan(Without::scan().user(user)).rows().collect().await?;
        assert_eq!(black_box(found).len(), rows as usize, "rows of a scan");
        Ok(())
    };
    let by_scan = Compared {
        what: "query of one value / scan of as many rows",
        target: None,
        units: 1.0,
        per: "query or scan",
        plain_calls: 1.0,
    };
    let pairs = bench.pairs(get_many, async |pair| query(bench, pair).await);
    let mut lines = Vec::from(by_keys.lines(rows, &pairs.await?));
    let pairs = bench.pairs(scan, async |pair| query(bench, pair).await);
    lines.extend(by_scan.lines(rows, &pairs.await?));
    Ok(lines)
}

async fn query(bench: &Bench, pair: u32) -> Result<(), Error> {
    let sender = PairRows::new(BULK, CHANGED, pair).sender;
    let query = bench.db.query(With::BY_SENDER.eq(sender.as_str()));
    let found = query.rows().collect().await?;
    let rows = bench.arguments.rows as usize;
    assert_eq!(black_box(found).len(), rows, "rows of a query");
    Ok(())
}
