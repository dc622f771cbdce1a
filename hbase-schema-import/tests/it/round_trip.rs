//! Exports are the inverse of imports: every type, NULL and empty values, cell by cell.

mod conditions;

use std::path::Path;
use std::time::Duration;

use hbase_backend::{Row, Scan};
use hbase_model::DescribedTable;
use hbase_model::time::LAST_MS;
use hbase_schema::{Connection, HTable, TimeOfDay, Timestamp};
use hbase_schema_import::{
    CompressedFile, CsvSource, CsvWriter, DryOptions, ExportError, ExportOptions, ExportPlan,
    ExportQuery, ExportSummary, ImportOptions, Input, JsonLinesSource, JsonLinesWriter, Mapping,
    ParquetCompression, ParquetSource, ParquetWriter, Plan, RowWriter, Source, Target, dry_run,
    export, import,
};

/// A column of each type, in a table with a salted binary key.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:EVERY_TYPE")]
#[rowkey(salt = buckets(4))]
#[family("D1")]
#[family("D2")]
struct Every {
    #[rowkey(salt)]
    id: i64,
    #[rowkey(reverse_ts)]
    at: Timestamp,
    #[rowkey]
    code: Vec<u8>,
    #[family("D1")]
    small: Option<i8>,
    #[family("D1")]
    large: Option<u64>,
    #[family("D1")]
    wide: Option<u128>,
    #[family("D1")]
    wide_signed: Option<i128>,
    #[family("D1")]
    single: Option<f32>,
    #[family("D1")]
    double: Option<f64>,
    #[family("D1")]
    flag: Option<bool>,
    #[family("D1")]
    note: Option<String>,
    #[family("D1")]
    raw: Option<Vec<u8>>,
    #[family("D1")]
    changed: Option<Timestamp>,
    #[family("D1")]
    opens: Option<TimeOfDay>,
    #[family("D1")]
    #[column(text)]
    digits: Option<u32>,
    #[family("D1")]
    #[column(text)]
    moment: Option<chrono::DateTime<chrono::Utc>>,
    #[family("D1")]
    #[column(text)]
    written: Option<Timestamp>,
    #[family("D1")]
    #[column(json)]
    extra: Option<Vec<u32>>,
    #[family("D1")]
    #[column(json)]
    status: Option<String>,
    #[family("D1")]
    #[column(json)]
    ratio: Option<f64>,
    #[family("D2")]
    #[column("NOTE")]
    other_note: Option<String>,
}

