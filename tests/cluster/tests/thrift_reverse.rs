//! Reversed scans through the gateway, with filters that `HBase` itself evaluates incorrectly in reverse.

use hbase_backend::{Backend, Comparator, CompareOp, Error, Filter, Mutation, Result, Scan};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_schema_cluster_tests::{Cluster, Oracle, soon, thrift};
use hbase_schema_embedded::Embedded;
use hbase_schema_thrift::{Options, Thrift};

const COLUMNS: [&[u8]; 4] = [b"a", b"b", b"c", b"d"];

fn table(name: &'static str) -> TableDescriptor {
    let mut table = TableDescriptor::new(TableName::from_static("default", name));
    table.families = vec![FamilyDescriptor::new("f"), FamilyDescriptor::new("g")].into();
    table
}

async fn fill(backend: &dyn Backend, table: &TableDescriptor) {
    backend
        .create_table(table, soon())
        .await
        .expect("a new table");
    for row in ["r1", "r2", "r3"] {
        let mut put = Mutation::new(row);
        for (family, column) in [b"f", b"g"].iter().flat_map(|f| COLUMNS.map(|c| (f, c))) {
            put.put_at(*family, column, 5, column).expect("short");
        }
        backend
            .mutate(&table.name, put, soon())
            .await
            .expect("a put");
    }
}

/// The cells of a reversed scan as texts.
async fn cells(backend: &dyn Backend, table: &TableName, filter: Filter) -> Result<Vec<String>> {
    let mut scan = Scan::new();
    scan.reversed = true;
    scan.read.filter = Some(filter);
    let mut scanner = backend.scan(table, scan, soon()).await?;
    let mut found = Vec::new();
    loop {
        let rows = scanner.next_batch(soon()).await?;
        if rows.is_empty() {
            return Ok(found);
        }
        found.extend(rows.iter().flat_map(|row| {
            let cells = row.cells();
            cells.map(|cell| format!("{cell:?}")).collect::<Vec<_>>()
        }));
    }
}

fn client() -> Thrift {
    let cluster = Cluster::from_env().expect("a running HBase");
    thrift(&cluster.thrift, &Options::default()).expect("a gateway")
}

fn prefix(prefix: &[u8]) -> Filter {
    Filter::QualifierPrefix(prefix.to_vec())
}

fn value(op: CompareOp, value: &[u8]) -> Filter {
    Filter::Value(op, Comparator::Binary(value.to_vec()))
}

fn range(min: &[u8], max: &[u8]) -> Filter {
    Filter::QualifierRange {
        min: Some(min.to_vec()),
        min_inclusive: true,
        max: Some(max.to_vec()),
        max_inclusive: false,
    }
}

fn column_value(family: &[u8], filter_if_missing: bool) -> Filter {
    Filter::ColumnValue {
        family: family.to_vec(),
        qualifier: b"b".to_vec(),
        op: CompareOp::Equal,
        comparator: Comparator::Binary(b"b".to_vec()),
        filter_if_missing,
        latest_version_only: true,
    }
}

/// `Or`s with hints, and column values together with a second family.
fn filters() -> Vec<Filter> {
    let and = |filters: &[Filter]| Filter::And(filters.to_vec());
    let or = |filters: &[Filter]| Filter::Or(filters.to_vec());
    let first = value(CompareOp::Equal, b"a");
    vec![
        or(&[prefix(b"c")]),
        or(&[prefix(b"c"), first.clone()]),
        or(&[first.clone(), prefix(b"c"), range(b"d", b"x")]),
        or(&[
            and(&[prefix(b"c"), value(CompareOp::Less, b"x")]),
            first.clone(),
        ]),
        and(&[
            or(&[range(b"b", b"d"), first]),
            value(CompareOp::NotEqual, b"c"),
        ]),
        or(&[
            Filter::QualifierPrefixes(vec![b"b".to_vec(), b"d".to_vec()]),
            prefix(b"a"),
        ]),
        column_value(b"f", true),
        column_value(b"g", false),
        or(&[column_value(b"f", true), Filter::RowPrefix(b"r2".to_vec())]),
        and(&[column_value(b"f", true), prefix(b"b")]),
        Filter::Skip(Box::new(column_value(b"g", true))),
    ]
}

#[tokio::test]
async fn what_is_sent_finds_what_the_embedded_store_finds() {
    let (client, store) = (client(), Embedded::memory().expect("a store in memory"));
    let table = table("reverse_sent");
    fill(&client, &table).await;
    fill(&store, &table).await;
    for filter in filters() {
        let expected = cells(&store, &table.name, filter.clone())
            .await
            .expect("cells");
        let found = cells(&client, &table.name, filter.clone()).await;
        assert!(!expected.is_empty(), "{filter:?}");
        assert_eq!(found.expect("cells"), expected, "{filter:?}");
    }
}

/// The fault of `HBase` that the docs of `Filter::Or` describe: once it is fixed, hints can be sent.
#[tokio::test]
async fn hbase_itself_loses_cells_by_hints_in_an_or() {
    let (client, oracle) = (client(), Oracle::shared());
    let table = table("reverse_lost");
    fill(&client, &table).await;
    for hint in [
        prefix(b"c"),
        range(b"c", b"d"),
        Filter::QualifierPrefixes(vec![b"c".to_vec()]),
    ] {
        let all = cells(&*oracle, &table.name, hint.clone())
            .await
            .expect("cells");
        assert_eq!(all.len(), 6);
        let found = cells(&*oracle, &table.name, Filter::Or(vec![hint])).await;
        assert_eq!(found.expect("cells"), [] as [String; 0]);
    }
}

#[tokio::test]
async fn what_would_lose_cells_is_refused() {
    let client = client();
    let filter = Filter::Or(vec![prefix(b"c"), Filter::FirstKeyOnly]);
    let error = cells(&client, &TableName::from_static("default", "any"), filter).await;
    let error = error.expect_err("refused");
    assert!(matches!(error, Error::Unsupported { .. }), "{error}");
}
