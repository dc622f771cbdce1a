//! The calls of a [`Backend`].

use std::sync::Arc;

use hbase_backend::{
    Append, Backend, BoxFuture, Capabilities, CheckAndMutate, Deadline, Get, Increment, Mutation,
    Result, Row, Scan, Scanner, Upkeep,
};
use hbase_model::{TableChange, TableDescriptor, TableName};

use super::{CAPABILITIES, Embedded};
use crate::pool::NAME;
use crate::read::EmbeddedScanner;
use crate::store::Store;
use crate::work::Work;

/// Approximate bytes of a column of an update.
const COLUMN: usize = 100;

impl Backend for Embedded {
    fn name(&self) -> &'static str {
        NAME
    }

    fn capabilities(&self) -> Capabilities {
        CAPABILITIES
    }

    fn upkeep(&self) -> Upkeep {
        self.stats().upkeep()
    }

    fn ping(&self, deadline: Deadline) -> BoxFuture<'_, Result<String>> {
        Box::pin(async move {
            if self.store.engine().waits() {
                let check = |store: &Store, _: &mut Work| store.engine().check();
                self.run("pinging", deadline, check).await?;
            }
            Ok(format!(
                "embedded {}, {}",
                env!("CARGO_PKG_VERSION"),
                self.store.engine().describe()
            ))
        })
    }

    fn create_namespace<'a>(
        &'a self,
        name: &'a str,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        let name = name.to_owned();
        Box::pin(
            self.run("creating a namespace", deadline, move |store, work| {
                store.create_namespace(&name, work)
            }),
        )
    }

    fn drop_namespace<'a>(
        &'a self,
        name: &'a str,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        let name = name.to_owned();
        Box::pin(
            self.run("dropping a namespace", deadline, move |store, work| {
                store.drop_namespace(&name, work)
            }),
        )
    }

    fn list_namespaces(&self, _deadline: Deadline) -> BoxFuture<'_, Result<Vec<String>>> {
        Box::pin(std::future::ready(Ok(self.store.catalog().namespaces())))
    }

    fn create_table<'a>(
        &'a self,
        table: &'a TableDescriptor,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            table.validate()?;
            let table = table.clone();
            let create = move |store: &Store, work: &mut Work| store.create_table(&table, work);
            self.run("creating a table", deadline, create).await
        })
    }

    fn drop_table<'a>(
        &'a self,
        table: &'a TableName,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        let table = table.clone();
        Box::pin(self.run("dropping a table", deadline, move |store, work| {
            store.drop_table(&table, work)
        }))
    }

    fn truncate_table<'a>(
        &'a self,
        table: &'a TableName,
        preserve_splits: bool,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        let table = table.clone();
        Box::pin(
            self.run("truncating a table", deadline, move |store, work| {
                store.truncate_table(&table, preserve_splits, work)
            }),
        )
    }

    fn alter_table<'a>(
        &'a self,
        table: &'a TableName,
        changes: &'a [TableChange],
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        let (table, changes) = (table.clone(), changes.to_vec());
        Box::pin(self.run("altering a table", deadline, move |store, work| {
            store.alter_table(&table, &changes, work)
        }))
    }

    fn describe_table<'a>(
        &'a self,
        table: &'a TableName,
        _deadline: Deadline,
    ) -> BoxFuture<'a, Result<TableDescriptor>> {
        let found = self.store.table(table);
        Box::pin(std::future::ready(
            found.map(|table| table.descriptor().clone()),
        ))
    }

    fn list_tables(&self, _deadline: Deadline) -> BoxFuture<'_, Result<Vec<TableName>>> {
        Box::pin(std::future::ready(Ok(self.store.catalog().tables())))
    }

    fn flush<'a>(&'a self, table: &'a TableName, deadline: Deadline) -> BoxFuture<'a, Result<()>> {
        let table = table.clone();
        Box::pin(self.run("flushing a table", deadline, move |store, work| {
            store.flush(&table, work)
        }))
    }

    fn major_compact<'a>(
        &'a self,
        table: &'a TableName,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        let table = table.clone();
        Box::pin(
            self.run("compacting a table", deadline, move |store, work| {
                store.major_compact(&table, work)
            }),
        )
    }

    fn get<'a>(
        &'a self,
        table: &'a TableName,
        get: &'a Get,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Option<Row>>> {
        const DOING: &str = "reading a row";
        Box::pin(async move {
            get.validate()?;
            let mut begun = None;
            let read =
                |store: &Store, work: &mut Work| store.get_from(&mut begun, table, get, work);
            if let Some(answer) = self.try_brief(DOING, deadline, read).await {
                return answer;
            }
            let (table, get) = (table.clone(), get.clone());
            let read = move |store: &Store, work: &mut Work| {
                store.get_from(&mut begun, &table, &get, work)
            };
            self.run(DOING, deadline, read).await
        })
    }

    fn get_many<'a>(
        &'a self,
        table: &'a TableName,
        gets: &'a [Get],
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Option<Row>>>> {
        Box::pin(async move {
            gets.iter().try_for_each(Get::validate)?;
            let (table, gets) = (table.clone(), gets.to_vec());
            let read = move |store: &Store, work: &mut Work| store.get_many(&table, &gets, work);
            self.run("reading rows", deadline, read).await
        })
    }

    fn mutate<'a>(
        &'a self,
        table: &'a TableName,
        mutation: Mutation,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        let table = table.clone();
        let bytes = mutation.cells().as_bytes().len();
        Box::pin(
            self.write("writing a row", deadline, bytes, move |store, work| {
                store.mutate(&table, &mutation, work)
            }),
        )
    }

    fn mutate_many<'a>(
        &'a self,
        table: &'a TableName,
        mutations: Vec<Mutation>,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Result<()>>>> {
        let table = table.clone();
        Box::pin(self.run("writing rows", deadline, move |store, work| {
            store.mutate_many(&table, &mutations, work)
        }))
    }

    fn check_and_mutate<'a>(
        &'a self,
        table: &'a TableName,
        check: CheckAndMutate,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<bool>> {
        let table = table.clone();
        let bytes = check.mutation.cells().as_bytes().len();
        Box::pin(self.write(
            "checking and writing a row",
            deadline,
            bytes,
            move |store, work| store.check_and_mutate(&table, &check, work),
        ))
    }

    fn check_and_mutate_many<'a>(
        &'a self,
        table: &'a TableName,
        checks: Vec<CheckAndMutate>,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Result<bool>>>> {
        let table = table.clone();
        let doing = "checking and writing rows";
        Box::pin(self.run(doing, deadline, move |store, work| {
            store.check_and_mutate_many(&table, &checks, work)
        }))
    }

    fn increment<'a>(
        &'a self,
        table: &'a TableName,
        increment: Increment,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Row>> {
        let table = table.clone();
        let bytes = increment.columns.len() * COLUMN;
        Box::pin(
            self.write("incrementing", deadline, bytes, move |store, work| {
                store.increment(&table, &increment, work)
            }),
        )
    }

    fn append<'a>(
        &'a self,
        table: &'a TableName,
        append: Append,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Row>> {
        let table = table.clone();
        let added = append.columns.iter().map(|(_, _, added)| added.len());
        let bytes = added.map(|added| COLUMN + added).sum();
        Box::pin(
            self.write("appending", deadline, bytes, move |store, work| {
                store.append(&table, &append, work)
            }),
        )
    }

    fn scan<'a>(
        &'a self,
        table: &'a TableName,
        scan: Scan,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Box<dyn Scanner>>> {
        const DOING: &str = "opening a scan";
        Box::pin(async move {
            scan.validate()?;
            let brief = Arc::clone(&self.brief);
            let open = |store: &Store, _: &mut Work| {
                let scanner = EmbeddedScanner::open(store, table, &scan, &brief)?;
                Ok(Box::new(scanner) as Box<dyn Scanner>)
            };
            if let Some(answer) = self.try_brief(DOING, deadline, open).await {
                return answer;
            }
            let table = table.clone();
            self.run(DOING, deadline, move |store, _| {
                let scanner = EmbeddedScanner::open(store, &table, &scan, &brief)?;
                Ok(Box::new(scanner) as Box<dyn Scanner>)
            })
            .await
        })
    }
}
