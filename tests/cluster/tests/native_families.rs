//! Scans and gets that read families whole and drop the cells of other columns: the rows are those of reads that name their columns.

use hbase_backend::filter::{Comparator, CompareOp};
use hbase_backend::{
    Backend as _, ColumnSelection, Filter, Get, Mutation, ReadOptions, Row, RowBound, Scan,
};
use hbase_model::TableName;
use hbase_native::{Endpoint, Native, Options};
use hbase_schema_cluster_tests::{Cluster, create_anew, native, soon};

/// Scans, and batches of gets, of one table.
const TURNS: usize = 60;

const DECLARED: [(&str, &str); 3] = [("D1", "B"), ("D1", "D"), ("D2", "B")];

const OTHERS: [(&str, &str); 6] = [
    ("D1", "A"),
    ("D1", "C"),
    ("D1", "DD"),
    ("D1", "E"),
    ("D2", "A"),
    ("D2", "C"),
];

fn cluster() -> Cluster {
    Cluster::from_env().expect("a running HBase")
}

fn create(cluster: &Cluster, name: &str) -> TableName {
    let table = TableName::parse(name).expect("a name");
    let statement = format!(
        "create '{name}', {{NAME => 'D1', VERSIONS => 3}}, 'D2', SPLITS => ['r030', 'r060']"
    );
    create_anew(cluster, name, &[&statement]).expect("a table");
    table
}

/// Writes rows with random columns. Each row has `per_mille` of the undeclared columns, and some rows have no
/// declared one.
async fn fill(backend: &Native, table: &TableName, rng: &mut fastrand::Rng, per_mille: u32) {
    let mut rows = Vec::new();
    for number in 0..90 {
        let mut row = Mutation::new(format!("r{number:03}"));
        let has_declared = rng.u32(..3) > 0;
        let mut columns: Vec<_> = DECLARED
            .iter()
            .filter(|_| has_declared && rng.u32(..3) > 0)
            .collect();
        columns.extend(OTHERS.iter().filter(|_| rng.u32(..1000) < per_mille));
        if columns.is_empty() {
            columns.push(&DECLARED[0]);
        }
        for (family, qualifier) in columns {
            let long = if rng.u32(..20) == 0 { 3000 } else { 4 };
            let value = vec![b'0' + rng.u8(..3); rng.usize(1..=long)];
            row.put(family.as_bytes(), qualifier.as_bytes(), &value)
                .expect("a cell");
        }
        rows.push(row);
    }
    for outcome in backend
        .mutate_many(table, rows, soon())
        .await
        .expect("a batch")
    {
        outcome.expect("a written row");
    }
}

fn random_scan(rng: &mut fastrand::Rng) -> Scan {
    let mut scan = Scan {
        reversed: rng.bool(),
        limit: (rng.u32(..3) > 0).then(|| rng.u64(1..60)),
        caching: (rng.u32(..3) > 0).then(|| rng.u32(1..20)),
        max_result_bytes: rng.bool().then(|| rng.u64(1..5000)),
        ..Scan::default()
    };
    let mut row = || RowBound::Included(format!("r{:03}", rng.u32(..90)).into_bytes());
    let (mut start, mut stop) = (row(), row());
    let is_ordered = format!("{start:?}") <= format!("{stop:?}");
    if is_ordered == scan.reversed {
        std::mem::swap(&mut start, &mut stop);
    }
    if rng.bool() {
        (scan.start, scan.stop) = (start, stop);
    }
    scan.read = ReadOptions {
        max_versions: if rng.u32(..8) == 0 { 2 } else { 1 },
        whole_families: true,
        ..ReadOptions::default()
    };
    match rng.u32(..4) {
        0 => scan.read.columns.push(ColumnSelection {
            family: b"D2".as_slice().into(),
            qualifiers: Vec::new(),
        }),
        1 => scan.read.add_column(b"D2", b"B"),
        _ => {}
    }
    scan.read.add_column(b"D1", b"B");
    scan.read.add_column(b"D1", b"D");
    scan.read.filter = random_filter(rng);
    scan
}

fn random_filter(rng: &mut fastrand::Rng) -> Option<Filter> {
    let of_value = |qualifier: &[u8], rng: &mut fastrand::Rng| Filter::ColumnValue {
        family: b"D1".to_vec(),
        qualifier: qualifier.to_vec(),
        op: CompareOp::GreaterOrEqual,
        comparator: Comparator::Binary(vec![b'0' + rng.u8(..3)]),
        filter_if_missing: rng.bool(),
        latest_version_only: true,
    };
    match rng.u32(..5) {
        0 => Some(of_value(b"B", rng)),
        1 => Some(Filter::Or(vec![of_value(b"B", rng), of_value(b"D", rng)])),
        // The column is not among those that are read, so it counts as missing.
        2 => Some(of_value(b"E", rng)),
        _ => None,
    }
}

/// Gets of random rows, in runs of the same columns; some rows do not exist.
fn random_gets(rng: &mut fastrand::Rng) -> Vec<Get> {
    let mut gets = Vec::new();
    for _ in 0..rng.usize(1..4) {
        let read = random_scan(rng).read;
        let existence_only = rng.u32(..8) == 0;
        gets.extend((0..rng.usize(1..200)).map(|_| Get {
            row: format!("r{:03}", rng.u32(..95)).into_bytes(),
            read: read.clone(),
            existence_only,
        }));
    }
    gets
}

