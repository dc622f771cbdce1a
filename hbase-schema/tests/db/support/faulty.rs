//! A backend that does what its store does, except where it is told to misbehave.

use std::collections::HashSet;
use std::io;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use hbase_schema::model::{
    Append, Backend, BoxFuture, Capabilities, Capability, CheckAndMutate, Deadline, Error, Get,
    Increment, Mutation, Result, Row, Scan, Scanner, TableChange, TableDescriptor, TableName,
};

/// What it is told to do.
#[derive(Debug, Default)]
pub(crate) struct Order {
    /// Rows whose writes fail.
    pub(crate) refused: Mutex<HashSet<Vec<u8>>>,
    /// So many reads fail first, as when a connection is lost.
    pub(crate) lost: AtomicU32,
    /// Batches of writes fail as a whole once so many were answered.
    pub(crate) batches_left: Mutex<Option<u32>>,
    /// Every answer takes so many milliseconds longer.
    pub(crate) slow_ms: AtomicU64,
    /// Nothing is answered while this is not 0.
    pub(crate) silent: AtomicU32,
    /// Scanners that are open, and the most that ever were.
    pub(crate) open: AtomicUsize,
    pub(crate) most_open: AtomicUsize,
    /// Batches of scans that are being read, and the most that ever were.
    reading: AtomicUsize,
    pub(crate) most_reading: AtomicUsize,
    /// Rows that scans gave.
    pub(crate) scanned: AtomicU64,
    /// Every scan that was opened.
    pub(crate) scans: Mutex<Vec<Scan>>,
    /// What it says that it cannot do. Without all attributes it tells only VERSIONS and TTL.
    pub(crate) lacks: Mutex<Vec<Capability>>,
    /// Alterations fail once so many were made.
    pub(crate) alterations_left: Mutex<Option<u32>>,
    /// The sizes of batches of writes, in rows.
    pub(crate) batches: Mutex<Vec<usize>>,
}

impl Order {
    async fn be_slow(&self) {
        let slow_ms = self.slow_ms.load(Ordering::SeqCst);
        if slow_ms > 0 {
            tokio::time::sleep(Duration::from_millis(slow_ms)).await;
        }
    }
}

#[derive(Debug)]
pub(crate) struct Faulty {
    inner: Arc<dyn Backend>,
    pub(crate) order: Arc<Order>,
}

impl Faulty {
    pub(crate) async fn over_memory() -> Self {
        let db = hbase_schema::connect("memory:").await.unwrap();
        Self {
            inner: db.backend(),
            order: Arc::default(),
        }
    }

    async fn obey(&self) -> Result<()> {
        self.order.be_slow().await;
        if self.order.silent.load(Ordering::SeqCst) > 0 {
            std::future::pending::<()>().await;
        }
        let lost = &self.order.lost;
        let less = |left: u32| left.checked_sub(1);
        if lost
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, less)
            .is_ok()
        {
            return Err(Error::io("reading", io::ErrorKind::ConnectionReset.into()));
        }
        Ok(())
    }
}

macro_rules! delegate {
    ($($name:ident($($arg:ident: $type:ty),*) -> $answer:ty;)*) => {$(
        #[allow(clippy::elidable_lifetime_names, reason = "some of the calls need it")]
        fn $name<'a>(&'a self, $($arg: $type,)* deadline: Deadline) -> BoxFuture<'a, Result<$answer>> {
            Box::pin(async move {
                self.obey().await?;
                self.inner.$name($($arg,)* deadline).await
            })
        }
    )*};
}

