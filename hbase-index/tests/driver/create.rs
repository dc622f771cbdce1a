//! Creating a table with its indexes: they are readable at once if the table is new, else after a wait.

use std::sync::Arc;
use std::time::Duration;

use hbase_backend::{Backend, BoxFuture, Deadline, Error, Get, Result};
use hbase_index::protocol::Phase;
use hbase_index::{Clocks, IndexError, IndexedTable, Intent, Settings, TableDefinition};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_schema_embedded::Embedded;

use crate::held::Held;
use crate::hooked::{Hook, Hooked};
use crate::manual_clocks::ManualClocks;
use crate::setup::{Cx, TIMEOUT, by_mail, definition, mail_of, soon};

/// The table with the rows, as it is created.
fn rows(families: &[&'static str]) -> TableDescriptor {
    let mut rows = TableDescriptor::new(definition().table);
    let families = families.iter().map(|name| FamilyDescriptor::new(name));
    rows.families = families.collect::<Vec<_>>().into();
    rows
}

fn declared() -> TableDescriptor {
    rows(&["D", "X", "S"])
}

struct Store {
    cx: Cx,
    clocks: Arc<ManualClocks>,
}

impl Store {
    /// A store without tables, and clocks that do not advance by themselves.
    async fn empty() -> Self {
        let cx = Cx::unbuilt().await;
        for table in cx.store.list_tables(soon()).await.unwrap() {
            cx.store.drop_table(&table, soon()).await.unwrap();
        }
        let clocks = Arc::default();
        Self { cx, clocks }
    }

    fn client(&self, backend: Arc<dyn Backend>) -> IndexedTable {
        self.client_of(backend, Arc::clone(&self.cx.definition))
    }

    fn client_of(
        &self,
        backend: Arc<dyn Backend>,
        definition: Arc<TableDefinition>,
    ) -> IndexedTable {
        let clocks = Arc::clone(&self.clocks) as Arc<dyn Clocks>;
        IndexedTable::with_clocks(backend, definition, Settings::default(), clocks)
    }

    fn table(&self) -> IndexedTable {
        self.client(self.cx.store.clone())
    }

    async fn phases(&self) -> Vec<Phase> {
        let mut phases = Vec::new();
        for index in &self.cx.definition.indexes {
            let state = self.cx.table.state(&index.table, soon()).await;
            phases.push(state.unwrap().phase);
        }
        phases
    }

    /// Lets a client create the tables; returns whether it had to wait. The clocks then advance.
    async fn has_waited(&self, table: &IndexedTable) -> bool {
        let before = self.clocks.waits();
        let mut ignore = |_: &hbase_index::Progress| {};
        let declared = declared();
        let mut create = Box::pin(table.create_all(&declared, TIMEOUT, &mut ignore));
        let created = tokio::select! {
            created = &mut create => Some(created),
            () = waits(&self.clocks, before) => None,
        };
        let has_waited = created.is_none();
        if has_waited {
            assert_ne!(self.phases().await, [Phase::Readable; 2]);
            let created = tokio::select! {
                created = create => created,
                never = self.clocks.advance() => match never {},
                () = tokio::time::sleep(TIMEOUT) => panic!("the call hangs"),
            };
            created.unwrap();
        } else {
            created.unwrap().unwrap();
        }
        assert_eq!(self.phases().await, [Phase::Readable; 2]);
        has_waited
    }
}

/// Returns once another wait has started.
async fn waits(clocks: &ManualClocks, before: u64) {
    while clocks.waits() == before {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

async fn put(table: &IndexedTable, row: &str) -> hbase_index::Result<hbase_index::Written> {
    table.write(Intent::put(mail_of(row, "m")), soon()).await
}

#[tokio::test]
async fn the_indexes_of_a_new_table_are_readable_at_once() {
    let store = Store::empty().await;
    let table = store.table();
    assert!(!store.has_waited(&table).await);
    put(&table, "1").await.unwrap();
    assert_eq!(store.cx.find_one("m").await, ["1"]);
    // A further call has nothing to do.
    assert!(!store.has_waited(&table).await);
    // Rows of the new table need not be read before they are written.
    let states = &store.cx.definition.states;
    let mut get = Get::new(store.cx.definition.table.to_string());
    get.read.add_column(&states.1, b"ALL_STAMPED");
    let found = store.cx.store.get(&states.0, &get, soon()).await.unwrap();
    assert!(found.is_some());
}

#[tokio::test]
async fn the_call_returns_whether_it_has_created_the_table() {
    let store = Store::empty().await;
    for is_own in [true, false] {
        let created = store
            .table()
            .create_all(&declared(), TIMEOUT, &mut |_| {})
            .await;
        assert_eq!(created.unwrap(), is_own);
    }
}

/// Its writers may know no index.
#[tokio::test]
async fn the_indexes_of_an_existing_table_wait() {
    let store = Store::empty().await;
    let created = store.cx.store.create_table(&declared(), soon()).await;
    created.unwrap();
    store.cx.put_directly("1", "m").await;
    assert!(store.has_waited(&store.table()).await);
    assert_eq!(store.cx.find_one("m").await, ["1"]);
}

#[tokio::test]
async fn an_existing_table_gets_the_family_of_the_stamps() {
    let store = Store::empty().await;
    let plain = rows(&["D", "X"]);
    store.cx.store.create_table(&plain, soon()).await.unwrap();
    store.cx.put_directly("1", "m").await;
    assert!(store.has_waited(&store.table()).await);
    put(&store.table(), "2").await.unwrap();
    assert_eq!(store.cx.find_one("m").await, ["1", "2"]);
}

/// Writes to the dropped table may end in the new one.
#[tokio::test]
async fn the_indexes_of_a_table_that_was_dropped_wait() {
    for had_indexes in [true, false] {
        let store = Store::empty().await;
        let table = store.table();
        if had_indexes {
            store
                .cx
                .table
                .create_all(&declared(), TIMEOUT, &mut |_| {})
                .await
                .unwrap();
        } else {
            store
                .cx
                .store
                .create_table(&declared(), soon())
                .await
                .unwrap();
        }
        // By the clocks that advance.
        store.cx.table.drop_indexes(TIMEOUT).await.unwrap();
        let dropped = store
            .cx
            .store
            .drop_table(&store.cx.definition.table, soon());
        dropped.await.unwrap();
        assert!(store.has_waited(&table).await, "{had_indexes}");
    }
}

#[tokio::test]
async fn a_missing_table_is_not_recorded_as_dropped() {
    let store = Store::empty().await;
    store.table().drop_indexes(TIMEOUT).await.unwrap();
    assert_eq!(store.cx.store.list_tables(soon()).await.unwrap(), []);
    assert!(!store.has_waited(&store.table()).await);
}

/// The response to the creation of the table with the rows is lost, or another process comes first.
#[derive(Debug)]
struct Creating {
    /// Whether the request itself is carried out.
    is_own: bool,
    response: Error,
}

/// Whether a call that creates a table is that of the rows: it is the last of the `tables` that exist then.
async fn creates_rows(store: &Embedded, call: &'static str, tables: usize) -> bool {
    let existing = store.list_tables(soon()).await.unwrap();
    call == "create_table" && existing.len() == tables
}

impl Hook for Creating {
    fn before<'a>(
        &'a self,
        store: &'a Embedded,
        call: &'static str,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            if self.is_own || !creates_rows(store, call, 3).await {
                return Ok(());
            }
            store.create_table(&declared(), deadline).await?;
            Err(self.response.clone())
        })
    }

    fn after<'a>(&'a self, store: &'a Embedded, call: &'static str) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            if creates_rows(store, call, 4).await {
                return Err(self.response.clone());
            }
            Ok(())
        })
    }
}

