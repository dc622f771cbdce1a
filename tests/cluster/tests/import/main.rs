//! A real table into a real `HBase` by the native client, and back: 336,776 flights from CSV, Parquet and `SQLite`, compared cell
//! by cell; and running numbers of two loaders.

mod flights;
mod numbers;
mod sqlite;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hbase_backend::{Backend, Deadline, Row, Scan};
use hbase_model::{DescribedTable, TableName};
use hbase_schema_cluster_tests::{Cluster, native};
use hbase_schema_import::{
    CsvSource, CsvWriter, ExportOptions, ExportPlan, ImportOptions, Input, ParquetCompression,
    ParquetSource, ParquetWriter, Plan, RowWriter, Source, Target, export, import,
};

pub(crate) const TIMEOUT: Duration = Duration::from_mins(1);

pub(crate) fn soon() -> Deadline {
    Deadline::after(TIMEOUT)
}

pub(crate) fn client() -> Arc<dyn Backend> {
    let cluster = Cluster::from_env().expect("a running HBase");
    Arc::new(native(&cluster))
}

/// Creates an empty table.
pub(crate) async fn create(backend: &dyn Backend, table: &DescribedTable) {
    let name = &table.descriptor.name;
    // It may be there already.
    let _ = backend.create_namespace(name.namespace(), soon()).await;
    backend
        .create_table(&table.descriptor, soon())
        .await
        .unwrap();
}

async fn import_into(
    backend: &Arc<dyn Backend>,
    table: &DescribedTable,
    source: Box<dyn Source>,
    folder: &Path,
) {
    let name = table.descriptor.name.to_string().replace(':', ".");
    let plan = Plan::build(&*source, &flights::mapping(), &Target::Struct(table)).unwrap();
    let mut options = ImportOptions::new("hbase", folder.join(format!("{name}.rejects")));
    options.checkpoint = Some(folder.join(format!("{name}.checkpoint")));
    options.timeout = TIMEOUT;
    let started = Instant::now();
    let report = import(source, plan, Arc::clone(backend), &options, &mut |_| ()).await;
    let counts = report.unwrap().counts;
    println!("{name}: imported in {:?}", started.elapsed());
    assert_eq!(
        (counts.rows, counts.written),
        (flights::COUNT, flights::COUNT)
    );
}

async fn export_from(
    backend: &dyn Backend,
    table: &DescribedTable,
    out: &mut (dyn RowWriter + Send),
) {
    let plan = ExportPlan::new(table).unwrap();
    let query = plan.query(&[]).unwrap();
    let started = Instant::now();
    let summary = export(&plan, backend, &query, &ExportOptions::default(), out)
        .await
        .unwrap();
    println!(
        "{}: exported in {:?}",
        table.descriptor.name,
        started.elapsed()
    );
    assert_eq!(summary.rows, flights::COUNT);
}

/// The cells of a table without their timestamps, as one hash for each row.
async fn rows(backend: &dyn Backend, table: &TableName) -> BTreeSet<(Vec<u8>, Vec<u8>)> {
    let mut scanner = backend.scan(table, Scan::new(), soon()).await.unwrap();
    let mut rows = BTreeSet::new();
    loop {
        let batch: Vec<Row> = scanner.next_batch(soon()).await.unwrap();
        if batch.is_empty() {
            return rows;
        }
        for row in batch {
            let mut cells = Vec::new();
            for cell in row.cells() {
                let lengths = [cell.family.len(), cell.qualifier.len(), cell.value.len()];
                cells.extend(lengths.iter().flat_map(|length| length.to_be_bytes()));
                cells.extend([cell.family, cell.qualifier, cell.value].concat());
            }
            rows.insert((row.key().to_vec(), cells));
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_flights_are_the_same_after_imports_and_exports() {
    let csv = flights::file();
    let folder = std::env::temp_dir().join(format!("hbase-schema-flights-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let backend = client();
    let (of_csv, of_parquet) = (flights::table("FROM_CSV"), flights::table("FROM_PARQUET"));
    for table in [&of_csv, &of_parquet] {
        create(&*backend, table).await;
    }
    let source = CsvSource::open(Input::File(csv.clone()), flights::mapping().csv).unwrap();
    import_into(&backend, &of_csv, Box::new(source), &folder).await;
    let exported = folder.join("flights.csv");
    let file = std::io::BufWriter::new(std::fs::File::create(&exported).unwrap());
    export_from(&*backend, &of_csv, &mut CsvWriter::new(file)).await;
    assert!(
        flights::rows(&csv) == flights::rows(&exported),
        "the files differ"
    );

    let parquet = folder.join("flights.parquet");
    let file = std::fs::File::create(&parquet).unwrap();
    let mut out = ParquetWriter::new(file, ParquetCompression::Zstd);
    export_from(&*backend, &of_csv, &mut out).await;
    let source = ParquetSource::open(Input::File(parquet), &flights::mapping()).unwrap();
    import_into(&backend, &of_parquet, Box::new(source), &folder).await;
    let found = rows(&*backend, &of_parquet.descriptor.name).await;
    assert!(
        found == rows(&*backend, &of_csv.descriptor.name).await,
        "the tables differ"
    );
    let of_sqlite = sqlite::import(&csv, &folder);
    let found = rows(&*backend, &of_sqlite).await;
    assert!(
        found == rows(&*backend, &of_csv.descriptor.name).await,
        "the table of the database differs"
    );
    let (of_csv, of_parquet) = (&of_csv.descriptor.name, &of_parquet.descriptor.name);
    for name in [of_csv, of_parquet, &of_sqlite] {
        backend.drop_table(name, soon()).await.unwrap();
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
