//! The surprising behaviour of `HBase` that the docs of filters describe.

use hbase_backend::{Backend, Comparator, CompareOp, Filter, Get, Mutation};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_schema_cluster_tests::{Oracle, soon};
use hbase_schema_embedded::Embedded;

/// Families `f` and `g`, in each the column `a`.
async fn fill(backend: &dyn Backend) -> TableName {
    let name = TableName::from_static("default", "filters_on_demand");
    let mut table = TableDescriptor::new(name.clone());
    table.families = vec![FamilyDescriptor::new("f"), FamilyDescriptor::new("g")].into();
    backend
        .create_table(&table, soon())
        .await
        .expect("a new table");
    let mut put = Mutation::new("r");
    for (family, column) in [(b"f", b"a"), (b"g", b"a"), (b"g", b"b")] {
        put.put_at(family, column, 5, b"v").expect("short");
    }
    backend.mutate(&name, put, soon()).await.expect("a put");
    name
}

/// Number of cells that a get with an offset returns.
async fn cells(backend: &dyn Backend, table: &TableName, filter_if_missing: bool) -> usize {
    let mut get = Get::new("r");
    get.read.store_limit = Some(5);
    get.read.store_offset = 1;
    get.read.filter = Some(Filter::ColumnValue {
        family: b"f".to_vec(),
        qualifier: b"a".to_vec(),
        op: CompareOp::Equal,
        comparator: Comparator::Binary(b"v".to_vec()),
        filter_if_missing,
        latest_version_only: true,
    });
    let row = backend.get(table, &get, soon()).await.expect("an answer");
    row.map_or(0, |row| row.cells().count())
}

#[tokio::test]
async fn an_offset_past_the_columns_family_hides_the_other_families() {
    let (hbase, store) = (
        Oracle::shared(),
        Embedded::memory().expect("a store in memory"),
    );
    for (backend, on_demand) in [(&*hbase as &dyn Backend, 0), (&store, 1)] {
        let table = fill(backend).await;
        assert_eq!(cells(backend, &table, false).await, 1, "{}", backend.name());
        assert_eq!(
            cells(backend, &table, true).await,
            on_demand,
            "{}",
            backend.name()
        );
    }
}