async fn rows(backend: &Native, table: &TableName, scan: Scan) -> Vec<Row> {
    let mut scanner = backend.scan(table, scan, soon()).await.expect("a scanner");
    let mut rows = Vec::new();
    loop {
        let batch = scanner.next_batch(soon()).await.expect("a batch");
        if batch.is_empty() {
            return rows;
        }
        rows.extend(batch);
    }
}

#[tokio::test]
async fn the_rows_are_those_of_named_columns() {
    let seed = fastrand::u64(..);
    let mut rng = fastrand::Rng::with_seed(seed);
    let cluster = cluster();
    for per_mille in [0, 100, 400, 950] {
        let table = create(&cluster, "WHOLE_FAMILIES");
        let mut backend = native(&cluster);
        for _ in 0..3 {
            fill(&backend, &table, &mut rng, per_mille).await;
        }
        for turn in 0..TURNS {
            // Another client knows nothing of the table.
            if rng.u32(..3) == 0 {
                backend = native(&cluster);
            }
            let of = format!("seed {seed}, {per_mille} ‰, turn {turn}");
            check_scan(&backend, &table, random_scan(&mut rng), &of).await;
            check_gets(&backend, &table, random_gets(&mut rng), &of).await;
        }
    }
}

async fn check_scan(backend: &Native, table: &TableName, scan: Scan, of: &str) {
    let mut named = scan.clone();
    named.read.whole_families = false;
    let expected = rows(backend, table, named).await;
    let found = rows(backend, table, scan.clone()).await;
    assert_eq!(found, expected, "{of}: {scan:?}");
}

async fn check_gets(backend: &Native, table: &TableName, gets: Vec<Get>, of: &str) {
    let mut named = gets.clone();
    for get in &mut named {
        get.read.whole_families = false;
    }
    let expected = backend.get_many(table, &named, soon()).await;
    let found = backend.get_many(table, &gets, soon()).await;
    let (expected, found) = (expected.expect("named columns"), found.expect("families"));
    for ((get, found), expected) in gets.iter().zip(found).zip(expected) {
        assert_eq!(found, expected, "{of}: {get:?}");
    }
}

/// A get of whole families has a limit of cells. A row with more is read again by name.
#[tokio::test]
async fn rows_with_very_many_other_columns_are_complete() {
    let cluster = cluster();
    let table = create(&cluster, "WHOLE_FAMILIES_WIDE");
    let backend = native(&cluster);
    let mut gets = Vec::new();
    for (number, others) in [0, 1, 60, 70, 75, 76, 77, 80, 100, 5000].iter().enumerate() {
        let key = format!("r{number:03}");
        let mut row = Mutation::new(key.clone());
        for other in 0..*others {
            let name = format!("A{other:05}");
            row.put(b"D1", name.as_bytes(), b"other").expect("a cell");
        }
        for name in [b"A", b"Z"] {
            row.put(b"D1", name, b"kept").expect("a cell");
        }
        backend
            .mutate(&table, row, soon())
            .await
            .expect("a written row");
        let mut get = Get::new(key);
        get.read.add_column(b"D1", b"A");
        get.read.add_column(b"D1", b"Z");
        get.read.add_column(b"D2", b"Z");
        get.read.whole_families = true;
        gets.push(get);
    }
    for _ in 0..3 {
        let read = backend.get_many(&table, &gets, soon());
        for row in read.await.expect("a batch") {
            assert_eq!(row.expect("a row").cells().count(), 2);
        }
    }
}

/// A value that is too long for any response: only the named columns can be read.
#[tokio::test]
async fn a_large_value_of_another_column_fails_no_read() {
    let cluster = cluster();
    let table = create(&cluster, "WHOLE_FAMILIES_LARGE");
    let backend = Native::new(
        [endpoint(&cluster)],
        Options::default().response_bytes(4 << 20),
    );
    // More than the first gets and rows, which alone read whole families while nothing is known.
    for number in 0..150 {
        let mut row = Mutation::new(format!("r{number:03}"));
        row.put(b"D1", b"B", b"kept").expect("a cell");
        if number == 7 {
            row.put(b"D1", b"A", &vec![1; 6 << 20]).expect("a cell");
        }
        backend
            .mutate(&table, row, soon())
            .await
            .expect("a written row");
    }
    let mut scan = Scan::new();
    scan.read.add_column(b"D1", b"B");
    scan.read.whole_families = true;
    let gets: Vec<Get> = (0..150)
        .map(|number| Get {
            row: format!("r{number:03}").into_bytes(),
            read: scan.read.clone(),
            existence_only: false,
        })
        .collect();
    for _ in 0..2 {
        assert_eq!(rows(&backend, &table, scan.clone()).await.len(), 150);
        let read = backend.get_many(&table, &gets, soon());
        assert_eq!(read.await.expect("a batch").iter().flatten().count(), 150);
    }
}

fn endpoint(cluster: &Cluster) -> Endpoint {
    let (host, port) = cluster.master.rsplit_once(':').expect("host:port");
    Endpoint::new(host, port.parse().expect("a port"))
}
