//! A query that returns one row, among many entries.

use hbase_schema::Error;

use crate::bench::Bench;
use crate::measure::{Taken, median};
use crate::report::Line;
use crate::tables::{With, with};
use crate::targets::GETS_OF_ONE_ROW;

/// Rows of one bulk put.
const AT_ONCE: u32 = 10_000;

/// The start of all values.
const PREFIX: &str = "entry";

pub(crate) async fn run(bench: &Bench) -> Result<Vec<Line>, Error> {
    let entries = bench.arguments.entries;
    load(bench, entries).await?;
    let first = repeat(bench, async || {
        let query = bench.db.query(With::BY_SENDER.prefix(PREFIX));
        Ok(query.limit(1).rows().collect().await?.len())
    });
    let first = first.await?;
    let middle = sender(entries / 2);
    let by_value = repeat(bench, async || {
        let query = bench.db.query(With::BY_SENDER.eq(middle.as_str()));
        Ok(query.limit(1).rows().collect().await?.len())
    });
    let by_value = by_value.await?;
    let mut lines = lines(&format!("the first row of {entries} entries"), &first);
    lines.extend(self::lines(
        &format!("one value of {entries} entries"),
        &by_value,
    ));
    Ok(lines)
}

fn sender(number: u32) -> String {
    format!("{PREFIX}{number:010}")
}

async fn load(bench: &Bench, entries: u32) -> Result<(), Error> {
    for first in (0..entries).step_by(AT_ONCE as usize) {
        let numbers = first..entries.min(first.saturating_add(AT_ONCE));
        let rows = numbers.map(|number| with("entries".to_owned(), number, sender(number)));
        bench.db.put_many(rows).await?;
    }
    Ok(())
}

/// What each of some queries of one row took, after one that does not count.
async fn repeat(
    bench: &Bench,
    query: impl AsyncFn() -> Result<usize, Error>,
) -> Result<Vec<Taken>, Error> {
    let one = async || {
        let found = query().await?;
        assert_eq!(found, 1, "rows of a query with a limit of 1");
        Ok(())
    };
    bench.time(one()).await?;
    let mut taken = Vec::new();
    for _ in 0..bench.arguments.pairs {
        taken.push(bench.time(one()).await?);
    }
    Ok(taken)
}

fn lines(what: &str, taken: &[Taken]) -> Vec<Line> {
    let gets = median(taken.iter().map(|taken| taken.counts.gets as f64));
    let calls = median(taken.iter().map(|taken| taken.counts.calls as f64));
    let micros = median(taken.iter().map(|taken| taken.seconds * 1e6));
    vec![
        Line::new(format!("{what}: gets"))
            .figure(gets)
            .at_most(Some(GETS_OF_ONE_ROW)),
        Line::new(format!("{what}: calls of the backend")).figure(calls),
        Line::new(format!("{what}: µs")).figure(micros),
    ]
}
