//! The tables of a schedule: rows with one indexed value, and the row's value by the store itself.

use std::sync::Arc;
use std::time::Duration;

use hbase_backend::{Backend, Deadline, Get, Mutation, Row};
use hbase_index::{IndexDefinition, TableDefinition};
use hbase_model::{FamilyDescriptor, Splits, TableDescriptor, TableName};

/// Rows of a schedule.
pub(crate) const ROWS: usize = 2;
/// The indexed values are below this.
pub(crate) const VALUES: u8 = 3;

pub(crate) fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(60))
}

/// The key of a schedule's row.
pub(crate) fn row_key(number: u64, row: usize) -> Vec<u8> {
    let row = u8::try_from(row).expect("few rows");
    [&number.to_be_bytes() as &[u8], &[row]].concat()
}

/// An indexed value of a schedule.
pub(crate) fn value_of(number: u64, value: u8) -> Vec<u8> {
    [&number.to_be_bytes() as &[u8], &[value]].concat()
}

fn name(prefix: &str, number: Option<u64>) -> TableName {
    let number = number.map_or_else(|| "SHARED".to_owned(), |number| number.to_string());
    TableName::parse(&format!("SCHEDULE_{prefix}_{number}")).expect("a name")
}

/// The definition of a schedule's table, or of the one that all schedules share.
pub(crate) fn definition(number: Option<u64>) -> Arc<TableDefinition> {
    let column = (b"D".to_vec(), b"V".to_vec());
    let index = IndexDefinition {
        table: name("I", number),
        column: (b"E".to_vec(), Vec::new()),
        ttl: None,
        splits: Splits::None,
        buckets: None,
        depends_on: vec![column],
        encoding: "bytes9".to_owned(),
        values: Arc::new(|row: &Row| {
            let value = row.value(b"D", b"V");
            Ok(value.map(<[u8]>::to_vec).into_iter().collect())
        }),
    };
    Arc::new(TableDefinition {
        table: name("T", number),
        families: vec![b"D".to_vec()],
        stamp: (b"S".to_vec(), b"S".to_vec()),
        states: (name("S", number), b"S".to_vec()),
        indexes: vec![index],
    })
}

/// Creates the table and that of the states; the index is built.
pub(crate) async fn create(store: &dyn Backend, definition: &TableDefinition) {
    let mut table = TableDescriptor::new(definition.table.clone());
    table.families = vec![FamilyDescriptor::new("D"), FamilyDescriptor::new("S")].into();
    store.create_table(&table, soon()).await.expect("a table");
    let mut states = TableDescriptor::new(definition.states.0.clone());
    states.families = vec![FamilyDescriptor::new("S")].into();
    store.create_table(&states, soon()).await.expect("a table");
}

/// Removes a schedule's rows and entries from a table that others use after it.
pub(crate) async fn wipe(store: &dyn Backend, definition: &TableDefinition, number: u64) {
    for row in 0..ROWS {
        let key = row_key(number, row);
        let mut deletion = Mutation::new(key.clone());
        deletion.delete_row(None);
        let deleted = store.mutate(&definition.table, deletion, soon()).await;
        deleted.expect("a deletion");
        for value in 0..VALUES {
            let entry = [value_of(number, value), key.clone()].concat();
            let mut deletion = Mutation::new(entry);
            deletion.delete_row(None);
            let index = &definition.indexes[0].table;
            store
                .mutate(index, deletion, soon())
                .await
                .expect("a deletion");
        }
    }
}

pub(crate) async fn drop_all(store: &dyn Backend, definition: &TableDefinition) {
    let index = &definition.indexes[0].table;
    for table in [&definition.table, index, &definition.states.0] {
        let _ = store.drop_table(table, soon()).await;
    }
}

/// A put of the indexed value.
pub(crate) fn put(number: u64, row: usize, value: u8) -> Mutation {
    let mut put = Mutation::new(row_key(number, row));
    put.put(b"D", b"V", &value_of(number, value))
        .expect("a small cell");
    put
}

/// The rows' current values, by the store.
pub(crate) async fn current(
    store: &dyn Backend,
    definition: &TableDefinition,
    number: u64,
) -> [Option<u8>; ROWS] {
    let mut values = [None; ROWS];
    for (row, value) in values.iter_mut().enumerate() {
        let mut get = Get::new(row_key(number, row));
        get.read.add_family(b"D");
        let found = store.get(&definition.table, &get, soon()).await;
        let found = found.expect("a get");
        *value = found.as_ref().and_then(value_in);
    }
    values
}

/// The schedule's value in a row.
pub(crate) fn value_in(row: &Row) -> Option<u8> {
    row.value(b"D", b"V")
        .and_then(|value| value.last().copied())
}
