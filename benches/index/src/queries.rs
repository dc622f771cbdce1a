//! The rows of a query by an index, against a scan of as many rows of the table without one.

use std::hint::black_box;

use hbase_schema::Error;

use crate::bench::Bench;
use crate::report::{Compared, Line};
use crate::tables::{With, Without};
use crate::writes::{BULK, CHANGED, PairRows};

/// Reads what the bulk puts have left.
pub(crate) async fn run(bench: &Bench) -> Result<[Line; 2], Error> {
    let (db, rows) = (&bench.db, bench.arguments.rows);
    let scan = async |pair| {
        let user = PairRows::new(BULK, CHANGED, pair).user;
        let found = db.scan(Without::scan().user(user)).rows().collect().await?;
        assert_eq!(black_box(found).len(), rows as usize, "rows of a scan");
        Ok(())
    };
    let query = async |pair| {
        let sender = PairRows::new(BULK, CHANGED, pair).sender;
        let query = db.query(With::BY_SENDER.eq(sender.as_str()));
        let found = query.rows().collect().await?;
        assert_eq!(black_box(found).len(), rows as usize, "rows of a query");
        Ok(())
    };
    let compared = Compared {
        what: "query of one value / scan of as many rows",
        target: bench.targets.query,
        units: 1.0,
        per: "query or scan",
        plain_calls: 1.0,
    };
    let pairs = bench.pairs(scan, query).await?;
    Ok(compared.lines(rows, &pairs))
}
