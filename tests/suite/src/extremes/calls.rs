//! The calls of a backend, each with extreme requests.

use std::time::Duration;

use hbase_backend::{Capability, Deadline, Get, Mutation};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};

use super::{DEADLINE, Extremes};

/// Number of batches read from a scan.
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
            let request = self.request("create_table", &table);
            let call = self.backend.create_table(&table, patient());
            self.succeeds(request, call).await;
        }
    }

    pub(super) async fn drop_tables(&mut self) {
        for name in [self.rows_table(), self.shifting_table()] {
            let request = self.request("drop_table", &name);
            let call = self.backend.drop_table(&name, patient());
            self.succeeds(request, call).await;
        }
    }

    /// A plain write and a plain read.
    pub(super) async fn still_works(&mut self) {
        let table = self.rows_table();
        let mut put = Mutation::new(b"still-works");
        put.put(b"g", b"q", b"yes").expect("a short cell");
        let request = self.request("mutate afterwards", &put);
        let call = self.backend.mutate(&table, put, patient());
        self.succeeds(request, call).await;
        let get = Get::new(b"still-works");
        let request = self.request("get afterwards", &get);
        let call = self.backend.get(&table, &get, patient());
        let row = self.succeeds(request.clone(), call).await;
        let value = row.as_ref().and_then(|row| row.value(b"g", b"q"));
        assert_eq!(value, Some(b"yes".as_slice()), "{request}");
    }

    pub(super) async fn call(&mut self) {
        match self.rng.u8(..32) {
            0..4 => self.call_get().await,
            4..6 => self.call_get_many().await,
            6..10 => self.call_mutate().await,
            10..13 => self.call_mutate_many().await,
            13..15 => self.call_check_and_mutate().await,
            15 => self.call_check_and_mutate_many().await,
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
        let (get, deadline) = (self.get(), self.deadline());
        let (table, request) = (self.rows_table(), self.request("get", &get));
        let call = self.backend.get(&table, &get, deadline);
        self.ends(request, call).await;
    }

    async fn call_get_many(&mut self) {
        // Deep filters are left out, for the copies of a list's elements recurse.
        let gets = self.list(|x| {
            let mut get = x.get();
            get.read.filter = get.read.filter.take().filter(|f| f.check_depth().is_ok());
            get
        });
        let deadline = self.deadline();
        let (table, request) = (self.rows_table(), self.request("get_many", &gets));
        let call = self.backend.get_many(&table, &gets, deadline);
        self.ends(request, call).await;
    }

    async fn call_mutate(&mut self) {
        let Some(mutation) = self.mutation() else {
            return;
        };
        let deadline = self.deadline();
        let (table, request) = (self.rows_table(), self.request("mutate", &mutation));
        let call = self.backend.mutate(&table, mutation, deadline);
        self.ends(request, call).await;
    }

    async fn call_mutate_many(&mut self) {
        let mutations: Vec<_> = self.list(Self::mutation).into_iter().flatten().collect();
        let (count, deadline) = (mutations.len(), self.deadline());
        let (table, request) = (self.rows_table(), self.request("mutate_many", &mutations));
        let call = self.backend.mutate_many(&table, mutations, deadline);
        if let Some(outcomes) = self.ends(request, call).await {
            assert_eq!(outcomes.len(), count);
        }
    }

    async fn call_check_and_mutate(&mut self) {
        let Some(check) = self.check_and_mutate() else {
            return;
        };
        let deadline = self.deadline();
        let (table, request) = (self.rows_table(), self.request("check_and_mutate", &check));
        let call = self.backend.check_and_mutate(&table, check, deadline);
        self.ends(request, call).await;
    }

    async fn call_check_and_mutate_many(&mut self) {
        // Deep filters are left out, for the copies of a list's elements recurse.
        let checks = self.list(Self::check_and_mutate).into_iter().flatten();
        let checks: Vec<_> = checks.filter(|check| check.validate().is_ok()).collect();
        let (count, deadline) = (checks.len(), self.deadline());
        let (table, request) = (
            self.rows_table(),
            self.request("check_and_mutate_many", &checks),
        );
        let call = self.backend.check_and_mutate_many(&table, checks, deadline);
        if let Some(outcomes) = self.ends(request, call).await {
            assert_eq!(outcomes.len(), count);
        }
    }

    async fn call_increment(&mut self) {
        let (increment, deadline) = (self.increment(), self.deadline());
        let (table, request) = (self.rows_table(), self.request("increment", &increment));
        let call = self.backend.increment(&table, increment, deadline);
        self.ends(request, call).await;
    }

    async fn call_append(&mut self) {
        let (append, deadline) = (self.append(), self.deadline());
        let (table, request) = (self.rows_table(), self.request("append", &append));
        let call = self.backend.append(&table, append, deadline);
        self.ends(request, call).await;
    }

    async fn call_scan(&mut self) {
        let (scan, deadline) = (self.scan(), self.deadline());
        let (table, request) = (self.rows_table(), self.request("scan", &scan));
        let next = self.request("next_batch of", &scan);
        let call = self.backend.scan(&table, scan, deadline);
        let Some(mut scanner) = self.ends(request, call).await else {
            return;
        };
        for _ in 0..BATCHES {
            let deadline = self.deadline();
            let batch = self.ends(next.clone(), scanner.next_batch(deadline)).await;
            if batch.is_none_or(|batch| batch.is_empty()) {
                return;
            }
        }
    }

    async fn call_create(&mut self) {
        let Some(table) = self.descriptor() else {
            return;
        };
        self.named = table.name.to_string().len();
        let request = self.request("create_table", &table);
        let call = self.backend.create_table(&table, patient());
        if self.ends(request, call).await.is_some() {
            let request = self.request("describe_table", &table.name);
            let call = self.backend.describe_table(&table.name, patient());
            self.ends(request, call).await;
        }
        let request = self.request("drop_table", &table.name);
        let call = self.backend.drop_table(&table.name, patient());
        self.ends(request, call).await;
    }

    async fn call_alter(&mut self) {
        let table = self.shifting_table();
        let changes: Vec<_> = (0..2).filter_map(|_| self.change()).collect();
        let request = self.request("alter_table", &changes);
        let call = self.backend.alter_table(&table, &changes, patient());
        self.ends(request, call).await;
    }

    async fn call_namespaces(&mut self) {
        let name = self.odd_text();
        self.named = name.len();
        let deadline = self.deadline();
        let request = |call: &str| self.request(call, &name);
        let call = self.backend.create_namespace(&name, deadline);
        self.ends(request("create_namespace"), call).await;
        let call = self.backend.list_namespaces(patient());
        self.ends(request("list_namespaces after"), call).await;
        let call = self.backend.drop_namespace(&name, patient());
        self.ends(request("drop_namespace"), call).await;
    }

    /// Calls that take nothing but a name, of a table that is missing.
    async fn call_names(&mut self) {
        let Some(name) = self.odd_name() else { return };
        self.named = name.to_string().len();
        let (get, deadline) = (self.get(), self.deadline());
        let request = |call: &str| self.request(call, &name);
        self.ends(request("ping"), self.backend.ping(deadline))
            .await;
        self.ends(request("list_tables"), self.backend.list_tables(deadline))
            .await;
        let call = self.backend.describe_table(&name, deadline);
        self.ends(request("describe_table"), call).await;
        let call = self.backend.split_points(&name, deadline);
        self.ends(request("split_points"), call).await;
        let call = self.backend.is_table_enabled(&name, deadline);
        self.ends(request("is_table_enabled"), call).await;
        let call = self.backend.drop_table(&name, deadline);
        self.ends(request("drop_table"), call).await;
        let call = self.backend.get(&name, &get, deadline);
        self.ends(self.request("get", &get), call).await;
        assert!(!self.backend.name().is_empty());
        let _ = (self.backend.retries(), self.backend.upkeep());
        let _ = (self.backend.concurrent_batches(), self.backend.now_ms());
    }

    async fn call_truncate(&mut self) {
        let (table, preserve) = (self.rows_table(), self.yes());
        let request = self.request("truncate_table, splits preserved:", &preserve);
        let call = self.backend.truncate_table(&table, preserve, patient());
        self.ends(request, call).await;
    }

    async fn call_maintenance(&mut self) {
        let has_maintenance = self.backend.capabilities().has(Capability::Maintenance);
        if self.scale.spares_server || !has_maintenance {
            return;
        }
        let (table, deadline) = (self.rows_table(), self.deadline());
        let request = |call: &str| self.request(call, &table);
        let call = self.backend.flush(&table, deadline);
        self.ends(request("flush"), call).await;
        let call = self.backend.major_compact(&table, deadline);
        self.ends(request("major_compact"), call).await;
    }
}

/// A deadline for a server's table operations, which take seconds.
fn patient() -> Deadline {
    Deadline::after(DEADLINE + Duration::from_secs(15))
}
