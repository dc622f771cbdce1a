//! Rows written, counted and scanned meanwhile.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hbase_backend::{Backend as _, Deadline, Increment, Mutation, Result, Scan};
use hbase_model::TableName;
use hbase_native::Native;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::record::{Record, counter_row};
use crate::{COUNTERS, unordered};

/// The deadline of each call.
const DEADLINE: Duration = Duration::from_secs(12);

/// How much later a call may end on a busy machine.
const SLACK: Duration = Duration::from_secs(3);

/// The tasks.
pub(crate) struct Work {
    shared: Arc<Shared>,
    tasks: Vec<JoinHandle<()>>,
}

struct Shared {
    client: Native,
    rows: TableName,
    counters: TableName,
    record: Arc<Record>,
    is_over: AtomicBool,
}

impl Work {
    pub(crate) fn start(
        client: Native,
        [rows, counters]: [TableName; 2],
        record: Arc<Record>,
    ) -> Self {
        let is_over = AtomicBool::new(false);
        let shared = Arc::new(Shared {
            client,
            rows,
            counters,
            record,
            is_over,
        });
        let mut tasks = Vec::new();
        for number in 0..3 {
            let it = Arc::clone(&shared);
            tasks.push(tokio::spawn(async move { it.write(number).await }));
        }
        let it = Arc::clone(&shared);
        tasks.push(tokio::spawn(async move { it.write_batches().await }));
        for number in 0..2 {
            let it = Arc::clone(&shared);
            tasks.push(tokio::spawn(async move { it.count(number).await }));
            let it = Arc::clone(&shared);
            tasks.push(tokio::spawn(async move { it.scan(number).await }));
        }
        let it = Arc::clone(&shared);
        tasks.push(tokio::spawn(async move { it.scan_unordered().await }));
        Self { shared, tasks }
    }

    /// Waits for the calls under way.
    pub(crate) async fn stop(self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
        for task in self.tasks {
            if let Err(error) = task.await {
                self.shared.record.violated(error.to_string());
            }
        }
    }
}

impl Shared {
    fn goes_on(&self) -> bool {
        !self.is_over.load(Ordering::Relaxed)
    }

    /// Notes how a call ended, and whether in time.
    fn note<T>(&self, call: &'static str, begun: Instant, outcome: &Result<T>) {
        let took = begun.elapsed();
        if took > DEADLINE + SLACK {
            self.record.violated(format!("a {call} took {took:?}"));
        }
        match outcome {
            Ok(_) => self.record.succeeded(call),
            Err(error) => self.record.failed(call, error),
        }
    }

    async fn write(&self, task: usize) {
        let mut number = 0_u64;
        while self.goes_on() {
            number += 1;
            let row = format!("{:02x}{task}{number:06}", number * 37 % 256);
            let begun = Instant::now();
            let outcome = match mutation(&row, number.is_multiple_of(2)) {
                Ok(put) => {
                    self.client
                        .mutate(&self.rows, put, Deadline::after(DEADLINE))
                        .await
                }
                Err(error) => Err(error),
            };
            self.note("put", begun, &outcome);
            if outcome.is_ok() {
                self.record.written([row]);
            }
            sleep(Duration::from_millis(4)).await;
        }
    }

    async fn write_batches(&self) {
        let mut number = 0_u64;
        while self.goes_on() {
            let rows: Vec<_> = (0..20)
                .map(|index| format!("{:02x}b{:06}", (number + index) * 53 % 256, number + index))
                .collect();
            number += 20;
            let puts: Result<Vec<_>> = rows.iter().map(|row| mutation(row, true)).collect();
            let begun = Instant::now();
            let outcome = match puts {
                Ok(puts) => {
                    self.client
                        .mutate_many(&self.rows, puts, Deadline::after(DEADLINE))
                        .await
                }
                Err(error) => Err(error),
            };
            self.note("batch", begun, &outcome);
            for (row, outcome) in rows.into_iter().zip(outcome.unwrap_or_default()) {
                match outcome {
                    Ok(()) => self.record.written([row]),
                    Err(error) => self.record.failed("row of a batch", &error),
                }
            }
            sleep(Duration::from_millis(40)).await;
        }
    }

