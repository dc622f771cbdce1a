//! Implements the model's backend with the client.

use std::sync::Arc;

use hbase_backend::{
    Append, Backend, BoxFuture, Capabilities, Capability, CheckAndMutate, Deadline, Get, Increment,
    Mutation, Result, Row, Scan, Scanner,
};
use hbase_model::{TableChange, TableDescriptor, TableName};
use tokio::sync::Semaphore;

use crate::NAME;
use crate::client::Client;
use crate::counts::Counts;
use crate::endpoint::Endpoint;
use crate::families::KnownFamilies;
use crate::net::Servers;
use crate::options::Options;
use crate::region::{Bootstrap, Locator, RegionCache, Registry};
use crate::scan::{NativeScanner, ReadAhead};

/// While one batch is on its way, the server works on the other one.
const CONCURRENT_BATCHES: usize = 2;

/// A cluster, reached by `HBase`'s own RPC. No connection is made before the first call.
#[derive(Clone, Debug)]
pub struct Native {
    client: Arc<Client>,
}

impl Native {
    /// A client of the cluster to which these masters or region servers belong.
    pub fn new(servers: impl IntoIterator<Item = Endpoint>, options: Options) -> Self {
        Self::of(Bootstrap::Servers(servers.into_iter().collect()), options)
    }

    /// A client of the cluster below a node in `ZooKeeper` (default `/hbase`); `servers` are the quorum.
    #[cfg(feature = "zookeeper")]
    pub fn of_zookeeper(
        quorum: impl IntoIterator<Item = Endpoint>,
        znode: &str,
        options: Options,
    ) -> Self {
        let quorum = crate::zookeeper::Quorum::new(quorum, znode);
        Self::of(Bootstrap::ZooKeeper(quorum), options)
    }

    fn of(bootstrap: Bootstrap, options: Options) -> Self {
        let read_ahead = Arc::new(Semaphore::new(options.read_ahead_bytes));
        let nonces = options.nonces;
        let cache = Arc::new(RegionCache::default());
        let suspects = Arc::clone(&cache);
        let on_lost = Arc::new(move |server: &Endpoint| suspects.suspect(server));
        let servers = Arc::new(Servers::new(options, on_lost));
        let registry = Registry::new(bootstrap, Arc::clone(&servers), Arc::clone(&cache));
        let locator = Locator::new(Arc::new(registry), Arc::clone(&servers), cache);
        let client = Client {
            locator: Arc::new(locator),
            servers,
            nonce_group: fastrand::u64(1..),
            nonces,
            read_ahead,
            known_families: KnownFamilies::default(),
        };
        Self {
            client: Arc::new(client),
        }
    }

    /// Counts of the client's work, shared by its clones.
    pub fn counts(&self) -> Counts {
        self.client.servers.counters.counts()
    }

    /// Rejects further calls, waits for the responses of sent ones, and closes the connections. Later calls return
    /// [`Error::Closed`](hbase_backend::Error::Closed).
    pub async fn close(&self, deadline: Deadline) {
        self.client.servers.close(deadline).await;
    }
}

impl Backend for Native {
    fn name(&self) -> &'static str {
        NAME
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::of(Capability::EACH)
    }

    fn retries(&self) -> u64 {
        self.client.servers.counters.retries()
    }

    fn concurrent_batches(&self) -> usize {
        CONCURRENT_BATCHES
    }

    fn ping(&self, deadline: Deadline) -> BoxFuture<'_, Result<String>> {
        Box::pin(self.client.status(deadline))
    }

    fn create_namespace<'a>(
        &'a self,
        name: &'a str,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(self.client.create_namespace(name, deadline))
    }

    fn drop_namespace<'a>(
        &'a self,
        name: &'a str,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(self.client.drop_namespace(name, deadline))
    }

    fn list_namespaces(&self, deadline: Deadline) -> BoxFuture<'_, Result<Vec<String>>> {
        Box::pin(self.client.namespaces(deadline))
    }

    fn create_table<'a>(
        &'a self,
        table: &'a TableDescriptor,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(self.client.create(table, deadline))
    }

    fn drop_table<'a>(
        &'a self,
        table: &'a TableName,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(self.client.drop_table(table, deadline))
    }

    fn truncate_table<'a>(
        &'a self,
        table: &'a TableName,
        preserve_splits: bool,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(self.client.truncate(table, preserve_splits, deadline))
    }

    fn alter_table<'a>(
        &'a self,
        table: &'a TableName,
        changes: &'a [TableChange],
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(self.client.alter(table, changes, deadline))
    }

    fn describe_table<'a>(
        &'a self,
        table: &'a TableName,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<TableDescriptor>> {
        Box::pin(self.client.describe(table, deadline))
    }

    fn split_points<'a>(
        &'a self,
        table: &'a TableName,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Vec<u8>>>> {
        Box::pin(self.client.split_points(table, deadline))
    }

    fn is_table_enabled<'a>(
        &'a self,
        table: &'a TableName,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<bool>> {
        Box::pin(self.client.is_enabled(table, deadline))
    }

    fn list_tables(&self, deadline: Deadline) -> BoxFuture<'_, Result<Vec<TableName>>> {
        Box::pin(self.client.tables(deadline))
    }

    fn flush<'a>(&'a self, table: &'a TableName, deadline: Deadline) -> BoxFuture<'a, Result<()>> {
        Box::pin(self.client.flush(table, deadline))
    }

    fn major_compact<'a>(
        &'a self,
        table: &'a TableName,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(self.client.compact(table, deadline))
    }

    fn get<'a>(
        &'a self,
        table: &'a TableName,
        get: &'a Get,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Option<Row>>> {
        Box::pin(self.client.get_row(table, get, deadline))
    }

    fn get_many<'a>(
        &'a self,
        table: &'a TableName,
        gets: &'a [Get],
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Option<Row>>>> {
        Box::pin(self.client.get_rows(table, gets, deadline))
    }

    fn mutate<'a>(
        &'a self,
        table: &'a TableName,
        mutation: Mutation,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move { self.client.mutate_row(table, &mutation, deadline).await })
    }

    fn mutate_many<'a>(
        &'a self,
        table: &'a TableName,
        mutations: Vec<Mutation>,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Result<()>>>> {
        Box::pin(async move { self.client.mutate_rows(table, &mutations, deadline).await })
    }

    fn check_and_mutate<'a>(
        &'a self,
        table: &'a TableName,
        check: CheckAndMutate,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<bool>> {
        Box::pin(async move { self.client.check_row(table, &check, deadline).await })
    }

    fn check_and_mutate_many<'a>(
        &'a self,
        table: &'a TableName,
        checks: Vec<CheckAndMutate>,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Result<bool>>>> {
        Box::pin(async move { Ok(self.client.check_rows(table, &checks, deadline).await) })
    }

    fn increment<'a>(
        &'a self,
        table: &'a TableName,
        increment: Increment,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Row>> {
        Box::pin(async move { self.client.increment_row(table, &increment, deadline).await })
    }

    fn append<'a>(
        &'a self,
        table: &'a TableName,
        append: Append,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Row>> {
        Box::pin(async move { self.client.append_row(table, &append, deadline).await })
    }

    fn scan<'a>(
        &'a self,
        table: &'a TableName,
        scan: Scan,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Box<dyn Scanner>>> {
        Box::pin(async move {
            let mut scanner = NativeScanner::new(Arc::clone(&self.client), table, &scan)?;
            scanner.prepare(deadline).await?;
            Ok(Box::new(ReadAhead::new(scanner)) as Box<dyn Scanner>)
        })
    }
}
