//! A backend's own calls.

use hbase_schema::model::{Backend, Get, Mutation, Row, Scan, TableName};
use hbase_schema_cluster_tests::soon;

use super::shared::{Outcome, Turn, id, measured};
use super::{IN_FLIGHT, gets};

/// Rows per call: about as many as the write buffer of Java's client holds.
pub(super) const TOGETHER: usize = 4000;

pub(super) struct Plain<B> {
    table: TableName,
    backend: B,
    rows: u32,
}

impl<B: Backend> Plain<B> {
    pub(super) fn new(table: TableName, backend: B, rows: u32) -> Self {
        Self {
            table,
            backend,
            rows,
        }
    }

    pub(super) async fn turn(&self, work: &str) -> Outcome<Turn> {
        measured(async {
            match work {
                "put" => self.put().await,
                "scan" => self.scan().await,
                "get" => gets(self.rows, 1, |number| self.get(number)).await,
                _ => gets(self.rows, IN_FLIGHT, |number| self.get(number)).await,
            }
        })
        .await
    }

    async fn put(&self) -> Outcome<u64> {
        let all: Vec<u32> = (0..self.rows).collect();
        for numbers in all.chunks(TOGETHER) {
            let rows = numbers.iter().map(|number| row(*number));
            let rows = rows.collect::<Result<_, _>>()?;
            for outcome in self.backend.mutate_many(&self.table, rows, soon()).await? {
                outcome?;
            }
        }
        Ok(self.rows.into())
    }

    async fn scan(&self) -> Outcome<u64> {
        let mut scanner = self.backend.scan(&self.table, Scan::new(), soon()).await?;
        let mut count = 0;
        loop {
            let batch = scanner.next_batch(soon()).await?;
            if batch.is_empty() {
                break;
            }
            batch.iter().for_each(look);
            count += batch.len() as u64;
        }
        assert_eq!(count, u64::from(self.rows));
        Ok(count)
    }

    async fn get(&self, number: u32) -> Outcome {
        let get = Get::new(key(number));
        let row = self.backend.get(&self.table, &get, soon()).await?;
        look(&row.ok_or("a row is missing")?);
        Ok(())
    }
}

pub(super) fn key(number: u32) -> String {
    format!("{:08}", id(number))
}

/// The cells that the typed layer writes.
pub(super) fn row(number: u32) -> Result<Mutation, hbase_schema::model::Error> {
    let mut row = Mutation::new(key(number));
    row.put(b"D1", b"NAME", format!("name of user {number}").as_bytes())?;
    row.put(b"D1", b"AGE", &(number % 100).to_be_bytes())?;
    row.put(b"D1", b"BALANCE", &(i64::from(number) * 1000).to_be_bytes())?;
    row.put(b"D1", b"SCORE", &(f64::from(number) / 3.0).to_be_bytes())?;
    Ok(row)
}

fn look(row: &Row) {
    let bytes: usize = row.cells().map(|cell| cell.value.len()).sum();
    assert!(std::hint::black_box(bytes) > 20, "{row:?}");
}