#[tokio::test]
async fn only_the_identifier_proves_who_has_created_the_table() {
    let table = definition().table;
    let exists = Error::TableExists { table };
    let lost = Error::DeadlineExceeded { doing: "a test" };
    for (is_own, response) in [(true, exists.clone()), (true, lost), (false, exists)] {
        let store = Store::empty().await;
        let creating = Creating { is_own, response };
        let table = store.client(Hooked::new(&store.cx.store, creating));
        assert_eq!(store.has_waited(&table).await, !is_own);
    }
}

/// A writer reads the states before there is a table. Its response is held back until the indexes of the new table
/// are readable.
#[tokio::test]
async fn writers_see_the_table_before_they_read_the_states() {
    let store = Store::empty().await;
    let mut states = TableDescriptor::new(store.cx.definition.states.0.clone());
    states.families = vec![FamilyDescriptor::new("S")].into();
    store.cx.store.create_table(&states, soon()).await.unwrap();
    let held = Held::after(&store.cx.store, "get_many");
    let early = store.client(held.clone());
    let write = put(&early, "1");
    let create = async {
        held.gate.arrived.notified().await;
        assert!(!store.has_waited(&store.table()).await);
        held.gate.open.notify_one();
    };
    let (written, ()) = futures_util::join!(write, create);
    let error = written.unwrap_err();
    assert!(
        matches!(error, IndexError::Backend(Error::TableNotFound { .. })),
        "{error}"
    );
    put(&store.table(), "1").await.unwrap();
    assert_eq!(store.cx.find_one("m").await, ["1"]);
}

