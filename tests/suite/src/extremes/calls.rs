//! The calls of a backend, each with requests at the edge.

use std::sync::Arc;
use std::time::Duration;

use hbase_model::{
    Capability, Deadline, FamilyDescriptor, Get, Mutation, TableDescriptor, TableName,
};

use super::{DEADLINE, Extremes};

/// How many batches of a scan are asked for.
const BATCHES: usize = 3;

impl Extremes {
    fn rows_table(&self) -> TableName {
        self.own_table("rows")
    }

    /// A table whose families and attributes change.
    fn shifting_table(&self) -> TableName {
        self.own_table("shifting")
    }

    fn own_table(&self, what: &str) -> TableName {
        let (seed, process) = (self.seed, std::process::id());
        let name = format!("extremes_{what}_{seed}_{process}");
        TableName::new("default", name).expect("a name of letters, digits and _")
    }

    pub(super) async fn create_tables(&mut self) {
        for name in [self.rows_table(), self.shifting_table()] {
            let mut table = TableDescriptor::new(name);
            let mut f = FamilyDescriptor::new("f");
            f.versions = Some(3);
            table.families = vec![f, FamilyDescriptor::new("g")].into();
            let created = self.backend.create_table(&table, patient()).await;
            created.expect("a new table");
        }
    }

    pub(super) async fn drop_tables(&mut self) {
        for name in [self.rows_table(), self.shifting_table()] {
            let dropped = self.backend.drop_table(&name, patient()).await;
            dropped.expect("a table that is there");
        }
    }

    /// A plain write and a plain read.
    pub(super) async fn still_works(&mut self) {
        let table = self.rows_table();
        let mut put = Mutation::new(b"still-works");
        put.put(b"g", b"q", b"yes").expect("a short cell");
        let told = format!("after seed {}, round {}", self.seed, self.round);
        let written = self.backend.mutate(&table, put, patient()).await;
        written.unwrap_or_else(|error| panic!("{told}: {error}"));
        let get = Get::new(b"still-works");
        let found = self.backend.get(&table, &get, patient()).await;
        let row = found.unwrap_or_else(|error| panic!("{told}: {error}"));
        let value = row.as_ref().and_then(|row| row.value(b"g", b"q"));
        assert_eq!(value, Some(b"yes".as_slice()), "{told}");
    }

    pub(super) async fn call(&mut self) {
        match self.rng.u8(..32) {
            0..4 => self.call_get().await,
            4..6 => self.call_get_many().await,
            6..10 => self.call_mutate().await,
            10..13 => self.call_mutate_many().await,
            13..16 => self.call_check().await,
            16..18 => self.call_increment().await,
            18..20 => self.call_append().await,
            20..26 => self.call_scan().await,
            26 => self.call_create().await,
            27 => self.call_alter().await,
            28 => self.call_namespaces().await,
            29 => self.call_names().await,
            30 => self.call_truncate().await,
            _ => self.call_maintenance().await,
        }
    }

    async fn call_get(&mut self) {
        let (backend, table) = (Arc::clone(&self.backend), self.rows_table());
        let (get, deadline) = (self.get(), self.deadline());
        self.ends("get", backend.get(&table, &get, deadline)).await;
    }

    async fn call_get_many(&mut self) {
        let (backend, table) = (Arc::clone(&self.backend), self.rows_table());
        // Filters as deep as can be are not copied: a copy recurses.
        let gets = self.list(|x| {
            let mut get = x.get();
            get.read.filter = get.read.filter.take().filter(|f| f.check_depth().is_ok());
            get
        });
        let deadline = self.deadline();
        let call = backend.get_many(&table, &gets, deadline);
        self.ends("get_many", call).await;
    }

    async fn call_mutate(&mut self) {
        let (backend, table) = (Arc::clone(&self.backend), self.rows_table());
        let Some(mutation) = self.mutation() else {
            return;
        };
        let deadline = self.deadline();
        let call = backend.mutate(&table, mutation, deadline);
        self.ends("mutate", call).await;
    }

    async fn call_mutate_many(&mut self) {
        let (backend, table) = (Arc::clone(&self.backend), self.rows_table());
        let mutations: Vec<_> = self.list(Self::mutation).into_iter().flatten().collect();
        let (count, deadline) = (mutations.len(), self.deadline());
        let call = backend.mutate_many(&table, mutations, deadline);
        if let Some(outcomes) = self.ends("mutate_many", call).await {
            assert_eq!(outcomes.len(), count);
        }
    }

