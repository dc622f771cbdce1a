//! Implements the model's backend with the client.

use std::sync::Arc;

use hbase_backend::{
    Append, Backend, Capabilities, Capability, CheckAndMutate, Deadline, Get, Increment, Mutation,
    Result, Row, Scan, Scanner,
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
    pub(crate) client: Arc<Client>,
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

    hbase_backend::calls! {
        ping(self, deadline) => self.client.status(deadline);
        create_namespace(self, name, deadline) => self.client.create_namespace(name, deadline);
        drop_namespace(self, name, deadline) => self.client.drop_namespace(name, deadline);
        list_namespaces(self, deadline) => self.client.namespaces(deadline);
        create_table(self, table, deadline) => self.client.create(table, deadline);
        drop_table(self, table, deadline) => self.client.drop_table(table, deadline);
        truncate_table(self, table, preserve_splits, deadline) => {
            self.client.truncate(table, preserve_splits, deadline)
        };
        alter_table(self, table, changes, deadline) => self.client.alter(table, changes, deadline);
        describe_table(self, table, deadline) => self.client.describe(table, deadline);
        split_points(self, table, deadline) => self.client.split_points(table, deadline);
        is_table_enabled(self, table, deadline) => self.client.is_enabled(table, deadline);
        list_tables(self, deadline) => self.client.tables(deadline);
        flush(self, table, deadline) => self.client.flush(table, deadline);
        major_compact(self, table, deadline) => self.client.compact(table, deadline);
        get(self, table, get, deadline) => self.client.get_row(table, get, deadline);
        get_many(self, table, gets, deadline) => self.client.get_rows(table, gets, deadline);
        mutate(self, table, mutation, deadline) => async move {
            self.client.mutate_row(table, &mutation, deadline).await
        };
        mutate_many(self, table, mutations, deadline) => async move {
            self.client.mutate_rows(table, &mutations, deadline).await
        };
        check_and_mutate(self, table, check, deadline) => async move {
            self.client.check_row(table, &check, deadline).await
        };
        check_and_mutate_many(self, table, checks, deadline) => async move {
            Ok(self.client.check_rows(table, &checks, deadline).await)
        };
        increment(self, table, increment, deadline) => async move {
            self.client.increment_row(table, &increment, deadline).await
        };
        append(self, table, append, deadline) => async move {
            self.client.append_row(table, &append, deadline).await
        };
        scan(self, table, scan, deadline) => async move {
            let mut scanner = NativeScanner::new(Arc::clone(&self.client), table, &scan)?;
            scanner.prepare(deadline).await?;
            Ok(Box::new(ReadAhead::new(scanner)) as Box<dyn Scanner>)
        };
    }
}
