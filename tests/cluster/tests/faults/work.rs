//! Calls during a failure.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use hbase_schema::{Connection, Error, Limits};
use hbase_schema_cluster_tests::connect;
use hbase_schema_thrift::Options;
use tokio::task::JoinSet;

use crate::Outcome;
use crate::tables::{Counter, CounterKey, Still, Written};
use crate::tally::Tally;

/// Single puts, batches, increments, gets, scans, reversed scans.
const WORKERS: usize = 6;

/// Rows per `put_many`.
const BATCH: u32 = 40;

/// Concurrent writers, readers and scans.
pub(crate) struct Work {
    stop: Arc<AtomicBool>,
    done: Arc<[AtomicU64; WORKERS]>,
    workers: JoinSet<Tally>,
    tally: Tally,
}

/// The state of each worker.
#[derive(Clone)]
struct Worker {
    db: Connection,
    stop: Arc<AtomicBool>,
    /// Number of successes of each worker.
    done: Arc<[AtomicU64; WORKERS]>,
    number: usize,
    timeout: Duration,
    /// Rows of this run, and its counter.
    run: u64,
}

impl Work {
    /// Starts all workers, with fewer connections than calls.
    pub(crate) fn start(address: &str, timeout: Duration) -> Outcome<Self> {
        let limits = Limits::default().timeout(timeout);
        let stop = Arc::new(AtomicBool::new(false));
        let worker = Worker {
            db: connect(address, limits, &Options::default().pool(4))?,
            stop: Arc::clone(&stop),
            done: Arc::default(),
            number: 0,
            timeout,
            run: fastrand::u64(1..),
        };
        let mut workers = JoinSet::new();
        workers.spawn(worker.numbered(0).put_one_by_one());
        workers.spawn(worker.numbered(1).put_batches());
        workers.spawn(worker.numbered(2).count_up());
        workers.spawn(worker.numbered(3).get());
        workers.spawn(worker.numbered(4).scan(false));
        workers.spawn(worker.numbered(5).scan(true));
        let tally = Tally::new(worker.run, timeout);
        let done = worker.done;
        Ok(Self {
            stop,
            done,
            workers,
            tally,
        })
    }

    /// Waits until each worker has succeeded once more.
    pub(crate) async fn go_on(&self) -> Outcome {
        let done = || self.done.iter().map(|done| done.load(Ordering::Relaxed));
        let before: Vec<u64> = done().collect();
        let until = Instant::now() + Duration::from_mins(1);
        while done().zip(&before).any(|(now, before)| now <= *before) {
            if Instant::now() > until {
                return Err(format!("a worker does not go on: {before:?}, {:?}", self.done).into());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Ends all workers; returns their outcomes.
    pub(crate) async fn stop(mut self) -> Tally {
        self.stop.store(true, Ordering::Relaxed);
        while let Some(worker) = self.workers.join_next().await {
            match worker {
                Ok(tally) => self.tally.add(tally),
                Err(error) => self.tally.wrong.push(format!("a worker ended: {error}")),
            }
        }
        self.tally
    }
}

impl Worker {
    fn numbered(&self, number: usize) -> Self {
        let worker = self.clone();
        Self { number, ..worker }
    }

    fn succeeded(&self) {
        self.done[self.number].fetch_add(1, Ordering::Relaxed);
    }

    fn goes_on(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }

    fn tally(&self) -> Tally {
        Tally::new(self.run, self.timeout)
    }

    /// Even numbers.
    async fn put_one_by_one(self) -> Tally {
        let mut tally = self.tally();
        for n in 0_u32.. {
            if !self.goes_on() {
                break;
            }
            let id = 2 * n;
            let row = Written::new(self.run, id);
            match timed(&mut tally, "put", self.db.put(&row)).await {
                Ok(()) => {
                    self.succeeded();
                    tally.written.push(id);
                }
                Err(error) => tally.unsure(id..=id, &error),
            }
        }
        tally
    }

    /// Odd numbers.
    async fn put_batches(self) -> Tally {
        let mut tally = self.tally();
        for batch in 0_u32.. {
            if !self.goes_on() {
                break;
            }
            let ids = (BATCH * batch..BATCH * (batch + 1)).map(|n| 2 * n + 1);
            let rows = ids.clone().map(|id| Written::new(self.run, id));
            match timed(&mut tally, "put_many", self.db.put_many(rows)).await {
                Ok(_) => {
                    self.succeeded();
                    tally.written.extend(ids);
                }
                Err(Error::Batch(error)) => tally.partly(&ids.collect::<Vec<_>>(), &error),
                Err(error) => tally.wrong.push(format!("put_many: {error}")),
            }
        }
        tally
    }

    async fn count_up(self) -> Tally {
        let mut tally = self.tally();
        let key = CounterKey {
            name: self.run.to_string(),
        };
        while self.goes_on() {
            let increment = self.db.increment(&key, Counter::COUNT, 1);
            match timed(&mut tally, "increment", increment).await {
                Ok(_) => {
                    self.succeeded();
                    tally.counted += 1;
                }
                Err(error) => {
                    tally.perhaps_counted += 1;
                    tally.error(&error);
                }
            }
        }
        tally
    }

    async fn get(self) -> Tally {
        let mut tally = self.tally();
        let rows = Still::all();
        while self.goes_on() {
            let right = &rows[fastrand::usize(..rows.len())];
            let key = right.key();
            let get = async { self.db.get(&key).await };
            match timed(&mut tally, "get", get).await {
                Ok(found) if found.as_ref() == Some(right) => {
                    self.succeeded();
                    tally.gets += 1;
                }
                Ok(found) => tally
                    .wrong
                    .push(format!("get: {found:?}, expected {right:?}")),
                Err(error) => tally.error(&error),
            }
        }
        tally
    }

    async fn scan(self, reversed: bool) -> Tally {
        let mut tally = self.tally();
        let mut right = Still::all();
        if reversed {
            right.reverse();
        }
        while self.goes_on() {
            self.scan_once(reversed, &right, &mut tally).await;
        }
        tally
    }

    /// Rows before an error must be right as well.
    async fn scan_once(&self, reversed: bool, right: &[Still], tally: &mut Tally) {
        let request = self.db.scan(Still::scan().all());
        let request = if reversed {
            request.reversed()
        } else {
            request
        };
        let mut rows = request.rows();
        let mut found = 0;
        loop {
            let row = async { rows.next().await.transpose() };
            match timed(tally, "scan", row).await {
                Ok(Some(row)) if right.get(found) == Some(&row) => found += 1,
                Ok(None) if found == right.len() => {
                    self.succeeded();
                    tally.scans += 1;
                    return;
                }
                Ok(row) => {
                    let row = row.map(|row| row.id);
                    tally.wrong.push(format!(
                        "scan, reversed {reversed}: after {found} rows came {row:?}, expected {:?}",
                        right.get(found).map(|row| row.id)
                    ));
                    return;
                }
                Err(error) => {
                    tally.error(&error);
                    return;
                }
            }
        }
    }
}

/// Records a call's duration, and yields to other workers.
async fn timed<T>(
    tally: &mut Tally,
    call: &'static str,
    answer: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    let started = Instant::now();
    let answer = answer.await;
    tally.took(call, started.elapsed());
    if answer.is_err() {
        // Without a gateway, thousands of calls would fail in a second.
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    answer
}
