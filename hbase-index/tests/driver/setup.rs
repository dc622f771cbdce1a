//! A table with two indexes on a store in memory, with clocks that only the tests advance.

use std::sync::Arc;
use std::time::Duration;

use hbase_backend::{Backend, Deadline, Mutation, Row};
use hbase_index::{
    Clocks, IndexDefinition, IndexedTable, Intent, Settings, TableDefinition, ValueRange,
};
use hbase_model::{FamilyDescriptor, Splits, TableDescriptor, TableName};
use hbase_schema_embedded::Embedded;

use crate::test_clocks::TestClocks;

pub(crate) const TIMEOUT: Duration = Duration::from_secs(30);

/// Rows of a page.
pub(crate) const PAGE: u64 = 2;

pub(crate) fn soon() -> Deadline {
    Deadline::after(TIMEOUT)
}

pub(crate) struct Cx {
    pub(crate) store: Arc<Embedded>,
    pub(crate) clocks: Arc<TestClocks>,
    pub(crate) definition: Arc<TableDefinition>,
    pub(crate) table: IndexedTable,
}

pub(crate) fn by_mail() -> TableName {
    TableName::parse("USERS_BY_MAIL").unwrap()
}

fn index(name: TableName, qualifier: &'static [u8]) -> IndexDefinition {
    IndexDefinition {
        table: name,
        column: (b"E".to_vec(), Vec::new()),
        ttl: None,
        splits: Splits::None,
        buckets: None,
        depends_on: vec![(b"D".to_vec(), qualifier.to_vec())],
        encoding: "list".to_owned(),
        // Ended by 0, so that no value is a prefix of another one.
        values: Arc::new(move |row: &Row| {
            let values = row.value(b"D", qualifier).unwrap_or_default();
            if values == b"broken" {
                return Err("a broken value: write another one".to_owned());
            }
            let values = values.split(|byte| *byte == b',');
            Ok(values.map(|value| [value, b"\0"].concat()).collect())
        }),
    }
}

pub(crate) fn definition() -> TableDefinition {
    let by_city = TableName::parse("USERS_BY_CITY").unwrap();
    TableDefinition {
        table: TableName::parse("USERS").unwrap(),
        families: vec![b"D".to_vec(), b"X".to_vec()],
        stamp: (b"S".to_vec(), b"S".to_vec()),
        states: (TableName::parse("INDEXES").unwrap(), b"S".to_vec()),
        indexes: vec![index(by_mail(), b"MAIL"), index(by_city, b"CITY")],
    }
}

impl Cx {
    /// Tables without indexes.
    pub(crate) async fn unbuilt() -> Self {
        let store = Arc::new(Embedded::memory().unwrap());
        for (name, families) in [("USERS", vec!["D", "X", "S"]), ("INDEXES", vec!["S"])] {
            let mut table = TableDescriptor::new(TableName::parse(name).unwrap());
            let families = families.into_iter().map(FamilyDescriptor::new);
            table.families = families.collect::<Vec<_>>().into();
            store.create_table(&table, soon()).await.unwrap();
        }
        let clocks = Arc::new(TestClocks::starting_at(1_000_000));
        let definition = Arc::new(definition());
        let table = Self::client(store.clone(), &clocks, &definition);
        Self {
            store,
            clocks,
            definition,
            table,
        }
    }

    pub(crate) async fn new() -> Self {
        let cx = Self::unbuilt().await;
        cx.build().await;
        cx
    }

    /// Indexes of a table that has had a row before, which has no stamp.
    pub(crate) async fn of_existing_table() -> Self {
        let cx = Self::unbuilt().await;
        cx.put_directly("existing", "existing").await;
        cx.build().await;
        cx
    }

    pub(crate) async fn build(&self) {
        for index in &self.definition.indexes {
            let built = self.table.build(&index.table, TIMEOUT, &mut |_| {}).await;
            built.unwrap();
        }
    }

    pub(crate) fn client(
        backend: Arc<dyn Backend>,
        clocks: &Arc<TestClocks>,
        definition: &Arc<TableDefinition>,
    ) -> IndexedTable {
        IndexedTable::with_clocks(
            backend,
            Arc::clone(definition),
            Settings::default().page(u32::try_from(PAGE).unwrap()),
            Arc::clone(clocks) as Arc<dyn Clocks>,
        )
    }

    pub(crate) async fn put(&self, row: &str, mail: &str) {
        let put = self
            .table
            .write(Intent::put(mail_of(row, mail)), soon())
            .await;
        put.unwrap();
    }

    /// A put that bypasses the library.
    pub(crate) async fn put_directly(&self, row: &str, mail: &str) {
        let put = mail_of(row, mail);
        let put = self.store.mutate(&self.definition.table, put, soon()).await;
        put.unwrap();
    }

    /// The keys of the rows with a mail in a range.
    pub(crate) async fn find(&self, range: ValueRange) -> Vec<String> {
        let rows = self
            .table
            .query(&by_mail(), vec![range], Vec::new(), |_| true);
        let rows = rows.unwrap().all(soon()).await.unwrap();
        rows.iter().map(key).collect()
    }

    pub(crate) async fn find_one(&self, mail: &str) -> Vec<String> {
        self.find(ValueRange::value([mail.as_bytes(), b"\0"].concat()))
            .await
    }
}

pub(crate) fn key(row: &Row) -> String {
    String::from_utf8(row.key().to_vec()).unwrap()
}

pub(crate) fn mail_of(row: &str, mail: &str) -> Mutation {
    let mut put = Mutation::new(row);
    put.put(b"D", b"MAIL", mail.as_bytes()).unwrap();
    put
}