/// A program that declares fewer indexes than the table has.
#[tokio::test]
async fn a_table_with_an_index_of_another_program_is_not_dropped() {
    let store = Store::empty().await;
    store
        .table()
        .create_all(&declared(), TIMEOUT, &mut |_| {})
        .await
        .unwrap();
    let mut fewer = definition();
    fewer.indexes.truncate(1);
    let other = store.client_of(store.cx.store.clone(), Arc::new(fewer));
    let error = other.drop_indexes(TIMEOUT).await.unwrap_err();
    assert!(matches!(error, IndexError::NotDeclared { .. }), "{error}");
    assert_eq!(store.phases().await, [Phase::Readable; 2]);
}

#[tokio::test]
async fn a_wrong_descriptor_is_rejected_before_anything_is_created() {
    let store = Store::empty().await;
    let other = TableDescriptor::new(TableName::parse("OTHER").unwrap());
    for (wrong, expected) in [
        (
            other,
            "found the descriptor of OTHER, expected that of USERS",
        ),
        (rows(&["D", "X"]), "lacks the family S of the stamps"),
    ] {
        let error = store.table().create_all(&wrong, TIMEOUT, &mut |_| {}).await;
        let error = error.unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    assert_eq!(store.cx.store.list_tables(soon()).await.unwrap(), []);
}

/// The tables of another namespace.
#[tokio::test]
async fn a_missing_namespace_is_created() {
    let store = Store::empty().await;
    let mut definition = definition();
    let named = |name: &str| TableName::parse(&format!("NEW:{name}")).unwrap();
    (definition.table, definition.states.0) = (named("USERS"), named("INDEXES"));
    definition.indexes.truncate(1);
    definition.indexes[0].table = named("USERS_BY_MAIL");
    let mut declared = declared();
    declared.name = definition.table.clone();
    let table = store.client_of(store.cx.store.clone(), Arc::new(definition));
    table
        .create_all(&declared, TIMEOUT, &mut |_| {})
        .await
        .unwrap();
    assert_eq!(store.clocks.waits(), 0);
    let state = table.state(&named("USERS_BY_MAIL"), soon()).await.unwrap();
    assert_eq!(state.phase, Phase::Readable);
    assert!(table.state(&by_mail(), soon()).await.is_err());
}