    async fn call_check(&mut self) {
        let (backend, table) = (Arc::clone(&self.backend), self.rows_table());
        let Some(check) = self.check() else { return };
        let deadline = self.deadline();
        let call = backend.check_and_mutate(&table, check, deadline);
        self.ends("check_and_mutate", call).await;
    }

    async fn call_increment(&mut self) {
        let (backend, table) = (Arc::clone(&self.backend), self.rows_table());
        let (increment, deadline) = (self.increment(), self.deadline());
        let call = backend.increment(&table, increment, deadline);
        self.ends("increment", call).await;
    }

    async fn call_append(&mut self) {
        let (backend, table) = (Arc::clone(&self.backend), self.rows_table());
        let (append, deadline) = (self.append(), self.deadline());
        let call = backend.append(&table, append, deadline);
        self.ends("append", call).await;
    }

    async fn call_scan(&mut self) {
        let (backend, table) = (Arc::clone(&self.backend), self.rows_table());
        let (scan, deadline) = (self.scan(), self.deadline());
        let opened = self
            .ends("scan", backend.scan(&table, scan, deadline))
            .await;
        let Some(mut scanner) = opened else { return };
        for _ in 0..BATCHES {
            let deadline = self.deadline();
            let batch = self.ends("next_batch", scanner.next_batch(deadline)).await;
            if batch.is_none_or(|batch| batch.is_empty()) {
                return;
            }
        }
    }

    async fn call_create(&mut self) {
        let backend = Arc::clone(&self.backend);
        let Some(table) = self.descriptor() else {
            return;
        };
        self.named = table.name.to_string().len();
        let created = self
            .ends("create_table", backend.create_table(&table, patient()))
            .await;
        if created.is_some() {
            let call = backend.describe_table(&table.name, patient());
            self.ends("describe_table", call).await;
        }
        let call = backend.drop_table(&table.name, patient());
        self.ends("drop_table", call).await;
    }

    async fn call_alter(&mut self) {
        let (backend, table) = (Arc::clone(&self.backend), self.shifting_table());
        let changes: Vec<_> = (0..2).filter_map(|_| self.change()).collect();
        let call = backend.alter_table(&table, &changes, patient());
        self.ends("alter_table", call).await;
    }

    async fn call_namespaces(&mut self) {
        let backend = Arc::clone(&self.backend);
        let name = self.odd_text();
        self.named = name.len();
        let deadline = self.deadline();
        let call = backend.create_namespace(&name, deadline);
        self.ends("create_namespace", call).await;
        let call = backend.list_namespaces(patient());
        self.ends("list_namespaces", call).await;
        let call = backend.drop_namespace(&name, patient());
        self.ends("drop_namespace", call).await;
    }

    /// Calls that take nothing but a name, of a table that is not there.
    async fn call_names(&mut self) {
        let backend = Arc::clone(&self.backend);
        let Some(name) = self.odd_name() else { return };
        self.named = name.to_string().len();
        let deadline = self.deadline();
        self.ends("ping", backend.ping(deadline)).await;
        self.ends("list_tables", backend.list_tables(deadline))
            .await;
        let call = backend.describe_table(&name, deadline);
        self.ends("describe_table", call).await;
        let call = backend.is_table_enabled(&name, deadline);
        self.ends("is_table_enabled", call).await;
        self.ends("drop_table", backend.drop_table(&name, deadline))
            .await;
        let get = self.get();
        self.ends("get", backend.get(&name, &get, deadline)).await;
        assert!(!backend.name().is_empty());
        let _ = (backend.retries(), backend.upkeep());
    }

    async fn call_truncate(&mut self) {
        let (backend, table) = (Arc::clone(&self.backend), self.rows_table());
        let preserve = self.yes();
        let call = backend.truncate_table(&table, preserve, patient());
        self.ends("truncate_table", call).await;
    }

    async fn call_maintenance(&mut self) {
        let (backend, table) = (Arc::clone(&self.backend), self.rows_table());
        if self.scale.spares_server || !backend.capabilities().has(Capability::Maintenance) {
            return;
        }
        let deadline = self.deadline();
        self.ends("flush", backend.flush(&table, deadline)).await;
        let call = backend.major_compact(&table, deadline);
        self.ends("major_compact", call).await;
    }
}

/// A server takes long to make a table.
fn patient() -> Deadline {
    Deadline::after(DEADLINE + Duration::from_secs(15))
}
