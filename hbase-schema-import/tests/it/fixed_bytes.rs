//! Cells and key parts of one width: UUIDs and arrays.

use hbase_schema::{Connection, HTable};
use hbase_schema_import::{
    CsvSource, CsvWriter, ExportOptions, ExportPlan, ImportOptions, Input, Mapping, Plan, Target,
    export, import,
};
use uuid::Uuid;

const UUID: &str = "67e55044-10b1-426f-9247-bb680e5fe0c8";

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:TAGGED_ROWS")]
#[family("D1")]
struct Tagged {
    #[rowkey]
    id: Uuid,
    owner: Uuid,
    other: Option<Uuid>,
    tag: [u8; 4],
    #[column(text)]
    written: Option<Uuid>,
}

/// Imports rows; returns the store and the rejects.
async fn imported(csv: &str) -> (Connection, String) {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Tagged>().await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.csv");
    std::fs::write(&path, csv).unwrap();
    let source = CsvSource::open(Input::File(path), Mapping::default().csv).unwrap();
    let table = Tagged::SCHEMA.describe();
    let plan = Plan::build(&source, &Mapping::default(), &Target::Struct(&table)).unwrap();
    let options = ImportOptions::new("memory:", folder.path().join("rejects.csv"));
    let report = import(Box::new(source), plan, db.backend(), &options, &mut |_| ()).await;
    report.unwrap();
    let rejects = std::fs::read_to_string(&options.rejects).unwrap_or_default();
    (db, rejects)
}

#[tokio::test]
async fn uuids_and_arrays_are_those_of_the_struct() {
    let id = Uuid::parse_str(UUID).unwrap();
    let simple = id.simple().to_string().to_uppercase();
    let csv =
        format!("id,owner,other,tag,written\n{UUID},{UUID},{simple},\\x61\\x00\\x62\\x63,{UUID}\n");
    let (db, rejects) = imported(&csv).await;
    assert_eq!(rejects, "");
    let expected = Tagged {
        id,
        owner: id,
        other: Some(id),
        tag: *b"a\0bc",
        written: Some(id),
    };
    let row = db.get(&TaggedKey { id }).await.unwrap();
    assert_eq!(row.as_ref(), Some(&expected));
    // An import reads back the rows that an export writes.
    let plan = ExportPlan::new(&Tagged::SCHEMA.describe()).unwrap();
    let mut csv = Vec::new();
    let mut out = CsvWriter::new(&mut csv);
    let query = plan.query(&[format!("owner = {UUID}").parse().unwrap()]);
    let options = ExportOptions::default();
    let summary = export(&plan, &*db.backend(), &query.unwrap(), &options, &mut out).await;
    assert_eq!(summary.unwrap().rows, 1);
    let (db, rejects) = imported(&String::from_utf8(csv).unwrap()).await;
    assert_eq!(rejects, "");
    assert_eq!(db.get(&TaggedKey { id }).await.unwrap(), Some(expected));
}

#[tokio::test]
async fn bytes_of_another_width_are_rejected() {
    for (row, expected) in [
        (format!("x,{UUID},,abcd,"), "1 bytes"),
        (
            format!("{UUID},x,,abcd,"),
            "found 1 bytes, expected 16 or a UUID",
        ),
        (format!("{UUID},{UUID},,abc,"), "found 3 bytes, expected 4"),
        (format!("{UUID},{UUID},,abcd,x"), "expected a UUID"),
    ] {
        let csv = format!("id,owner,other,tag,written\n{row}\n");
        let (_, rejects) = imported(&csv).await;
        assert!(rejects.contains(expected), "{row}: {rejects}");
    }
}
