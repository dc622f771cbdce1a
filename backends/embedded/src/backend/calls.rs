//! The calls of a [`Backend`].

use std::future::ready;
use std::sync::Arc;

use hbase_backend::{
    Append, Backend, Capabilities, CheckAndMutate, Deadline, Get, Increment, Mutation, Result, Row,
    Scan, Scanner, Upkeep,
};
use hbase_model::{TableChange, TableDescriptor, TableName};

use super::{CAPABILITIES, Embedded};
use crate::pool::NAME;
use crate::read::EmbeddedScanner;
use crate::store::Store;
use crate::work::Work;

/// Approximate bytes of a column of an update.
const COLUMN: usize = 100;

/// Maximum gets of a call that take less time than handing it to another thread.
const FEW: usize = 4;

impl Backend for Embedded {
    fn name(&self) -> &'static str {
        NAME
    }

    fn capabilities(&self) -> Capabilities {
        CAPABILITIES
    }

    fn now_ms(&self) -> Option<i64> {
        Some(self.store.now())
    }

    fn upkeep(&self) -> Upkeep {
        self.stats().upkeep()
    }

    hbase_backend::calls! {
        ping(self, deadline) => async move {
            if self.store.engine().waits() {
                let check = |store: &Store, _: &mut Work| store.engine().check();
                self.run("pinging", deadline, check).await?;
            }
            Ok(format!(
                "embedded {}, {}",
                env!("CARGO_PKG_VERSION"),
                self.store.engine().describe()
            ))
        };
        create_namespace(self, name, deadline) => {
            self.run_on(name, "creating a namespace", deadline, |store, name, work| {
                store.create_namespace(name, work)
            })
        };
        drop_namespace(self, name, deadline) => {
            self.run_on(name, "dropping a namespace", deadline, |store, name, work| {
                store.drop_namespace(name, work)
            })
        };
        list_namespaces(self, _deadline) => ready(Ok(self.store.catalog().namespaces()));
        create_table(self, table, deadline) => async move {
            table.validate()?;
            self.run_on(table, "creating a table", deadline, |store, table, work| {
                store.create_table(table, work)
            })
            .await
        };
        drop_table(self, table, deadline) => {
            self.run_on(table, "dropping a table", deadline, |store, table, work| {
                store.drop_table(table, work)
            })
        };
        truncate_table(self, table, preserve_splits, deadline) => {
            self.run_on(table, "truncating a table", deadline, move |store, table, work| {
                store.truncate_table(table, preserve_splits, work)
            })
        };
        alter_table(self, table, changes, deadline) => {
            let changes = changes.to_vec();
            self.run_on(table, "altering a table", deadline, move |store, table, work| {
                store.alter_table(table, &changes, work)
            })
        };
        describe_table(self, table, _deadline) => {
            ready(self.store.table(table).map(|table| table.descriptor().clone()))
        };
        list_tables(self, _deadline) => ready(Ok(self.store.catalog().tables()));
        flush(self, table, deadline) => {
            self.run_on(table, "flushing a table", deadline, Store::flush)
        };
        major_compact(self, table, deadline) => {
            self.run_on(table, "compacting a table", deadline, Store::major_compact)
        };
        get(self, table, get, deadline) => self.read(table, get, deadline);
        get_many(self, table, gets, deadline) => self.read_many(table, gets, deadline);
        mutate(self, table, mutation, deadline) => {
            let bytes = mutation.cells().as_bytes().len();
            self.write(table, "writing a row", deadline, bytes, move |store, table, work| {
                store.mutate(table, &mutation, work)
            })
        };
        mutate_many(self, table, mutations, deadline) => {
            self.run_on(table, "writing rows", deadline, move |store, table, work| {
                store.mutate_many(table, &mutations, work)
            })
        };
        check_and_mutate(self, table, check, deadline) => {
            let bytes = check.mutation.cells().as_bytes().len();
            let doing = "checking and writing a row";
            self.write(table, doing, deadline, bytes, move |store, table, work| {
                store.check_and_mutate(table, &check, work)
            })
        };
        check_and_mutate_many(self, table, checks, deadline) => {
            let doing = "checking and writing rows";
            self.run_on(table, doing, deadline, move |store, table, work| {
                store.check_and_mutate_many(table, &checks, work)
            })
        };
        increment(self, table, increment, deadline) => {
            let bytes = increment.columns.len() * COLUMN;
            self.write(table, "incrementing", deadline, bytes, move |store, table, work| {
                store.increment(table, &increment, work)
            })
        };
        append(self, table, append, deadline) => {
            let added = append.columns.iter().map(|(_, _, added)| added.len());
            let bytes = added.map(|added| COLUMN + added).sum();
            self.write(table, "appending", deadline, bytes, move |store, table, work| {
                store.append(table, &append, work)
            })
        };
        scan(self, table, scan, deadline) => self.open_scan(table, scan, deadline);
    }
}

impl Embedded {
    async fn read(&self, table: &TableName, get: &Get, deadline: Deadline) -> Result<Option<Row>> {
        const DOING: &str = "reading a row";
        get.validate()?;
        let mut begun = None;
        let read = |store: &Store, work: &mut Work| store.get_from(&mut begun, table, get, work);
        if let Some(answer) = self.try_brief(DOING, deadline, read).await {
            return answer;
        }
        let get = get.clone();
        self.run_on(table, DOING, deadline, move |store, table, work| {
            store.get_from(&mut begun, table, &get, work)
        })
        .await
    }

    async fn read_many(
        &self,
        table: &TableName,
        gets: &[Get],
        deadline: Deadline,
    ) -> Result<Vec<Option<Row>>> {
        const DOING: &str = "reading rows";
        gets.iter().try_for_each(Get::validate)?;
        if gets.len() <= FEW {
            let read = |store: &Store, work: &mut Work| store.get_many(table, gets, work);
            if let Some(answer) = self.try_brief(DOING, deadline, read).await {
                return answer;
            }
        }
        let gets = gets.to_vec();
        self.run_on(table, DOING, deadline, move |store, table, work| {
            store.get_many(table, &gets, work)
        })
        .await
    }

    async fn open_scan(
        &self,
        table: &TableName,
        scan: Scan,
        deadline: Deadline,
    ) -> Result<Box<dyn Scanner>> {
        const DOING: &str = "opening a scan";
        scan.validate()?;
        let brief = Arc::clone(&self.brief);
        let open = move |store: &Store, table: &TableName, _: &mut Work| {
            let scanner = EmbeddedScanner::open(store, table, &scan, &brief)?;
            Ok(Box::new(scanner) as Box<dyn Scanner>)
        };
        let attempt = |store: &Store, work: &mut Work| open(store, table, work);
        if let Some(answer) = self.try_brief(DOING, deadline, attempt).await {
            return answer;
        }
        self.run_on(table, DOING, deadline, open).await
    }
}
