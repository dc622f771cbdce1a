//! The rows.

use hbase_schema::{Connection, HTable};

use super::Outcome;

/// Gets per turn.
pub(crate) const GETS: u32 = 2000;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:BENCH_RUST")]
#[family("D1")]
pub(crate) struct User {
    #[rowkey(fixed = 8)]
    pub(crate) id: u32,
    name: String,
    age: u32,
    balance: i64,
    score: f64,
}

/// The keys of the rows to get.
pub(crate) fn numbers(rows: u32) -> Vec<u32> {
    (0..GETS).map(|n| n * 31 % rows).collect()
}

pub(crate) fn id(number: u32) -> u32 {
    u32::try_from(u64::from(number) * 7919 % 100_000_000).unwrap_or(0)
}

pub(crate) fn user(number: u32) -> User {
    User {
        id: id(number),
        name: format!("name of user {number}"),
        age: number % 100,
        balance: i64::from(number) * 1000,
        score: f64::from(number) / 3.0,
    }
}

/// Reads and decodes all rows.
pub(crate) async fn scan(db: &Connection, rows: u32) -> Outcome<u64> {
    let mut found = db.scan(User::scan().all()).rows();
    let mut count = 0;
    while let Some(row) = found.next().await {
        std::hint::black_box(row?);
        count += 1;
    }
    assert_eq!(count, u64::from(rows));
    Ok(count)
}