    async fn count(&self, task: usize) {
        let mut number = task;
        while self.goes_on() {
            number += 1;
            let counter = number * 7 % COUNTERS;
            let increment = Increment::new(counter_row(counter)).add(b"f", b"n", 1);
            let begun = Instant::now();
            let outcome = self
                .client
                .increment(&self.counters, increment, Deadline::after(DEADLINE))
                .await;
            let outcome = outcome.map(drop);
            self.note("increment", begun, &outcome);
            self.record.added(counter, &outcome);
            sleep(Duration::from_millis(4)).await;
        }
    }

    async fn scan(&self, task: usize) {
        let mut number = task;
        while self.goes_on() {
            number += 1;
            let expected = self.record.snapshot();
            let scan = Scan {
                reversed: number.is_multiple_of(3),
                batch: number.is_multiple_of(4).then_some(1),
                caching: Some(200),
                ..Scan::new()
            };
            let begun = Instant::now();
            let cells = self.cells(scan.clone()).await;
            match &cells {
                Ok(_) => self.record.succeeded("scan"),
                Err(error) => self.record.failed("scan", error),
            }
            let Ok(mut cells) = cells else { continue };
            if scan.reversed {
                cells.reverse();
            }
            let found: Vec<_> = cells
                .chunk_by(|a, b| a == b)
                .map(|row| (row[0].as_str(), row.len()))
                .collect();
            let about = format!(
                "a scan (reversed: {}, batch: {:?}, {:?})",
                scan.reversed,
                scan.batch,
                begun.elapsed()
            );
            for pair in found.windows(2).filter(|pair| pair[0].0 >= pair[1].0) {
                self.record
                    .violated(format!("{about} returned {pair:?}, which are out of order"));
            }
            for row in found.iter().filter(|(_, cells)| *cells != 2) {
                self.record
                    .violated(format!("{about} returned {row:?}, expected 2 cells"));
            }
            let keys: std::collections::HashSet<_> = found.iter().map(|(key, _)| *key).collect();
            for row in expected
                .iter()
                .filter(|row| !keys.contains(row.as_str()))
                .take(5)
            {
                self.record.violated(format!("{about} has omitted {row}"));
            }
        }
    }

    async fn scan_unordered(&self) {
        let db = unordered::connection(&self.client, DEADLINE);
        while self.goes_on() {
            unordered::scan(&db, &self.record).await;
        }
    }

    /// The row of each cell; each batch has a deadline of its own.
    async fn cells(&self, scan: Scan) -> Result<Vec<String>> {
        let mut scanner = self
            .client
            .scan(&self.rows, scan, Deadline::after(DEADLINE))
            .await?;
        let mut cells = Vec::new();
        loop {
            let begun = Instant::now();
            let batch = scanner.next_batch(Deadline::after(DEADLINE)).await;
            if begun.elapsed() > DEADLINE + SLACK {
                self.record
                    .violated(format!("a batch of a scan took {:?}", begun.elapsed()));
            }
            let batch = batch?;
            if batch.is_empty() {
                return Ok(cells);
            }
            for row in &batch {
                let key = String::from_utf8_lossy(row.key()).into_owned();
                cells.extend(row.cells().map(|_| key.clone()));
            }
        }
    }
}

/// A row of two cells; with timestamps it may be sent twice.
fn mutation(row: &str, is_timed: bool) -> Result<Mutation> {
    let mut put = Mutation::new(row.as_bytes());
    for qualifier in [b"a", b"b"] {
        if is_timed {
            put.put_at(b"f", qualifier, 1, row.as_bytes())?;
        } else {
            put.put(b"f", qualifier, row.as_bytes())?;
        }
    }
    Ok(put)
}