impl Backend for Faulty {
    fn name(&self) -> &'static str {
        "faulty"
    }

    fn capabilities(&self) -> Capabilities {
        let lacks = self.order.lacks.lock().unwrap();
        let all = self.inner.capabilities();
        lacks.iter().fold(all, |all, lacking| all.without(*lacking))
    }

    delegate! {
        ping() -> String;
        create_namespace(name: &'a str) -> ();
        drop_namespace(name: &'a str) -> ();
        list_namespaces() -> Vec<String>;
        is_table_enabled(table: &'a TableName) -> bool;
        drop_table(table: &'a TableName) -> ();
        truncate_table(table: &'a TableName, preserve: bool) -> ();
        list_tables() -> Vec<TableName>;
        flush(table: &'a TableName) -> ();
        major_compact(table: &'a TableName) -> ();
        get(table: &'a TableName, get: &'a Get) -> Option<Row>;
        get_many(table: &'a TableName, gets: &'a [Get]) -> Vec<Option<Row>>;
        mutate(table: &'a TableName, mutation: Mutation) -> ();
        check_and_mutate(table: &'a TableName, check: CheckAndMutate) -> bool;
        increment(table: &'a TableName, increment: Increment) -> Row;
        append(table: &'a TableName, append: Append) -> Row;
    }

    fn create_table<'a>(
        &'a self,
        table: &'a TableDescriptor,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            self.obey().await?;
            let capability = Capability::CreateWithSplits;
            if table.splits.regions() > 1 && !self.capabilities().has(capability) {
                return Err(Error::Unsupported {
                    backend: "faulty",
                    capability,
                    instead: "refused by the test".to_owned(),
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
            self.obey().await?;
            let mut table = self.inner.describe_table(table, deadline).await?;
            if !self.capabilities().has(Capability::AllAttributes) {
                let told = |family: &hbase_schema::model::FamilyDescriptor| {
                    family.only(|name| ["VERSIONS", "TTL"].contains(&name))
                };
                table.families = table.families.iter().map(told).collect();
            }
            Ok(table)
        })
    }

    fn alter_table<'a>(
        &'a self,
        table: &'a TableName,
        changes: &'a [TableChange],
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            self.obey().await?;
            if let Some(left) = &mut *self.order.alterations_left.lock().unwrap() {
                if *left == 0 {
                    return Err(Error::invalid("refused by the test"));
                }
                *left -= 1;
            }
            self.inner.alter_table(table, changes, deadline).await
        })
    }

    fn mutate_many<'a>(
        &'a self,
        table: &'a TableName,
        mutations: Vec<Mutation>,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Result<()>>>> {
        Box::pin(async move {
            self.obey().await?;
            self.order.batches.lock().unwrap().push(mutations.len());
            if let Some(left) = &mut *self.order.batches_left.lock().unwrap() {
                if *left == 0 {
                    return Err(Error::io("writing", io::ErrorKind::ConnectionReset.into()));
                }
                *left -= 1;
            }
            let mut answers = Vec::new();
            for mutation in mutations {
                let refused = self.order.refused.lock().unwrap().contains(mutation.row());
                answers.push(if refused {
                    Err(Error::invalid("refused by the test"))
                } else {
                    self.inner.mutate(table, mutation, deadline).await
                });
            }
            Ok(answers)
        })
    }

    fn scan<'a>(
        &'a self,
        table: &'a TableName,
        scan: Scan,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Box<dyn Scanner>>> {
        Box::pin(async move {
            self.obey().await?;
            self.order.scans.lock().unwrap().push(scan.clone());
            let scanner = self.inner.scan(table, scan, deadline).await?;
            let open = self.order.open.fetch_add(1, Ordering::SeqCst) + 1;
            self.order.most_open.fetch_max(open, Ordering::SeqCst);
            Ok(Box::new(Watched {
                scanner,
                order: Arc::clone(&self.order),
            }) as Box<dyn Scanner>)
        })
    }
}

/// A scanner of which it is known when it is dropped.
#[derive(Debug)]
struct Watched {
    scanner: Box<dyn Scanner>,
    order: Arc<Order>,
}

impl Scanner for Watched {
    fn next_batch(&mut self, deadline: Deadline) -> BoxFuture<'_, Result<Vec<Row>>> {
        Box::pin(async move {
            self.order.be_slow().await;
            if self.order.silent.load(Ordering::SeqCst) > 0 {
                std::future::pending::<()>().await;
            }
            let reading = self.order.reading.fetch_add(1, Ordering::SeqCst) + 1;
            self.order.most_reading.fetch_max(reading, Ordering::SeqCst);
            let rows = self.scanner.next_batch(deadline).await;
            self.order.reading.fetch_sub(1, Ordering::SeqCst);
            let count = rows.as_ref().map_or(0, Vec::len);
            self.order.scanned.fetch_add(count as u64, Ordering::SeqCst);
            rows
        })
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.order.open.fetch_sub(1, Ordering::SeqCst);
    }
}
