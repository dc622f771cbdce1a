//! The names of columns in files, if qualifiers are bytes or have the names of fields.

use hbase_schema::HTable;
use hbase_schema_import::{
    CsvSource, CsvWriter, ExportColumn, ExportOptions, ExportPlan, ImportOptions, Input, Mapping,
    Plan, Target, export, import,
};

/// `sky`, whose qualifier is not text, has the name of the qualifier of `cloud`.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("sky:names", naming = hbase)]
#[family("D1")]
struct Weather {
    #[rowkey]
    id: u64,
    #[column(b"\x80")]
    sky: String,
    #[column("sky")]
    cloud: String,
    #[column(b"\x81")]
    wind: String,
}

fn rows() -> Vec<Weather> {
    let text = |text: &str, id: u64| format!("{text} {id}");
    let row = |id| Weather {
        id,
        sky: text("blue", id),
        cloud: text("white", id),
        wind: text("west", id),
    };
    (1..4).map(row).collect()
}

#[test]
fn each_column_has_its_own_name() {
    let plan = ExportPlan::new(&Weather::SCHEMA.describe()).unwrap();
    let columns = plan.columns();
    let names: Vec<_> = columns.iter().map(ExportColumn::name).collect();
    assert_eq!(names, ["id", "D1:\\x80", "sky", "wind"]);
}

#[tokio::test]
async fn an_export_is_imported_unchanged() {
    let table = Weather::SCHEMA.describe();
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Weather>().await.unwrap();
    db.put_many(rows()).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.csv");
    let plan = ExportPlan::new(&table).unwrap();
    let mut out = CsvWriter::new(std::fs::File::create(&path).unwrap());
    let query = plan.query(&[]).unwrap();
    let exported = export(
        &plan,
        &*db.backend(),
        &query,
        &ExportOptions::default(),
        &mut out,
    )
    .await;
    assert_eq!(exported.unwrap().rows, 3);

    let source = CsvSource::open(Input::File(path), Mapping::default().csv).unwrap();
    let plan = Plan::build(&source, &Mapping::default(), &Target::Struct(&table)).unwrap();
    let other = hbase_schema::connect("memory:").await.unwrap();
    other.create_table::<Weather>().await.unwrap();
    let options = ImportOptions::new("memory:", folder.path().join("rejects.csv"));
    let report = import(
        Box::new(source),
        plan,
        other.backend(),
        &options,
        &mut |_| (),
    )
    .await;
    assert_eq!(report.unwrap().counts.written, 3);
    let mut found = other.scan(Weather::scan().all()).rows();
    for expected in rows() {
        assert_eq!(found.next().await.unwrap().unwrap(), expected);
    }
}

/// The name of the field is another column's, so it does not name the column's source.
#[tokio::test]
async fn a_file_without_the_column_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.csv");
    std::fs::write(&path, "id,sky,wind\n1,white,west\n").unwrap();
    let source = CsvSource::open(Input::File(path), Mapping::default().csv).unwrap();
    let table = Weather::SCHEMA.describe();
    let error = Plan::build(&source, &Mapping::default(), &Target::Struct(&table)).unwrap_err();
    let error = error.to_string();
    assert!(
        error.contains("`sky`) has no column in the source"),
        "{error}"
    );
}
