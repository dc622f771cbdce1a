//! A backend with fault injection that records its calls.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use hbase_backend::backend::Layer;
use hbase_schema::model::{
    Backend, BoxFuture, Capabilities, Capability, Deadline, Error, Get, Increment, Mutation,
    Result, Row, Scan, ScanStep, Scanner, TableDescriptor, TableName,
};
use hbase_schema::testing::Faults;

/// The recorded calls, and the capabilities that the backend lacks.
#[derive(Debug, Default)]
pub(crate) struct Order {
    /// Scanners that are open, and the maximum so far.
    pub(crate) open: AtomicUsize,
    pub(crate) most_open: AtomicUsize,
    /// Batches of scans that are being read, and the maximum so far.
    reading: AtomicUsize,
    pub(crate) most_reading: AtomicUsize,
    /// Rows that scans returned.
    pub(crate) scanned: AtomicU64,
    /// Every scan that was opened.
    pub(crate) scans: Mutex<Vec<Scan>>,
    /// The capabilities that it lacks. Without all attributes it describes VERSIONS and TTL only.
    pub(crate) lacks: Mutex<Vec<Capability>>,
    /// The sizes of batches of writes, in rows.
    pub(crate) batches: Mutex<Vec<usize>>,
    /// The number of batches that it takes at a time; 0 counts as 1.
    pub(crate) concurrent_batches: AtomicUsize,
    /// Batches that are being written, and the maximum so far.
    writing: AtomicUsize,
    pub(crate) most_writing: AtomicUsize,
    /// The number of retries that it reports.
    pub(crate) retried: AtomicU64,
    /// The maximum bytes of a row that a get returned.
    pub(crate) most_bytes: AtomicUsize,
    /// Every increment.
    pub(crate) increments: Mutex<Vec<Increment>>,
}

impl Order {
    fn returned(&self, row: Option<&Row>) {
        let bytes = row.map_or(0, |row| row.as_block().len());
        self.most_bytes.fetch_max(bytes, Ordering::SeqCst);
    }
}

#[derive(Debug)]
pub(crate) struct Observed {
    inner: Arc<dyn Backend>,
    pub(crate) order: Arc<Order>,
    pub(crate) faults: Faults,
}

impl Observed {
    pub(crate) async fn over_memory() -> Self {
        let db = hbase_schema::connect("memory:").await.unwrap();
        let faults = Faults::new();
        Self {
            inner: faults.over_backend(db.backend()),
            order: Arc::default(),
            faults,
        }
    }
}

impl Layer for Observed {
    fn inner(&self) -> Arc<dyn Backend> {
        Arc::clone(&self.inner)
    }

    fn name(&self) -> &'static str {
        "observed"
    }

    fn capabilities(&self) -> Capabilities {
        let lacks = self.order.lacks.lock().unwrap();
        let all = self.inner.capabilities();
        lacks.iter().fold(all, |all, lacking| all.without(*lacking))
    }

    fn retries(&self) -> u64 {
        self.order.retried.load(Ordering::SeqCst)
    }

    fn concurrent_batches(&self) -> usize {
        self.order.concurrent_batches.load(Ordering::SeqCst)
    }

    fn get<'a>(
        &'a self,
        table: &'a TableName,
        get: &'a Get,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Option<Row>>> {
        Box::pin(async move {
            let row = self.inner.get(table, get, deadline).await?;
            self.order.returned(row.as_ref());
            Ok(row)
        })
    }

    fn get_many<'a>(
        &'a self,
        table: &'a TableName,
        gets: &'a [Get],
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Option<Row>>>> {
        Box::pin(async move {
            let rows = self.inner.get_many(table, gets, deadline).await?;
            for row in &rows {
                self.order.returned(row.as_ref());
            }
            Ok(rows)
        })
    }

    fn increment<'a>(
        &'a self,
        table: &'a TableName,
        increment: Increment,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Row>> {
        Box::pin(async move {
            let increments = &self.order.increments;
            increments.lock().unwrap().push(increment.clone());
            self.inner.increment(table, increment, deadline).await
        })
    }

    fn create_table<'a>(
        &'a self,
        table: &'a TableDescriptor,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            let capability = Capability::CreateWithSplits;
            if table.splits.regions() > 1 && !Layer::capabilities(self).has(capability) {
                return Err(Error::Unsupported {
                    backend: "observed",
                    capability,
                    instead: "rejected by the test".to_owned(),
                });
            }
            self.inner.create_table(table, deadline).await
        })
    }

    fn describe_table<'a>(
        &'a self,
        table: &'a TableName,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<TableDescriptor>> {
        Box::pin(async move {
            let mut table = self.inner.describe_table(table, deadline).await?;
            if !Layer::capabilities(self).has(Capability::AllAttributes) {
                let described = |family: &hbase_schema::model::FamilyDescriptor| {
                    family.only(|name| ["VERSIONS", "TTL"].contains(&name))
                };
                table.families = table.families.iter().map(described).collect();
            }
            Ok(table)
        })
    }

    fn mutate_many<'a>(
        &'a self,
        table: &'a TableName,
        mutations: Vec<Mutation>,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Result<()>>>> {
        Box::pin(async move {
            self.order.batches.lock().unwrap().push(mutations.len());
            let writing = self.order.writing.fetch_add(1, Ordering::SeqCst) + 1;
            self.order.most_writing.fetch_max(writing, Ordering::SeqCst);
            let written = self.inner.mutate_many(table, mutations, deadline).await;
            self.order.writing.fetch_sub(1, Ordering::SeqCst);
            written
        })
    }

    fn scan<'a>(
        &'a self,
        table: &'a TableName,
        scan: Scan,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Box<dyn Scanner>>> {
        Box::pin(async move {
            self.order.scans.lock().unwrap().push(scan.clone());
            let scanner = self.inner.scan(table, scan, deadline).await?;
            let open = self.order.open.fetch_add(1, Ordering::SeqCst) + 1;
            self.order.most_open.fetch_max(open, Ordering::SeqCst);
            Ok(Box::new(ObservedScanner {
                scanner,
                order: Arc::clone(&self.order),
            }) as Box<dyn Scanner>)
        })
    }
}

/// A scanner whose reads and drop are recorded.
#[derive(Debug)]
struct ObservedScanner {
    scanner: Box<dyn Scanner>,
    order: Arc<Order>,
}

impl Scanner for ObservedScanner {
    fn next_step(&mut self, deadline: Deadline) -> BoxFuture<'_, Result<ScanStep>> {
        Box::pin(async move {
            let reading = self.order.reading.fetch_add(1, Ordering::SeqCst) + 1;
            self.order.most_reading.fetch_max(reading, Ordering::SeqCst);
            let step = self.scanner.next_step(deadline).await;
            self.order.reading.fetch_sub(1, Ordering::SeqCst);
            let count = step.as_ref().map_or(0, |step| step.rows().len());
            self.order.scanned.fetch_add(count as u64, Ordering::SeqCst);
            step
        })
    }
}

impl Drop for ObservedScanner {
    fn drop(&mut self) {
        self.order.open.fetch_sub(1, Ordering::SeqCst);
    }
}