fn time(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn rows() -> Vec<Every> {
    let full = Every {
        id: i64::MIN,
        at: time("2015-12-26T12:24:00.007Z"),
        code: vec![0, 0xff, b'\\', b','],
        small: Some(-128),
        large: Some(u64::MAX),
        wide: Some(u128::MAX),
        wide_signed: Some(i128::MIN),
        single: Some(0.1),
        double: Some(-0.0),
        flag: Some(true),
        note: Some("a \"b\",\r\nc 中文".to_owned()),
        raw: Some(vec![0, 10, 0xff]),
        changed: Some(time("1970-01-01T00:00:00Z")),
        opens: Some("23:59:59.999".parse().unwrap()),
        digits: Some(7),
        moment: Some("2015-12-26T12:24:00Z".parse().unwrap()),
        written: Some(time("2015-12-26T12:24:00Z")),
        extra: Some(vec![1, 2]),
        status: Some("Active".to_owned()),
        ratio: Some(1.0),
        other_note: Some("another".to_owned()),
    };
    let empty = Every {
        id: 1,
        note: Some(String::new()),
        raw: Some(Vec::new()),
        small: None,
        large: None,
        wide: Some(7),
        wide_signed: None,
        single: Some(f32::INFINITY),
        double: Some(1e300),
        flag: None,
        changed: None,
        opens: None,
        digits: None,
        moment: None,
        written: None,
        extra: None,
        status: Some("123".to_owned()),
        ratio: Some(1e300),
        other_note: None,
        ..full.clone()
    };
    let words = ["NULL", "\\N", " x ", "-0", "é"];
    let more = words.iter().zip(2..).map(|(word, id)| Every {
        id,
        note: Some((*word).to_owned()),
        status: Some((*word).to_owned()),
        double: Some(f64::MIN_POSITIVE),
        ..empty.clone()
    });
    // Their shortest digits, written without an exponent, would be other integers.
    let whole = Every {
        id: 100,
        single: Some(1e15),
        double: Some(1e23),
        ..full.clone()
    };
    [full.clone(), empty.clone(), whole]
        .into_iter()
        .chain(more)
        .collect()
}

/// The last millisecond that is one in microseconds too, in which Parquet files are read.
const MOST_MS: i64 = i64::MAX / 1000;

/// The rows, and some with times that keys do not have.
fn rows_of_all_times() -> Vec<Every> {
    let mut rows = rows();
    let row = rows[1].clone();
    let early = [
        -1,
        -315_619_200_000,
        -62_167_219_200_000,
        -62_167_219_200_001,
    ];
    let times = early.into_iter().chain([LAST_MS + 1, MOST_MS]);
    rows.extend(times.zip(200..).map(|(ms, id)| Every {
        id,
        changed: Some(Timestamp::from_millis(ms)),
        ..row.clone()
    }));
    rows
}

async fn cells(db: &Connection, table: &DescribedTable) -> Vec<(Vec<u8>, Vec<u8>, Vec<u8>)> {
    let deadline = hbase_backend::Deadline::after(Duration::from_secs(10));
    let name = &table.descriptor.name;
    let mut scanner = db
        .backend()
        .scan(name, Scan::new(), deadline)
        .await
        .unwrap();
    let mut cells = Vec::new();
    loop {
        let batch: Vec<Row> = scanner.next_batch(deadline).await.unwrap();
        if batch.is_empty() {
            return cells;
        }
        for row in &batch {
            for cell in row.cells() {
                let column = [cell.family, b":", cell.qualifier].concat();
                cells.push((cell.row.to_vec(), column, cell.value.to_vec()));
            }
        }
    }
}

/// A format of files, and the compression of a Parquet file.
#[derive(Clone, Copy, Debug)]
enum Format {
    Csv,
    JsonLines,
    Parquet(ParquetCompression),
}

const FORMATS: [Format; 6] = [
    Format::Csv,
    Format::JsonLines,
    Format::Parquet(ParquetCompression::None),
    Format::Parquet(ParquetCompression::Snappy),
    Format::Parquet(ParquetCompression::Gzip),
    Format::Parquet(ParquetCompression::Zstd),
];

impl Format {
    fn writer(self, path: &Path) -> Box<dyn RowWriter + Send> {
        let file = std::fs::File::create(path).unwrap();
        match self {
            Self::Csv => Box::new(CsvWriter::new(file)),
            Self::JsonLines => Box::new(JsonLinesWriter::new(file)),
            Self::Parquet(compression) => Box::new(ParquetWriter::new(file, compression)),
        }
    }

    fn source(self, path: &Path) -> Box<dyn Source> {
        let input = Input::File(path.to_owned());
        let mapping = Mapping::default();
        match self {
            Self::Csv => Box::new(CsvSource::open(input, mapping.csv).unwrap()),
            Self::JsonLines => Box::new(JsonLinesSource::open(input, None, &[]).unwrap()),
            Self::Parquet(_) => Box::new(ParquetSource::open(input, &mapping).unwrap()),
        }
    }
}

async fn exported(
    plan: &ExportPlan,
    db: &Connection,
    query: &ExportQuery,
    out: &mut (dyn RowWriter + Send),
) -> Result<ExportSummary, ExportError> {
    export(plan, &*db.backend(), query, &ExportOptions::default(), out).await
}

async fn written(db: &Connection, plan: &ExportPlan, path: &Path, format: Format) -> u64 {
    let mut writer = format.writer(path);
    let query = plan.query(&[]).unwrap();
    let exported = exported(plan, db, &query, &mut *writer).await;
    exported.unwrap().rows
}

async fn table_of(rows: Vec<Every>) -> Connection {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Every>().await.unwrap();
    db.put_many(rows).await.unwrap();
    db
}

#[tokio::test]
async fn every_cell_is_the_same_after_an_export_and_an_import() {
    let table = Every::SCHEMA.describe();
    let db = table_of(rows_of_all_times()).await;
    let plan = ExportPlan::new(&table).unwrap();
    for format in FORMATS {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows");
        let count = written(&db, &plan, &path, format).await;
        assert_eq!(count, rows_of_all_times().len() as u64);
        let source = format.source(&path);
        let other = table_of(Vec::new()).await;
        let target = Target::Struct(&table);
        let import_plan = Plan::build(&*source, &Mapping::default(), &target).unwrap();
        let options = ImportOptions::new("memory:", folder.path().join("rejects.csv"));
        let report = import(source, import_plan, other.backend(), &options, &mut |_| ()).await;
        let rejects = std::fs::read_to_string(folder.path().join("rejects.csv"));
        let rejects = rejects.unwrap_or_default();
        let written = report.unwrap().counts.written;
        assert_eq!(
            written,
            rows_of_all_times().len() as u64,
            "{format:?}: {rejects}"
        );
        let (found, expected) = (cells(&other, &table).await, cells(&db, &table).await);
        assert_eq!(found, expected, "{format:?}");
    }
}

/// Compressed by the end of the name, and read back.
#[tokio::test]
async fn exports_are_compressed_by_their_names() {
    let db = table_of(rows()).await;
    let table = Every::SCHEMA.describe();
    let plan = ExportPlan::new(&table).unwrap();
    for (name, head) in [
        ("rows.csv.gz", [0x1f, 0x8b]),
        ("rows.csv.zst", [0x28, 0xb5]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        let file = std::fs::File::create(&path).unwrap();
        let mut out = CsvWriter::new(CompressedFile::new(name, file).unwrap());
        let query = plan.query(&[]).unwrap();
        let exported = exported(&plan, &db, &query, &mut out).await;
        assert_eq!(exported.unwrap().rows, rows().len() as u64);
        assert_eq!(std::fs::read(&path).unwrap()[..2], head);
        let source = Format::Csv.source(&path);
        let plan = Plan::build(&*source, &Mapping::default(), &Target::Struct(&table)).unwrap();
        let report = dry_run(source, plan, &DryOptions::default()).await.unwrap();
        assert_eq!(report.counts.written, rows().len() as u64);
    }
}

/// A cell that its column's type cannot read ends the export: the file would lack it.
#[tokio::test]
async fn a_row_that_is_none_of_the_struct_is_an_error() {
    let table = Every::SCHEMA.describe();
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Every>().await.unwrap();
    let row = rows().remove(1);
    db.mutate(&row.key())
        .put_raw("D1", b"SMALL", b"xx")
        .await
        .unwrap();
    let plan = ExportPlan::new(&table).unwrap();
    let mut out = CsvWriter::new(Vec::new());
    let query = plan.query(&[]).unwrap();
    let error = exported(&plan, &db, &query, &mut out).await;
    let error = error.unwrap_err().to_string();
    assert!(
        error.contains("column D1:SMALL: found 2 bytes, expected 1"),
        "{error}"
    );
    let one = ExportOptions {
        max_errors: 1,
        ..ExportOptions::default()
    };
    let mut out = CsvWriter::new(Vec::new());
    let summary = export(&plan, &*db.backend(), &query, &one, &mut out)
        .await
        .unwrap();
    assert_eq!((summary.rows, summary.undecodable), (0, 1));
    assert_eq!(summary.errors, [error]);
}

/// If such a cell were copied unchanged, it would end an object of the file, or a line.
#[tokio::test]
async fn a_json_cell_that_is_no_json_is_an_error() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Every>().await.unwrap();
    let row = rows().remove(1);
    db.mutate(&row.key())
        .put_raw("D1", b"EXTRA", b"{")
        .await
        .unwrap();
    let plan = ExportPlan::new(&Every::SCHEMA.describe()).unwrap();
    let mut out = JsonLinesWriter::new(Vec::new());
    let query = plan.query(&[]).unwrap();
    let error = exported(&plan, &db, &query, &mut out).await.unwrap_err();
    assert!(matches!(error, ExportError::Row { .. }), "{error}");
    let error = error.to_string();
    assert!(error.contains("column D1:EXTRA: expected JSON"), "{error}");
}
