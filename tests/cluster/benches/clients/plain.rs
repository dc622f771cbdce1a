//! A backend's own calls.

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use hbase_schema::model::{Backend, Get, Mutation, ReadOptions, Row, RowBound, Scan};
use hbase_schema_cluster_tests::soon;

use super::shared::{Outcome, Turn, id, measured};
use super::{IN_FLIGHT, TABLE, gets};

/// Rows per call: about as many as the write buffer of Java's client holds.
pub(super) const TOGETHER: usize = 4000;

/// Every side names the columns of its reads, like the typed layer; otherwise it would be another request.
pub(super) const QUALIFIERS: [&str; 4] = ["NAME", "AGE", "BALANCE", "SCORE"];

pub(super) struct Plain<B> {
    backend: B,
    rows: u32,
}

impl<B: Backend> Plain<B> {
    pub(super) fn new(backend: B, rows: u32) -> Self {
        Self { backend, rows }
    }

    pub(super) async fn turn(&self, work: &str) -> Outcome<Turn> {
        measured(async {
            match work {
                "put" => self.put().await,
                "scan" => Ok(self.all(self.scan(columns_scan()).await?)),
                "unordered" => Ok(self.all(self.unordered().await?)),
                "get" => gets(self.rows, 1, |number| self.get(number)).await,
                _ => gets(self.rows, IN_FLIGHT, |number| self.get(number)).await,
            }
        })
        .await
    }

    async fn put(&self) -> Outcome<u64> {
        let all: Vec<u32> = (0..self.rows).collect();
        let batches = stream::iter(all.chunks(TOGETHER)).map(|numbers| self.put_batch(numbers));
        let batches = batches.buffered(self.backend.concurrent_batches());
        batches.try_for_each(|()| async { Ok(()) }).await?;
        Ok(self.rows.into())
    }

    async fn put_batch(&self, numbers: &[u32]) -> Outcome {
        let rows = numbers.iter().map(|number| row(*number));
        let rows = rows.collect::<Result<_, _>>()?;
        for outcome in self.backend.mutate_many(&TABLE, rows, soon()).await? {
            outcome?;
        }
        Ok(())
    }

    async fn scan(&self, scan: Scan) -> Outcome<u64> {
        let mut scanner = self.backend.scan(&TABLE, scan, soon()).await?;
        let mut count = 0;
        loop {
            let batch = scanner.next_batch(soon()).await?;
            if batch.is_empty() {
                return Ok(count);
            }
            batch.iter().try_for_each(decode)?;
            count += batch.len() as u64;
        }
    }

    /// All regions at once.
    async fn unordered(&self) -> Outcome<u64> {
        let splits = self.backend.split_points(&TABLE, soon()).await?;
        let starts = std::iter::once(RowBound::Unbounded)
            .chain(splits.iter().cloned().map(RowBound::Included));
        let ends = splits.iter().cloned().map(RowBound::Excluded);
        let ends = ends.chain(std::iter::once(RowBound::Unbounded));
        let ranges = starts.zip(ends).map(|(start, stop)| {
            let mut scan = columns_scan();
            (scan.start, scan.stop) = (start, stop);
            self.scan(scan)
        });
        let counts = futures_util::future::try_join_all(ranges).await?;
        Ok(counts.iter().sum())
    }

    fn all(&self, count: u64) -> u64 {
        assert_eq!(count, u64::from(self.rows));
        count
    }

    async fn get(&self, number: u32) -> Outcome {
        let mut get = Get::new(key(number));
        name_columns(&mut get.read);
        let row = self.backend.get(&TABLE, &get, soon()).await?;
        decode(&row.ok_or("a row is missing")?)
    }
}

fn name_columns(read: &mut ReadOptions) {
    read.add_declared(QUALIFIERS.map(|qualifier| ("D1", qualifier.as_bytes())));
}

fn columns_scan() -> Scan {
    let mut scan = Scan::new();
    name_columns(&mut scan.read);
    scan
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

/// Decodes a row by hand, to the types of the typed layer.
fn decode(row: &Row) -> Outcome {
    let missing = || format!("{row:?} is not what was written");
    let (mut name, mut age, mut balance, mut score) = (None, None, None, None);
    for cell in row.cells() {
        match cell.qualifier {
            b"NAME" => name = Some(std::str::from_utf8(cell.value)?.to_owned()),
            b"AGE" => age = Some(u32::from_be_bytes(cell.value.try_into()?)),
            b"BALANCE" => balance = Some(i64::from_be_bytes(cell.value.try_into()?)),
            b"SCORE" => score = Some(f64::from_be_bytes(cell.value.try_into()?)),
            _ => {}
        }
    }
    let id: u32 = std::str::from_utf8(row.key())?.parse()?;
    std::hint::black_box((
        id,
        name.ok_or_else(missing)?,
        age.ok_or_else(missing)?,
        balance.ok_or_else(missing)?,
        score.ok_or_else(missing)?,
    ));
    Ok(())
}
