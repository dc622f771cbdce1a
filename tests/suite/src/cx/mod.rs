//! The context of a case.

mod table;

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hbase_backend::{Backend, Capability, Deadline, Result};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};

pub use table::Table;

/// Number of tables created by this process.
static TABLES: AtomicU32 = AtomicU32::new(0);

/// Ends the case if the backend lacks one of these capabilities.
macro_rules! needs {
    ($cx:ident: $($capability:ident),+) => {
        $(if $cx.lacks(hbase_backend::Capability::$capability) {
            return;
        })+
    };
}

/// The context of a case: a backend, and tables of the case's own.
#[derive(Debug)]
pub struct Cx {
    backend: Arc<dyn Backend>,
    topic: &'static str,
    case: &'static str,
    tables: Mutex<Vec<TableName>>,
}

impl Cx {
    /// The context of one case.
    pub fn new(backend: Arc<dyn Backend>, topic: &'static str, case: &'static str) -> Self {
        Self {
            backend,
            topic,
            case,
            tables: Mutex::default(),
        }
    }

    /// The backend.
    pub fn backend(&self) -> &Arc<dyn Backend> {
        &self.backend
    }

    /// A deadline that only a hung backend exceeds.
    pub fn soon(&self) -> Deadline {
        Deadline::after(Duration::from_secs(60))
    }

    /// Whether the backend lacks a capability, so that the case must be skipped; prints that it is.
    pub fn lacks(&self, capability: Capability) -> bool {
        let lacks = !self.backend.capabilities().has(capability);
        if lacks {
            let (backend, topic, case) = (self.backend.name(), self.topic, self.case);
            println!("skipped {topic}::{case}: {backend} cannot {capability}");
        }
        lacks
    }

    /// Milliseconds since 1970 by the system's clock.
    pub fn now(&self) -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |since| since.as_millis().try_into().unwrap_or(0))
    }

    /// A unique table name in a namespace.
    pub fn name(&self, namespace: &'static str) -> TableName {
        let number = TABLES.fetch_add(1, Ordering::Relaxed);
        let process = std::process::id();
        let name = format!("suite_{}_{process}_{number}", self.case);
        TableName::new(namespace, name).expect("a name of letters, digits and _")
    }

    /// Registers a table that is dropped after the case.
    pub fn note(&self, name: &TableName) {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.push(name.clone());
    }

    /// A table with the families `f`, of three versions, and `g`, of one.
    pub async fn table(&self) -> Table<'_> {
        let mut f = FamilyDescriptor::new("f");
        f.versions = Some(3);
        self.table_of([f, FamilyDescriptor::new("g")]).await
    }

    /// A table with the family `f`, whose attributes `set` sets.
    pub async fn table_with(&self, set: impl FnOnce(&mut FamilyDescriptor)) -> Table<'_> {
        let mut f = FamilyDescriptor::new("f");
        set(&mut f);
        self.table_of([f]).await
    }

    /// A table with these families.
    pub async fn table_of(&self, families: impl Into<Vec<FamilyDescriptor>>) -> Table<'_> {
        let mut table = TableDescriptor::new(self.name("default"));
        table.families = families.into().into();
        self.create(&table).await.expect("a new table");
        Table::new(self, table.name)
    }

    /// Creates a table that is dropped after the case.
    pub async fn create(&self, table: &TableDescriptor) -> Result<()> {
        self.backend.create_table(table, self.soon()).await?;
        self.note(&table.name);
        Ok(())
    }

    /// Drops the case's tables.
    pub async fn finish(self) {
        let tables =
            std::mem::take(&mut *self.tables.lock().unwrap_or_else(PoisonError::into_inner));
        for table in tables {
            // The case may have dropped it itself.
            let _ = self.backend.drop_table(&table, self.soon()).await;
        }
    }
}
